// A sound server with sessions on the Go SDK. Usage: main PORT
package main

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type text struct {
	Text string  `json:"text,omitempty"`
	Ms   float64 `json:"ms,omitempty"`
}

func echo(_ context.Context, _ *mcp.CallToolRequest, args text) (*mcp.CallToolResult, any, error) {
	time.Sleep(time.Duration(args.Ms * float64(time.Millisecond)))
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: args.Text}}}, nil, nil
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "sound", Version: "1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "echo", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, echo)
	handler := mcp.NewStreamableHTTPHandler(
		func(*http.Request) *mcp.Server { return server },
		&mcp.StreamableHTTPOptions{SessionTimeout: time.Second},
	)
	served := &http.Server{Addr: "127.0.0.1:" + os.Args[1], Handler: handler}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM)
	go served.ListenAndServe()
	<-stop
	time.Sleep(500 * time.Millisecond)
	for session := range server.Sessions() {
		session.Close()
	}
	served.Shutdown(context.Background())
}
