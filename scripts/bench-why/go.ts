import type { Kind, ProgramFunction } from "./programs.ts";

const works: Readonly<Record<Kind, string>> = {
  tokens: `counts := map[string]int{}
		for _, word := range strings.Split(text, " ") {
			counts[word]++
		}
		result += len(counts)`,
  distance: `a, b := text[turn%40:turn%40+60], text[60:120]
		row := make([]int, len(b)+1)
		for column := range row {
			row[column] = column
		}
		for i := 1; i <= len(a); i++ {
			next := make([]int, len(b)+1)
			next[0] = i
			for j := 1; j <= len(b); j++ {
				cost := 1
				if a[i-1] == b[j-1] {
					cost = 0
				}
				next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+cost)
			}
			row = next
		}
		result += row[len(b)]`,
  sort: `records := make([]record, 120)
		for place := range records {
			records[place] = record{(place*7919 + turn) % 101, place}
		}
		sort.Slice(records, func(i, j int) bool { return records[i].key < records[j].key })
		result += records[0].place`,
  escape: `var html strings.Builder
		for line := 0; line < 12; line++ {
			html.WriteString("<li>" + template.HTMLEscapeString(text) + "</li>")
		}
		result += html.Len()`,
  json: `var copied map[string]any
		data, _ := json.Marshal(map[string]any{"turn": turn, "list": []string{text, text}})
		json.Unmarshal(data, &copied)
		result += len(copied)`,
  sieve: `marked := make([]bool, 5000)
		for i := 2; i*i < len(marked); i++ {
			if !marked[i] {
				for j := i * i; j < len(marked); j += i {
					marked[j] = true
				}
			}
		}
		if marked[turn%4000] {
			result++
		}`,
  tree: `open := []*node{{0, turn}}
		for len(open) > 0 {
			last := open[len(open)-1]
			open = open[:len(open)-1]
			result += last.value % 7
			if last.depth < 5 {
				open = append(open, &node{last.depth + 1, last.value + 1}, &node{last.depth + 1, last.value * 2})
			}
		}`,
  digest: `for part := 0; part < 12; part++ {
			sum := sha256.Sum256([]byte(text + string(rune('a'+part))))
			result += int(sum[0])
		}`,
};

/** Plain functions without a loop of their own, which the compiler may inline. */
function plainBody({ name, kind, twice, calls }: ProgramFunction, all: readonly ProgramFunction[]): string {
  return `
func ${name}(text string, turn int) int {
	result := 0
	for again := 0; again < 1 || again < 2 && turn%100 < ${twice}; again++ {
		${works[kind]}
	}
	if turn == 0 {
		${calls.map((call) => `result += ${loopOf(call, all).replaceAll("given.Text", "text")}`).join("\n\t\t")}
	}
	return result
}
`;
}

function loopOf(name: string | undefined, all: readonly ProgramFunction[]): string {
  const amount = all.find((one) => one.name === name)?.amount ?? 1;
  return `func() int { sum := 0; for turn := 0; turn < ${amount}; turn++ { sum += ${name}(given.Text, turn) }; return sum }()`;
}

/** A server over stdio by the SDK of Go, as one file of the package main. */
export function goServer(functions: readonly ProgramFunction[], isPlain: boolean): Readonly<Record<string, string>> {
  const asyncBody = ({ name, kind, amount, calls, isAsync }: ProgramFunction) => `
//go:noinline
func ${name}(text string) int {
	result := 0
	for turn := 0; turn < ${amount}; turn++ {
		${works[kind]}
	}
	${calls.map((call) => (isAsync ? `result += <-start(${call}, text)` : `result += ${call}(text)`)).join("\n\t")}
	return result
}
`;
  const bodies = functions.map((one) => (isPlain ? plainBody(one, functions) : asyncBody(one)));
  const first = isPlain ? loopOf(functions[0]?.name, functions) : `${functions[0]?.name}(given.Text)`;
  const server = `package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"html/template"
	"log"
	"sort"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type record struct{ key, place int }

type node struct{ depth, value int }

func start(work func(string) int, text string) <-chan int {
	done := make(chan int)
	go func() { done <- work(text) }()
	return done
}

var _ = []any{json.Marshal, template.HTMLEscapeString, sha256.Sum256, sort.Slice, strings.Split, start}
${bodies.join("")}
type args struct {
	Text string \`json:"text"\`
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "seeded", Version: "1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "work", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
		func(ctx context.Context, _ *mcp.CallToolRequest, given args) (*mcp.CallToolResult, any, error) {
			text := strconv.Itoa(${first})
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil, nil
		})
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Print(err)
	}
}
`;
  return { "main.go": server };
}
