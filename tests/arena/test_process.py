from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from plowshares.arena import process
from plowshares.arena.isolation import LEVELS, Isolation, available, choose_level
from plowshares.arena.process import BadBot, BotProcess, Command, Limits
from plowshares.arena.supervisor import children_of, is_stopped
from plowshares.core.errors import InvalidOption
from tests.arena.bots import SOON, count_descriptors, interpreter, next_line, wait_for_end, wait_until_gone, write_bot

ECHO = """
    import sys
    print("Ready")
    for line in sys.stdin:
        print(line.strip())
"""
# Leaves its session and its parent, and prints the id of the remaining process.
RUNAWAY = """
    import os, sys, time
    read, write = os.pipe()
    if not os.fork():
        os.setsid()
        if not os.fork():
            os.write(write, b"x")
            time.sleep(600)
        os._exit(0)
    os.wait()
    os.read(read, 1)
    print("Ready")
    for line in sys.stdin:
        print(line.strip())
"""


@pytest.fixture(params=available())
def level(request: pytest.FixtureRequest) -> Isolation:
    return LEVELS[request.param]


def test_an_echo_is_heard_and_ends_when_its_input_is_closed(tmp_path: Path, level: Isolation) -> None:
    with BotProcess(write_bot(tmp_path, ECHO), isolation=level) as bot:
        assert next_line(bot) == b"Ready"
        bot.send(b"hello\n")
        assert next_line(bot) == b"hello"
        pids = bot.pids()
        assert pids
    assert bot.ended
    assert wait_until_gone(pids) == []


def test_a_paused_bot_does_not_run_and_goes_on_when_resumed(tmp_path: Path, level: Isolation) -> None:
    with BotProcess(write_bot(tmp_path, ECHO), isolation=level) as bot:
        next_line(bot)
        bot.pause()
        bot.send(b"frozen\n")
        assert bot.read_line(time.monotonic() + 0.3) is None
        bot.resume()
        assert next_line(bot) == b"frozen"


def test_a_child_that_left_its_session_is_paused_and_killed_too(tmp_path: Path, level: Isolation) -> None:
    with BotProcess(write_bot(tmp_path, RUNAWAY), isolation=level) as bot:
        assert next_line(bot) == b"Ready"
        bot.pause()
        pids = bot.pids()
        assert len(pids) == 2 + level.helpers
        runaway = pids[-1]
        end = time.monotonic() + SOON
        while not is_stopped(runaway) and time.monotonic() < end:
            time.sleep(0.01)
        assert is_stopped(runaway)
    assert wait_until_gone(pids) == []


def test_death_of_the_runner_kills_everything(tmp_path: Path, level: Isolation) -> None:
    write_bot(tmp_path, RUNAWAY)
    runner = f"""
import sys, time
from pathlib import Path
from plowshares.arena.isolation import LEVELS
from plowshares.arena.process import BotProcess, Command
command = Command(({interpreter()!r}, "-u", "bot.py"), Path({str(tmp_path / "bot")!r}))
bot = BotProcess(command, isolation=LEVELS[{level.level!r}])
assert bot.read_line(time.monotonic() + 60) == b"Ready"
bot.pause()
print(*bot.pids(), bot._supervisor.pid, flush=True)
time.sleep(600)
"""
    started = subprocess.Popen([sys.executable, "-c", runner], stdout=subprocess.PIPE, text=True)
    assert started.stdout is not None
    pids = [int(word) for word in started.stdout.readline().split()]
    started.kill()
    started.wait()
    started.stdout.close()
    assert len(pids) == 3 + level.helpers
    assert wait_until_gone(pids) == []


def test_a_bot_outlives_the_thread_that_started_it(tmp_path: Path, level: Isolation) -> None:
    bots: list[BotProcess] = []
    command = write_bot(tmp_path, ECHO)
    thread = threading.Thread(target=lambda: bots.append(BotProcess(command, isolation=level)))
    thread.start()
    thread.join()
    with bots[0] as bot:
        assert next_line(bot) == b"Ready"
        time.sleep(0.1)
        bot.send(b"still here\n")
        assert next_line(bot) == b"still here"


