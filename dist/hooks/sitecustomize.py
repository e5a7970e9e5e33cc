"""Looks into a Python server from within, for mcp-bench: see ../hook-profiler.ts.

Python imports the first `sitecustomize` of its path when it starts. This one connects to mcp-bench, which tells it when to
begin and when to write what it has found, and lets the one that would have been imported otherwise do its work. Whatever goes
wrong in it is told to mcp-bench and harms nobody. Before it is told to write it imports only what has no code in Python, so
that imports of the server take the time that they take without it.

MCP_BENCH_HOOK              socket of mcp-bench
MCP_BENCH_HOOK_FROM_START   begin at once, to see the start-up
"""

import os
import sys
import time

# Between two looks, in ns: prime, as calls that come in step with the looks would be seen at the same place each time.
_INTERVAL = 1000003
# Seconds until another thread hands over to the main one, which looks: by default Python lets it run for 5 ms, and it would be seen
# only where it waits.
_SWITCH = 0.0001
_MOST_NODES = 20000
_DEEPEST = 200
_TRACED_FRAMES = 6

# Python 3.11 crashes where the callers of another thread are asked for that has run on meanwhile
# (github.com/python/cpython/issues/99110): there only its innermost call is seen.
_ASKS_OTHERS = sys.version_info[:2] != (3, 11)

# Looks once nobody calls the server any more, to know the places where its threads wait for work.
_IDLE_LOOKS = 4
# A place where a thread stood still in so many of the looks, and so often, is one where it waits; else it had no processor.
_STILL = 0.5
_STILL_LOOKS = 20
# Seconds of a processor that it takes to be looked at.
_LOOK = 0.00005
# A thread waits in these for another one, whose work is seen there.
_LOCKS = {("threading.py", name) for name in ("wait", "join", "_wait_for_tstate_lock", "_acquire_restore", "__enter__")}
_LOCKS |= {("selectors.py", "select"), ("queue.py", "get")}


class _Stacks(object):
    """Stacks and what they weigh."""

    def __init__(self):
        # A node is its call, its children by the identity of theirs, and what was seen in it alone.
        self.root = (None, {}, {})
        self.count = 0

    def node(self, stack):
        """`stack`: from the outermost call on."""
        node = self.root
        for call in stack:
            child = node[1].get(id(call))
            if child is None:
                if self.count >= _MOST_NODES:
                    break
                self.count += 1
                child = (call, {}, {})
                node[1][id(call)] = child
            node = child
        return node

    def all(self):
        """Each node with its stack."""
        pending = [(child, ()) for child in self.root[1].values()]
        while pending:
            node, above = pending.pop()
            stack = above + (node[0],)
            yield stack, node[2]
            pending.extend((child, stack) for child in node[1].values())


def _document(weighed, unit):
    """Stacks of (name, file, line) with their weights in the file format of speedscope, which many tools open."""
    ids = {}
    samples = []
    weights = []
    for stack, weight in weighed:
        samples.append([ids.setdefault(call, len(ids)) for call in stack])
        weights.append(int(weight))
    frames = [dict(zip(("name", "file", "line"), call)) for call in sorted(ids, key=ids.get)]
    profile = {"type": "sampled", "name": "Python", "unit": unit, "startValue": 0, "endValue": sum(weights)}
    profile.update(samples=samples, weights=weights)
    schema = "https://www.speedscope.app/file-format-schema.json"
    return {"$schema": schema, "shared": {"frames": frames}, "profiles": [profile]}


class _Clocks(object):
    """How long each thread has used a processor. Only Linux tells."""

    def __init__(self, first):
        self.known = sys.platform.startswith("linux") and hasattr(time, "clock_gettime")
        self.first = first

    def seconds(self, ident):
        native = os.getpid() if ident == self.first else None
        if native is None:
            thread = getattr(sys.modules.get("threading"), "_active", {}).get(ident)
            native = getattr(thread, "native_id", None)
        try:
            # The kernel's clock of a thread, by its own number: linux/posix-timers.h.
            return time.clock_gettime(-8 * native - 2) if self.known and native else None
        except OSError:
            return None


