"""A real cluster of two worker processes, one of which is killed at work."""

import json
import os
import re
import shutil
import signal
import socket
import warnings
from concurrent.futures import Executor
from pathlib import Path
from threading import Thread

import pytest

from pitchpipe import InputError
from pitchpipe.cluster import ClusterDecoder, ClusterStatistics, SentDecoder, find_engine
from pitchpipe.cluster.dask import DaskExecutor, with_worker
from pitchpipe.cluster.model_cache import VARIABLE
from pitchpipe.data import language_pair
from pitchpipe.decoder import FolderDecoder, PhraseDecoder
from pitchpipe.files.refusals import NoRoomError
from pitchpipe.grammar.extraction import find_in_lines as find_rules
from pitchpipe.lm.ngram_tasks import count_lines
from pitchpipe.metrics.score_store import tallies_in
from pitchpipe.model import Model
from pitchpipe.phrases.extraction import find_in_lines
from pitchpipe.tuning.loop.stages import tune_stages
from pitchpipe.tuning.settings import TuningSettings
from tests.cli.commands import refusal, run, run_json
from tests.study.studies import SYNTHETIC, bytes_of
from tests.tuning.loop.test_loop import without_times

from .systems import small_system, text

CHUNK = 3


@pytest.fixture(scope="module")
def cluster():
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
    ) as cluster:
        yield f"dask:{cluster.scheduler_address}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("system")
    small_system(folder / "model")
    dev = text()
    (folder / "dev").write_text("".join(f"{line}\n" for line in dev.sentences))
    (folder / "reference").write_text("".join(f"{lines[0]}\n" for lines in dev.references))
    return folder


class Killing(Executor):
    """Passes tasks on, and kills a worker while it has some."""

    def __init__(self, executor, at):
        self.executor = executor
        self.at = at
        self.submitted = 0
        self.victim = executor.submit(os.getpid).result()

    def submit(self, work, *given, **named):
        self.submitted += 1
        future = self.executor.submit(work, *given, **named)
        if self.submitted == self.at:
            os.kill(self.victim, signal.SIGKILL)
        return future


def tuned(decoder, statistics, start):
    settings = TuningSettings(method="kbmira(epochs=5)", nbest=10, iterations=2, tolerance=0, patience=0)
    found = tune_stages(decoder, text(), settings, start, statistics=statistics)
    return without_times(found[0])


def test_a_worker_killed_at_work_changes_nothing(cluster, folder):
    model = Model.read(folder / "model")
    wanted = tuned(PhraseDecoder(model, threads=2), None, model.weights)
    with find_engine(cluster).executor() as executor:
        killing = Killing(executor, at=15)  # 10 chunks and the statistics are the first iteration
        decoder = ClusterDecoder(FolderDecoder.of(folder / "model"), killing, CHUNK)
        assert tuned(decoder, ClusterStatistics(killing, 100), model.weights) == wanted
        assert killing.submitted > 30
        assert killing.victim not in {executor.submit(os.getpid).result() for _ in range(4)}


@pytest.fixture
def command(cluster, folder):
    common = [
        folder / "model",
        "--dev",
        folder / "dev",
        "-r",
        folder / "reference",
        "--method",
        "mert(restarts=1)",
    ]
    return ["tune", *common, "--nbest", 10, "--iterations", 2], ["--cluster", cluster]


def test_the_command_line_ends_with_the_same_weights(command):
    tune, dask = command
    here, there = run_json(*tune), run_json(*tune, *dask)
    assert there["weights"] == here["weights"]
    assert [one["objective"] for one in there["iterations"]] == [
        one["objective"] for one in here["iterations"]
    ]


def test_a_scorer_is_asked_on_the_cluster(command, tmp_path):
    tune, dask = command
    tune = [*tune, "-m", "python(tests.metrics.scorers:best_f)", "--run"]
    here, there = run_json(*tune, tmp_path / "here"), run_json(*tune, tmp_path / "there", *dask)
    assert there["weights"] == here["weights"]
    one, other = (next(iter(tallies_in(tmp_path / name).values())) for name in ("here", "there"))
    assert one == other
    assert 0 < other.computed < other.asked


