// A small MCP server over stdio that needs nothing but the standard library.
package main

import (
	"encoding/json"
	"os"
)

type object = map[string]any

func resultOf(method string, params object) any {
	switch method {
	case "initialize":
		return object{
			"protocolVersion": params["protocolVersion"],
			"capabilities":    object{"tools": object{}},
			"serverInfo":      object{"name": "example", "version": "1.0.0"},
		}
	case "ping":
		return object{}
	case "tools/list":
		schema := object{"type": "object", "properties": object{}}
		hints := object{"readOnlyHint": true}
		return object{"tools": []object{{"name": "work", "inputSchema": schema, "annotations": hints}}}
	case "tools/call":
		return object{"content": []object{{"type": "text", "text": "done"}}}
	}
	return nil
}

func main() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var message struct {
			ID     any    `json:"id"`
			Method string `json:"method"`
			Params object `json:"params"`
		}
		if in.Decode(&message) != nil {
			return
		}
		if message.ID == nil {
			continue
		}
		answer := object{"jsonrpc": "2.0", "id": message.ID}
		if result := resultOf(message.Method, message.Params); result != nil {
			answer["result"] = result
		} else {
			answer["error"] = object{"code": -32601, "message": "no such method"}
		}
		if out.Encode(answer) != nil {
			return
		}
	}
}
