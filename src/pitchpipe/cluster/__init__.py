"""Work that goes to other processes and machines, through `concurrent.futures.Executor`."""

from pitchpipe.cluster.dask import dask_executor
from pitchpipe.cluster.decoder import ClusterDecoder
from pitchpipe.cluster.model_folder import ModelFolder
from pitchpipe.cluster.statistics import ClusterStatistics

__all__ = ["ClusterDecoder", "ClusterStatistics", "ModelFolder", "dask_executor"]