def test_replicas_run_on_the_cluster(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tune, dask = command
    found = run_json(*tune, "--replicas", 3)
    done = run(*tune, *dask, "--replicas", 3, "--run", "runs", "--json")
    assert done.exit_code == 0, done.stderr
    there = json.loads(done.stdout)["replicas"]
    assert [one["weights"] for one in there] == [one["weights"] for one in found["replicas"]]
    assert len(list((tmp_path / "runs").glob("seed-*/00.npz"))) == 3


@pytest.mark.parametrize(("grammar", "find"), [("none", find_in_lines), ("hierarchical", find_rules)])
def test_train_gives_the_same_bits_though_a_worker_is_killed(grammar, find, cluster, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    language_pair(train=150, dev=60, test=0, seed=5).write(tmp_path)
    train = ["train", "train.de", "train.en", "--dev", "dev.de", "dev.en0"]
    train += ["--set", f"source_language=de, order=3, iterations=1, nbest=10, grammar={grammar}", "-o"]
    monkeypatch.setattr("pitchpipe.text.in_processes._CHUNK", 40)
    monkeypatch.setattr("pitchpipe.phrases.extraction.LINES", 20)
    monkeypatch.setattr("pitchpipe.grammar.extraction.LINES", 20)
    monkeypatch.setattr("pitchpipe.lm.ngram_tasks.PIECE", 1000)
    submitted = []

    def killing(self, work, /, *given, real=DaskExecutor.submit):
        submitted.append(work)
        future = real(self, work, *given)
        if submitted.count(find) == 4 and work is find:
            os.kill(self.ask(self.workers()[0], os.getpid), signal.SIGKILL)
        return future

    monkeypatch.setattr(DaskExecutor, "submit", killing)
    for place, where in (("here", []), ("there", ["--cluster", cluster])):
        done = run(*train, place, *where)
        assert done.exit_code == 0, done.stderr
    for name in ("phrases.table", "lm.lm", "weights", "work/train.source", "work/alignment"):
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()
    assert submitted.count(find) > 5
    assert submitted.count(count_lines) > 2
    kinds = {getattr(work, "func", work) for work in submitted}
    assert len(kinds) >= 5  # lines, phrases or rules, n-grams, lists, statistics


def test_online_methods_are_refused_on_a_cluster(cluster, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    language_pair(train=20, dev=5, test=0, seed=5).write(tmp_path)
    train = ["train", "train.de", "train.en", "--dev", "dev.de", "dev.en0"]
    told = refusal(*train, "--set", "method=adagrad", "-o", "online", "--cluster", cluster)
    assert told == "adagrad learns on one machine, expected a batch method on a cluster"


def test_a_study_runs_on_the_cluster(cluster, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny.toml").write_text(SYNTHETIC)
    for place, where in (("here", []), ("there", ["--cluster", cluster])):
        done = run("compare", "tiny.toml", "-o", place, *where)
        assert done.exit_code == 0, done.stderr
    assert bytes_of(tmp_path / "there") == bytes_of(tmp_path / "here")


def test_the_python_of_the_page_works(cluster, folder, monkeypatch):
    monkeypatch.chdir(folder)
    page = (Path(__file__).parents[2] / "docs" / "cluster.md").read_text()
    (block,) = re.findall(r"```python\n(.*?)```", page, re.S)
    names: dict = {}
    exec(block.replace("dask:tcp://scheduler:8786", cluster).replace("das haus ist klein", "s1 s2"), names)
    assert len(names["found"].texts) == 10


def test_bad_input_on_a_worker_is_told_with_the_worker(cluster, folder):
    with find_engine(cluster).executor() as executor:
        decoder = ClusterDecoder(FolderDecoder.of(folder / "model"), executor)
        wanted = r"there is no feature 'LM9'; did you mean 'LM0'\? \(on the worker tcp://127.0.0.1:\d+\)"
        with pytest.raises(InputError, match=wanted):
            decoder.translate(["s1"], weights={"LM9": 1.0})


def test_translations_of_a_cluster_are_those_of_one_machine(cluster, folder, monkeypatch):
    monkeypatch.setattr("pitchpipe.decoder.stream.BATCH", 7)
    lines = (folder / "dev").read_text().splitlines()
    (folder / "marked").write_text("".join(f'<n translation="given">{line}</n>\n' for line in lines))
    for source, how in (
        ("dev", ["--nbest", 3]),
        ("dev", ["--distinct", "--nbest", 3]),
        ("marked", ["--markup"]),
    ):
        translate = ["translate", folder / "model", folder / source, "--json", *how]
        here, there = run(*translate), run(*translate, "--cluster", cluster)
        assert there.exit_code == 0, there.stderr
        assert there.stdout == here.stdout
        assert len(here.stdout.splitlines()) == len(lines)


def test_errors_that_are_no_sentences_name_the_worker_too():
    named = with_worker(ZeroDivisionError("what"), "tcp://a:1")
    assert (type(named), named.worker) == (ZeroDivisionError, "tcp://a:1")
    found = with_worker(NoRoomError(28, "cannot be written", "file"), "tcp://a:1")
    assert (type(found), found.filename) == (NoRoomError, "file")
    assert found.strerror == "cannot be written (on the worker tcp://a:1)"


@pytest.fixture
def threads():
    """A cluster in this process, of no workers yet."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=0, processes=False, dashboard_address="127.0.0.1:0", protocol="tcp"
    ) as cluster:
        yield cluster


def test_a_model_is_sent_to_workers_that_do_not_have_it(threads, folder, tmp_path, monkeypatch):
    sent = []
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr("pitchpipe.cluster.sent_decoder._has_model", lambda path, fingerprint: False)
    monkeypatch.setattr(
        SentDecoder, "_send", lambda *given, real=SentDecoder._send: sent.append(given[2]) or real(*given)
    )
    threads.scale(2)
    threads.wait_for_workers(2)
    wanted = FolderDecoder.of(folder / "model").translate(text().sentences, nbest=3)
    copied = shutil.copytree(
        folder / "model", tmp_path / "model"
    )  # at a place that nothing has looked at yet
    decoder = SentDecoder.of(copied)
    with find_engine(f"dask:{threads.scheduler_address}").executor() as executor:
        found = ClusterDecoder(decoder, executor, CHUNK).translate(text().sentences, nbest=3)
        ClusterDecoder(decoder, executor, CHUNK).translate(text().sentences, nbest=3)
    assert found.scores.tolist() == wanted.scores.tolist()
    assert list(found.texts) == list(wanted.texts)
    assert len(sent) == 1  # both workers have one cache


def test_tasks_of_many_megabytes_are_sent_without_a_warning(threads):
    threads.scale(1)
    threads.wait_for_workers(1)
    with find_engine(f"dask:{threads.scheduler_address}").executor() as executor, warnings.catch_warnings():
        warnings.simplefilter("error")
        assert executor.submit(len, bytes(20_000_000)).result() == 20_000_000


def test_a_cluster_without_workers_is_told(threads, folder, monkeypatch):
    monkeypatch.setattr("pitchpipe.cluster.dask.WORKER_SECONDS", 0.5)
    address = threads.scheduler_address
    told = refusal("translate", folder / "model", folder / "dev", "--cluster", f"dask:{address}")
    assert told == (
        f"{address}: found no workers within 0.5 seconds, expected at least one; "
        f"start some with 'dask worker {address}'"
    )


def test_tls_without_certificates_is_told(folder, tmp_path):
    translate = ["translate", folder / "model", folder / "dev", "--cluster", "dask:tls://127.0.0.1:1"]
    assert refusal(*translate) == (
        "tls://127.0.0.1:1: found no certificates for TLS, expected those that distributed.comm.tls names in Dask's "
        "configuration"
    )
    import dask

    wrong = tmp_path / "wrong.pem"
    wrong.write_text("no certificate")
    names = ("ca-file", "client.cert", "client.key")
    with dask.config.set({f"distributed.comm.tls.{name}": str(wrong) for name in names}):
        assert refusal(*translate).startswith(
            "tls://127.0.0.1:1: found certificates of TLS that cannot be used: "
        )


def test_a_scheduler_that_is_not_there_is_told(command, monkeypatch):
    monkeypatch.setattr("pitchpipe.cluster.dask.CONNECT_SECONDS", 0.5)
    told = refusal(*command[0], "--cluster", "dask:tcp://127.0.0.1:1")
    assert told.startswith("tcp://127.0.0.1:1: found no Dask scheduler there, expected one")


@pytest.mark.parametrize("address", ["nonsense", "tcp://host", "tcp://host:port", "nothing://host:1"])
def test_what_is_no_address_is_told_at_once(command, address):
    told = refusal(*command[0], "--cluster", f"dask:{address}")
    assert told.startswith(
        f"{address}: found no address of a Dask scheduler, expected one such as tcp://host:8786"
    )


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.0 400 Bad Request\r\n\r\n", b"\1" + bytes(7)])
def test_what_is_no_scheduler_is_told(answer, command, monkeypatch):
    monkeypatch.setattr("pitchpipe.cluster.dask.CONNECT_SECONDS", 0.5)

    def served():
        while True:
            try:
                held.append(server.accept()[0])
                held[-1].sendall(answer)
            except OSError:
                return

    held = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = Thread(target=served, daemon=True)
        thread.start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        told = refusal(*command[0], "--cluster", f"dask:{address}")
        server.shutdown(socket.SHUT_RDWR)
        thread.join()
    for one in held:
        one.close()
    assert told.startswith(f"{address}: found no Dask scheduler there, expected one")


def test_a_task_that_ends_its_workers_is_given_up_with_the_name_of_the_last():
    import dask
    from distributed import LocalCluster

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0") as cluster,
        pytest.raises(
            OSError, match=r"given up, since 1 workers died over it, the last one tcp://127.0.0.1:\d+: "
        ),
        find_engine(f"dask:{cluster.scheduler_address}").executor() as executor,
    ):
        executor.submit(os._exit, 1).result()