class _Timer(object):
    """Sends a signal to the main thread, again and again, until it is ended. Unlike those of `setitimer`, no program that the
    process becomes inherits it, and would be killed by it; unlike a thread, it does not wait until others hand over."""

    def __init__(self, number):
        import ctypes

        class Event(ctypes.Structure):
            _fields_ = [("value", ctypes.c_void_p), ("number", ctypes.c_int), ("how", ctypes.c_int)]
            _fields_ += [("thread", ctypes.c_int), ("rest", ctypes.c_int * 12)]

        to_thread, monotonic = 4, 1
        times = (ctypes.c_long * 4)(0, _INTERVAL, 0, _INTERVAL)
        library = ctypes.CDLL(None, use_errno=True)
        timer = ctypes.c_void_p()
        event = Event(None, number, to_thread, os.getpid())
        if library.timer_create(monotonic, ctypes.byref(event), ctypes.byref(timer)) != 0:
            raise OSError(ctypes.get_errno(), "timer_create")
        library.timer_settime(timer, 0, ctypes.byref(times), None)
        self.end = lambda: library.timer_delete(timer)


class _ProcessorTimer(object):
    """The same where there are no such timers: it sees other threads only while the main one works, too."""

    def __init__(self, _number):
        import _signal

        _signal.setitimer(_signal.ITIMER_PROF, _INTERVAL / 1e9, _INTERVAL / 1e9)
        self.end = lambda: _signal.setitimer(_signal.ITIMER_PROF, 0)


class _Time(object):
    """Looks at every stack about once a millisecond: a signal interrupts the main thread wherever it is."""

    active = None

    @staticmethod
    def prepare():
        """Only the main thread may do this."""
        import _signal

        if _signal.getsignal(_signal.SIGPROF) == _signal.SIG_DFL:
            _signal.signal(_signal.SIGPROF, _Time.tick)

    @staticmethod
    def tick(_number, frame):
        job, _Time.active = _Time.active, None
        if job is None:
            return  # of a timer that was ended, or that comes while another is under way
        try:
            while frame.f_code is _Time.tick.__code__:
                frame = frame.f_back
            job.take(frame)
        except BaseException as error:
            job.error = error
        _Time.active = job

    def __init__(self, first):
        import _signal
        import _thread

        if _signal.getsignal(_signal.SIGPROF) != _Time.tick:
            raise RuntimeError("the server handles SIGPROF itself")
        self.stacks = _Stacks()
        self.clocks = _Clocks(first)
        self.first = first
        self.controller = _thread.get_ident()
        self.used = {}
        self.error = None
        self.switch = sys.getswitchinterval()
        self._look(None)
        self.looked = time.perf_counter()
        sys.setswitchinterval(_SWITCH)
        _Time.active = self
        self.timer = (_Timer if self.clocks.known else _ProcessorTimer)(_signal.SIGPROF)

    def take(self, frame):
        now = time.perf_counter()
        for innermost, used in self._look(frame):
            self._add(innermost, used, now - self.looked, _ASKS_OTHERS or innermost is frame)
        self.looked = now
        # The look is no work of the thread that it interrupts.
        self.used[self.first] = self.clocks.seconds(self.first)

    def _look(self, interrupted):
        """Where each thread is, and what it has used of a processor since the look before; None: unknown."""
        seen = []
        for ident, frame in sys._current_frames().items():
            if ident != self.controller:
                now = self.clocks.seconds(ident)
                before = self.used.get(ident)
                self.used[ident] = now
                innermost = interrupted if interrupted is not None and ident == self.first else frame
                seen.append((innermost, None if now is None or before is None else now - before))
        return seen

    def _add(self, frame, used, passed, with_callers):
        stack = []
        place = frame.f_lasti
        while frame is not None and len(stack) < _DEEPEST:
            stack.append(frame.f_code)
            frame = frame.f_back if with_callers else None
        stack.reverse()
        # For a place in the innermost function: time at work, time that stood still, and looks of each.
        seen = self.stacks.node(stack)[2].setdefault(place, [0, 0, 0, 0])
        still = used is not None and used < _LOOK
        seen[still] += passed if still or used is None else used
        seen[2 + still] += 1

    def stop(self):
        self.timer.end()
        _Time.active = None
        sys.setswitchinterval(self.switch)

    def end(self):
        """The document of what was seen. What a thread used before it was met where it waits counts for all of its work."""
        self.stop()
        if self.error is not None:
            raise self.error
        idle = self._idle()
        nodes = [(stack, place, seen) for stack, places in self.stacks.all() for place, seen in places.items()]
        looks = {}
        for stack, place, seen in nodes:
            both = looks.setdefault((id(stack[-1]), place), [0, 0])
            both[0] += seen[2]
            both[1] += seen[3]
        weighed = {}
        lost = kept = 0.0
        for stack, place, (work, wait, _, _) in nodes:
            site = (id(stack[-1]), place)
            moved, still = looks[site]
            if site in idle or _is_lock(stack[-1]):
                lost += work
            elif still >= _STILL_LOOKS and still >= _STILL * (moved + still):
                lost += work
                calls = tuple(map(_named, stack))
                waits = (calls[-1][0] + " (waits)",) + calls[-1][1:]
                weighed[calls + (waits,)] = weighed.get(calls + (waits,), 0) + wait * 1e6
            else:
                kept += work
                calls = tuple(map(_named, stack))
                weighed[calls] = weighed.get(calls, 0) + work * 1e6
        scale = (kept + lost) / kept if kept else 1
        return _document(
            [(calls, value if calls[-1][0].endswith(" (waits)") else value * scale) for calls, value in weighed.items()],
            "microseconds",
        )

    def _idle(self):
        places = set()
        for turn in range(_IDLE_LOOKS):
            for frame, used in self._look(None):
                if turn > 0 and (used is None or used < _LOOK):
                    places.add((id(frame.f_code), frame.f_lasti))
            time.sleep(0.002)
        return places