def test_endless_output_without_newline_is_bounded(tmp_path: Path) -> None:
    flood = """
        import sys
        while True:
            sys.stdout.write("x" * 100000)
    """
    with BotProcess(write_bot(tmp_path, flood), Limits(line=5000)) as bot:
        assert bot.read_line(time.monotonic() + 0.5) is None
        assert not bot.ended
        assert len(bot._buffer) == 5001


def test_a_line_that_is_too_long_is_cut_and_the_next_one_is_whole(tmp_path: Path) -> None:
    with BotProcess(write_bot(tmp_path, 'print("x" * 300000)\nprint("next")'), Limits(line=4096)) as bot:
        assert next_line(bot) == b"x" * 4097
        assert next_line(bot) == b"next"


def test_a_fork_bomb_is_stopped(tmp_path: Path, level: Isolation) -> None:
    bomb = """
        import os, time
        while True:
            try:
                if not os.fork():
                    time.sleep(600)
            except OSError:
                time.sleep(0.01)
    """
    with BotProcess(write_bot(tmp_path, bomb), Limits(processes=20), level) as bot:
        supervisor = bot._supervisor
        assert supervisor is not None
        wait_for_end(bot)
        assert bot.death.startswith("ran ")
        assert bot.death.endswith("processes, 20 are allowed")
    assert supervisor.poll() is not None


def test_a_memory_hog_is_stopped(tmp_path: Path, level: Isolation) -> None:
    hog = """
        import time
        hoard = []
        while True:
            hoard.append(bytearray(b"x" * (4 << 20)))
            time.sleep(0.005)
    """
    with BotProcess(write_bot(tmp_path, hog), Limits(memory=100 << 20), level) as bot:
        wait_for_end(bot)
        assert bot.death.startswith("used ")
        assert bot.death.endswith(" MiB of memory, 100 are allowed")


def test_memory_of_children_counts(tmp_path: Path) -> None:
    hogs = """
        import os, time
        for _ in range(4):
            if not os.fork():
                hoard = b"x" * (40 << 20)
                time.sleep(600)
        time.sleep(600)
    """
    with BotProcess(write_bot(tmp_path, hogs), Limits(memory=120 << 20)) as bot:
        wait_for_end(bot)
        assert "MiB of memory, 120 are allowed" in bot.death


def test_ignoring_sigterm_does_not_help(tmp_path: Path, level: Isolation) -> None:
    stubborn = """
        import signal, time
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        print("Ready")
        while True:
            time.sleep(1)
    """
    with BotProcess(write_bot(tmp_path, stubborn), isolation=level) as bot:
        next_line(bot)
        pids = bot.pids()
    assert wait_until_gone(pids) == []


def test_a_bot_that_is_asked_to_end_has_time_to_write(tmp_path: Path) -> None:
    polite = """
        import signal, sys, time
        def leave(*_):
            print("good bye", file=sys.stderr)
            sys.exit(3)
        signal.signal(signal.SIGTERM, leave)
        print("Ready")
        while True:
            time.sleep(1)
    """
    with BotProcess(write_bot(tmp_path, polite), errors=tmp_path / "errors") as bot:
        next_line(bot)
    assert (tmp_path / "errors").read_text() == "good bye\n"
    assert bot.death == "ended with exit code 3"


# In bare namespaces a helper holds the output open: there such a bot only falls silent, and is killed at the end.
@pytest.mark.parametrize("name", [name for name in available() if name != "namespaces"])
def test_closing_its_output_counts_as_the_end(tmp_path: Path, name: str) -> None:
    shut = 'import os, time\nprint("last words", end="", flush=True)\nos.close(1)\ntime.sleep(600)'
    with BotProcess(write_bot(tmp_path, shut), isolation=LEVELS[name]) as bot:
        assert next_line(bot) == b"last words"
        assert bot.ended
        assert bot.death == "closed its output"
        pids = bot.pids()
    assert wait_until_gone(pids) == []


