"""A sound server with sessions on the Python SDK. Usage: python python.py PORT"""

import sys

from mcp.server.mcpserver import MCPServer

server = MCPServer("sound", log_level="ERROR")


@server.tool()
def echo(text: str = "") -> str:
    return text


server.run(transport="streamable-http", port=int(sys.argv[1]), session_idle_timeout=1)