def _is_lock(code):
    folder, name = os.path.split(code.co_filename)
    return (name, code.co_name) in _LOCKS and folder == os.path.dirname(os.__file__)


def _named(code):
    return (getattr(code, "co_qualname", code.co_name), code.co_filename, code.co_firstlineno)


class _Memory(object):
    """What is allocated and still held at the end, by the place that allocates it."""

    def __init__(self):
        import tracemalloc

        tracemalloc.start(_TRACED_FRAMES)

    def end(self):
        import gc
        import tracemalloc

        gc.collect()
        traces = tracemalloc.take_snapshot().traces
        tracemalloc.stop()
        stacks = {}
        for trace in traces:
            places = [(frame.filename, frame.lineno) for frame in trace.traceback if frame.filename != __file__]
            stack = tuple(("line %d" % line, file, line) for file, line in places)
            stacks[stack] = stacks.get(stack, 0) + trace.size
        return _document([item for item in stacks.items() if item[0]], "bytes")


def _serve(address, at_once, first):
    """The thread that mcp-bench talks to: a line asks, a line answers."""
    import _socket

    job = None
    failed = "it was not started"
    channel = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        # First: a small server may answer, and so be asked for its start-up, before there is a profiler.
        channel.connect(address)
        channel.send(b'{"hook":"python","pid":%d}\n' % os.getpid())
        try:
            job = _Time(first) if at_once else None
        except Exception as error:
            failed = str(error)
        while True:
            asked = channel.recv(65536)
            if not asked:
                break
            import json

            message = json.loads(asked)
            answer = {}
            try:
                if message["do"] == "start":
                    job = _Memory() if message["kind"] == "memory" else _Time(first)
                elif job is None:
                    answer["failed"] = failed
                else:
                    ended, job = job, None
                    with open(message["file"], "w") as file:
                        json.dump(ended.end(), file)
            except Exception as error:
                answer["failed"] = "%s: %s" % (type(error).__name__, error)
            channel.send(json.dumps(answer).encode("ascii") + b"\n")
    except Exception:
        pass  # nobody listens any more
    finally:
        channel.close()
        if isinstance(job, _Time):
            job.stop()


def _start(address, at_once):
    import _thread

    def begin():
        _Time.prepare()
        _thread.start_new_thread(_serve, (address, at_once, _thread.get_ident()))

    begin()
    if hasattr(os, "register_at_fork"):
        # A child has none of its parent's threads.
        os.register_at_fork(after_in_child=begin)


def _hand_over():
    """Imports the `sitecustomize` that this one stands before, and takes this folder off the path."""
    own = sys.modules.pop(__name__)
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) != here]
    try:
        __import__("sitecustomize")
    except ImportError as error:
        if getattr(error, "name", "sitecustomize") != "sitecustomize":
            raise
    finally:
        # The importer looks for a module of this name once it is through.
        sys.modules.setdefault(__name__, own)


try:
    if sys.version_info >= (3, 8) and os.environ.get("MCP_BENCH_HOOK"):
        _start(os.environ["MCP_BENCH_HOOK"], "MCP_BENCH_HOOK_FROM_START" in os.environ)
except Exception:
    pass
_hand_over()
