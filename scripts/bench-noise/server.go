// The same as server.mjs. Usage: server [PORT | --pace]
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

type object = map[string]any

func work(n int) uint32 {
	x := uint32(1)
	for i := 0; i < n; i++ {
		x = x*1103515245 + 12345
	}
	return x
}

type message struct {
	Id     any    `json:"id"`
	Method string `json:"method"`
	Params struct {
		ProtocolVersion string `json:"protocolVersion"`
		Arguments       struct {
			N int `json:"n"`
		} `json:"arguments"`
	} `json:"params"`
}

func answer(line []byte) []byte {
	var m message
	if json.Unmarshal(line, &m) != nil || m.Id == nil {
		return nil
	}
	result := object{}
	switch m.Method {
	case "initialize":
		result = object{"protocolVersion": m.Params.ProtocolVersion, "capabilities": object{"tools": object{}}, "serverInfo": object{"name": "noise", "version": "1"}}
	case "tools/list":
		schema := object{"type": "object", "properties": object{"n": object{"type": "integer"}}}
		result = object{"tools": []any{object{"name": "work", "inputSchema": schema, "annotations": object{"readOnlyHint": true}}}}
	case "tools/call":
		result = object{"content": []any{object{"type": "text", "text": fmt.Sprint(work(m.Params.Arguments.N))}}}
	}
	text, _ := json.Marshal(object{"jsonrpc": "2.0", "id": m.Id, "result": result})
	return text
}

func main() {
	if len(os.Args) < 2 {
		lines := bufio.NewScanner(os.Stdin)
		for lines.Scan() {
			if reply := answer(lines.Bytes()); reply != nil {
				os.Stdout.Write(append(reply, '\n'))
			}
		}
		return
	}
	if os.Args[1] == "--pace" {
		best := 0.0
		for range 20 {
			from := time.Now()
			if work(1e6) == 0 {
				return
			}
			best = max(best, 1e6/float64(time.Since(from).Microseconds())*1000)
		}
		fmt.Println(int(best))
		return
	}
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Method != "POST" {
			w.WriteHeader(405)
			return
		}
		reply := answer(body)
		if reply == nil {
			w.WriteHeader(202)
			return
		}
		w.Header().Set("content-type", "application/json")
		w.Write(reply)
	})
	http.ListenAndServe("127.0.0.1:"+os.Args[1], nil)
}
