"""A sound server with sessions on the Python SDK. Usage: python python.py PORT"""

import sys

import anyio
from mcp.server.mcpserver import MCPServer

server = MCPServer("sound", log_level="ERROR")


@server.tool()
async def echo(text: str = "", ms: float = 0) -> str:
    await anyio.sleep(ms / 1000)
    return text


server.run(transport="streamable-http", port=int(sys.argv[1]), session_idle_timeout=1)