def test_closing_its_input_is_survived(tmp_path: Path) -> None:
    deaf = 'import os, time\nos.close(0)\nprint("Ready")\ntime.sleep(0.2)\nprint("still speaking")\ntime.sleep(600)'
    with BotProcess(write_bot(tmp_path, deaf)) as bot:
        next_line(bot)
        for _ in range(3):
            bot.send(b"x" * 1000)
        assert next_line(bot) == b"still speaking"


def test_a_bot_that_does_not_read_ends_when_the_queue_is_full(tmp_path: Path) -> None:
    with BotProcess(write_bot(tmp_path, 'print("Ready")\nimport time\ntime.sleep(600)')) as bot:
        next_line(bot)
        for _ in range(17):
            bot.send(b"x" * (1 << 20))
        assert bot.ended
        assert bot.death == "does not read its input: more than 16 MiB are waiting"


def test_lines_beyond_the_capacity_of_the_pipe_arrive_in_order(tmp_path: Path) -> None:
    slow = """
        import sys, hashlib, time
        print("Ready")
        time.sleep(0.1)
        print(hashlib.sha256(sys.stdin.buffer.read(3000000)).hexdigest())
    """
    import hashlib

    data = bytes(range(250)) * 12000
    with BotProcess(write_bot(tmp_path, slow)) as bot:
        next_line(bot)
        bot.send(data[:1000])
        bot.send(data[1000:])
        assert next_line(bot) == hashlib.sha256(data).hexdigest().encode()
        bot.send(b"more")
        assert not bot._unsent


def test_standard_error_is_kept_up_to_the_limit(tmp_path: Path) -> None:
    noisy = 'import sys\nfor _ in range(100): sys.stderr.write("e" * 10000)\nprint("done")'
    with BotProcess(write_bot(tmp_path, noisy), Limits(errors=12345), errors=tmp_path / "errors") as bot:
        assert next_line(bot) == b"done"
    assert (tmp_path / "errors").read_bytes() == b"e" * 12345


def test_an_exit_is_told_with_its_code_and_last_line(tmp_path: Path) -> None:
    with BotProcess(write_bot(tmp_path, 'import sys\nprint("bye", end="")\nsys.exit(7)')) as bot:
        assert next_line(bot) == b"bye"
        wait_for_end(bot)
        assert (bot.exit_code, bot.death) == (7, "ended with exit code 7")


def test_a_crash_is_told_by_its_signal(tmp_path: Path, level: Isolation) -> None:
    code = "import os, signal, resource\nos.kill(os.getpid(), signal.SIGKILL)\nos.abort()"
    with BotProcess(write_bot(tmp_path, code), isolation=level) as bot:
        wait_for_end(bot)
        # The first process of a bare namespace cannot kill itself; its abort ends in another signal.
        assert bot.death in {"namespaces": ("was ended by SIGABRT", "was ended by SIGSEGV")}.get(
            level.level, ("was ended by SIGKILL",)
        )


def test_processor_time_is_counted_with_children(tmp_path: Path, level: Isolation) -> None:
    busy = """
        import os, time
        def burn(seconds):
            end = time.process_time() + seconds
            while time.process_time() < end:
                pass
        if not os.fork():
            burn(0.3)
            os._exit(0)
        os.wait()
        burn(0.2)
        print("Ready")
        time.sleep(600)
    """
    with BotProcess(write_bot(tmp_path, busy), isolation=level) as bot:
        assert next_line(bot) == b"Ready"
        assert 0.45 < bot.cpu_seconds() < 2.0


