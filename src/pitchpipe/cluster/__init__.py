"""Work that goes to other processes and machines, through `concurrent.futures.Executor`."""

from pitchpipe.cluster.decoder import ClusterDecoder
from pitchpipe.cluster.engines import Engine, find_engine, workers
from pitchpipe.cluster.sent_decoder import SentDecoder
from pitchpipe.cluster.statistics import ClusterStatistics

__all__ = ["ClusterDecoder", "ClusterStatistics", "Engine", "SentDecoder", "find_engine", "workers"]
