"""A small MCP server over stdio that needs nothing but Python."""

import json
import sys

TOOLS = [{"name": "work", "inputSchema": {"type": "object", "properties": {}}, "annotations": {"readOnlyHint": True}}]


def result_of(method, params):
    if method == "initialize":
        return {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "example", "version": "1.0.0"},
        }
    return {
        "ping": {},
        "tools/list": {"tools": TOOLS},
        "tools/call": {"content": [{"type": "text", "text": "done"}]},
    }.get(method)


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    result = result_of(message["method"], message.get("params", {}))
    answer = {"result": result} if result is not None else {"error": {"code": -32601, "message": "no such method"}}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer}), flush=True)