def test_the_environment_is_cleared(tmp_path: Path, level: Isolation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLOWSHARES_SECRET", "1")
    with BotProcess(write_bot(tmp_path, "import os\nprint(sorted(os.environ))"), isolation=level) as bot:
        line = next_line(bot) or b""
    assert b"PLOWSHARES_SECRET" not in line
    assert b"'HOME', 'LANG'" in line


def test_limits_are_set(tmp_path: Path) -> None:
    code = """
        import resource
        print(resource.getrlimit(resource.RLIMIT_NOFILE)[0], resource.getrlimit(resource.RLIMIT_FSIZE)[0],
              resource.getrlimit(resource.RLIMIT_CPU)[1], resource.getrlimit(resource.RLIMIT_CORE)[1])
    """
    with BotProcess(write_bot(tmp_path, code), Limits(open_files=99, file_size=1000, cpu=77)) as bot:
        assert next_line(bot) == b"99 1000 77 0"


def test_a_bot_that_burns_its_processor_time_is_ended(tmp_path: Path) -> None:
    with BotProcess(write_bot(tmp_path, "while True: pass"), Limits(cpu=1)) as bot:
        wait_for_end(bot)
        assert bot.death in ("was ended by SIGXCPU", "was ended by SIGKILL")


@pytest.mark.parametrize("name", ["bubblewrap", "namespaces"])
def test_files_and_network_are_shut(tmp_path: Path, name: str) -> None:
    if name not in available():
        pytest.fail(f"this test needs {name}; install the packages bubblewrap and util-linux, or allow user namespaces")
    secret = tmp_path / "records"
    inside = tmp_path / "bot" / "records"
    inside.mkdir(parents=True)
    secret.mkdir()
    for place in (secret, inside):
        (place / "game.jsonl").write_text("hidden")
    with socket.create_server(("127.0.0.1", 0)) as server:
        code = f"""
            import os, socket
            def attempt(what):
                try:
                    what()
                    return "done"
                except OSError as error:
                    return type(error).__name__
            print(attempt(lambda: open({str(secret / "game.jsonl")!r})), attempt(lambda: open("records/game.jsonl")),
                  attempt(lambda: open("new", "w")), attempt(lambda: open("/new", "w")),
                  attempt(lambda: socket.create_connection(("127.0.0.1", {server.getsockname()[1]}), 2)),
                  attempt(lambda: open("/tmp/mine", "w")), os.getppid() < 5,
                  attempt(lambda: open("/etc/shadow")), attempt(lambda: os.chroot("/tmp")))
        """
        plain = write_bot(tmp_path, code)
        command = Command(plain.words, plain.directory, hidden=(inside,))
        with BotProcess(command, isolation=LEVELS[name]) as bot:
            line = next_line(bot)
    network = {"bubblewrap": "ConnectionRefusedError", "namespaces": "OSError"}[name]  # without even a loopback
    shut = "FileNotFoundError FileNotFoundError OSError OSError", "FileNotFoundError PermissionError"
    assert line == f"{shut[0]} {network} done True {shut[1]}".encode()


def test_a_bot_in_a_folder_with_spaces_is_shut_in(tmp_path: Path, level: Isolation) -> None:
    place = tmp_path / "my bots"
    place.mkdir()
    with BotProcess(write_bot(place, ECHO), isolation=level) as bot:
        assert next_line(bot) == b"Ready"


# Kills its supervisor, and leaves a process of its own session behind.
PATRICIDE = """
    import os, signal, sys, time
    read, write = os.pipe()
    supervisor = os.getppid()
    if not os.fork():
        os.setsid()
        if not os.fork():
            os.write(write, str(os.getpid()).encode())
            time.sleep(600)
        os._exit(0)
    os.wait()
    print(os.read(read, 20).decode(), flush=True)
    sys.stdin.readline()
    os.kill(supervisor, signal.SIGKILL)
    time.sleep(600)
"""


def test_a_bot_that_kills_its_supervisor_leaves_nothing_behind(tmp_path: Path) -> None:
    with BotProcess(write_bot(tmp_path, PATRICIDE), isolation=LEVELS["plain"]) as bot:
        runaway = int(next_line(bot) or b"")
        pids = bot.pids()
        assert runaway in pids
        bot.send(b"go\n")
        wait_for_end(bot)
        assert wait_until_gone(pids) == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "has an empty command"),
        (("no-such-program-anywhere",), "there is no program 'no-such-program-anywhere'"),
        (("./missing",), "there is no program './missing'"),
        (("./plain.txt",), "is not executable; run: chmod +x"),
        (("./folder",), "is a directory, not a program"),
    ],
)
def test_a_missing_program_is_explained(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    (tmp_path / "plain.txt").write_text("hello")
    (tmp_path / "folder").mkdir()
    with pytest.raises(BadBot, match="bot 'mine'") as caught:
        BotProcess(Command(words, tmp_path, "mine"))
    assert message in str(caught.value)


def test_a_missing_directory_is_explained(tmp_path: Path) -> None:
    with pytest.raises(BadBot, match="there is no directory"):
        BotProcess(Command(("true",), tmp_path / "nowhere"))


def test_a_file_that_is_not_a_program_is_explained(tmp_path: Path) -> None:
    (tmp_path / "junk").write_bytes(b"\x00\x01\x02 not a program")
    (tmp_path / "junk").chmod(0o755)
    with BotProcess(Command(("./junk",), tmp_path), isolation=LEVELS["plain"]) as bot:
        wait_for_end(bot)
        assert bot.death == "could not be started: Exec format error"


def test_a_child_that_prints_after_the_exit_is_ended(tmp_path: Path, level: Isolation) -> None:
    chatter = """
        import os, time
        if not os.fork():
            os.setsid()
            while True:
                print("still here", flush=True)
                time.sleep(0.01)
        time.sleep(0.1)
        os._exit(0)
    """
    with BotProcess(write_bot(tmp_path, chatter), isolation=level) as bot:
        next_line(bot)
        pids = bot.pids()
        wait_for_end(bot)
        assert bot.death == "ended with exit code 0"
        assert bot.take_waiting() == []
    assert wait_until_gone(pids) == []


def test_nothing_is_left_behind_by_many_starts(tmp_path: Path) -> None:
    command = write_bot(tmp_path, ECHO)
    with BotProcess(command):
        pass
    before = count_descriptors(), threading.active_count()
    for _ in range(5):
        with BotProcess(command) as bot:
            next_line(bot)
    assert (count_descriptors(), threading.active_count()) == before


def test_a_killed_supervisor_takes_the_bot_with_it(tmp_path: Path, level: Isolation) -> None:
    with BotProcess(write_bot(tmp_path, ECHO), isolation=level) as bot:
        next_line(bot)
        pids = bot.pids()
        assert bot._supervisor is not None
        os.kill(bot._supervisor.pid, signal.SIGKILL)  # the supervisor's guard
        assert wait_until_gone(pids) == []
    with BotProcess(write_bot(tmp_path, RUNAWAY), isolation=level) as bot:
        next_line(bot)
        pids = bot.pids()
        assert bot._supervisor is not None
        os.kill(children_of(bot._supervisor.pid)[0], signal.SIGKILL)
        assert wait_until_gone(pids) == []


def test_unknown_isolation_is_refused() -> None:
    with pytest.raises(InvalidOption, match="no isolation is called 'steel'"):
        choose_level("steel")
    assert choose_level().level == available()[0]
    assert choose_level("plain").level == "plain"


def test_exits_in_words() -> None:
    assert process.describe_exit(0) == "ended with exit code 0"
    assert process.describe_exit(-9) == "was ended by SIGKILL"
    assert process.describe_exit(137) == "was ended by SIGKILL"
    assert process.describe_exit(-63) == "was ended by signal 63"
