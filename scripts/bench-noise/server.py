# The same as server.mjs. Usage: python3 server.py [PORT | --pace]
import json, signal, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def work(n):
    x = 1
    for _ in range(n):
        x = (x * 1103515245 + 12345) & 0xFFFFFFFF
    return x


def answer(message):
    id, method = message.get("id"), message.get("method")
    if id is None:
        return None
    if method == "initialize":
        version = message["params"]["protocolVersion"]
        info = {"name": "noise", "version": "1"}
        result = {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info}
    elif method == "tools/list":
        schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
        result = {"tools": [{"name": "work", "inputSchema": schema, "annotations": {"readOnlyHint": True}}]}
    elif method == "tools/call":
        result = {"content": [{"type": "text", "text": str(work(message["params"]["arguments"]["n"]))}]}
    else:
        result = {}
    return {"jsonrpc": "2.0", "id": id, "result": result}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def do_POST(self):
        reply = answer(json.loads(self.rfile.read(int(self.headers["content-length"]))))
        body = json.dumps(reply).encode() if reply else b""
        self.send_response(200 if reply else 202)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.send_response(405)
        self.send_header("content-length", "0")
        self.end_headers()

    do_DELETE = do_GET

    def log_message(self, *_):
        pass


mode = sys.argv[1] if len(sys.argv) > 1 else None
if mode == "--pace":
    best = 0
    for _ in range(10):
        start = time.perf_counter()
        work(100_000)
        best = max(best, 100_000 / 1000 / (time.perf_counter() - start))
    print(round(best))
elif mode is None:
    for line in sys.stdin:
        reply = answer(json.loads(line))
        if reply:
            sys.stdout.write(json.dumps(reply) + "\n")
            sys.stdout.flush()
else:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    ThreadingHTTPServer(("127.0.0.1", int(mode)), Handler).serve_forever()
