import { expect, test } from "vitest";
import { builtBy, codeAmong, codeOf, nameOfProgram, roleOf } from "../../../src/measure/program/command-line.ts";

const files = (words: string[], rest: string[] = []) => ({ kind: "files", words, rest });

test.each<[string, object]>([
  ["node dist/server.js --db data.js", files(["dist/server.js"], ["--db", "data.js"])],
  ["node --import tsx -r ./hook.js src/server.ts", files(["src/server.ts"])],
  ["node --import=tsx .", files(["."])],
  ["node -e code server.js", { kind: "unknown" }],
  ["python3 -W ignore -u server.py", files(["server.py"])],
  ["python3 -u -m pkg.server ./data.py", { kind: "python module", name: "pkg.server" }],
  ["python3 -c code", { kind: "unknown" }],
  ["deno run -A main.ts", files(["main.ts"])],
  ["java -Xmx1g -jar build/server.jar run", files(["build/server.jar"], ["run"])],
  ["java -cp classes:lib/a.jar Main", files(["classes", "lib/a.jar"])],
  ["java --add-modules a.b -jar server.jar", files(["server.jar"])],
  ["java @options Main", { kind: "unknown" }],
  ["/usr/lib/erlang/bin/beam.smp -root /usr/lib/erlang", { kind: "unknown" }],
  ["dotnet bin/Server.dll", files(["bin/Server.dll"])],
  ["bash -euo pipefail run.sh stdio", files(["run.sh"], ["stdio"])],
  ["bash -lc code", { kind: "unknown" }],
  ["sh run.sh stdio", files(["run.sh"], ["stdio"])],
  ["./bin/server stdio", { kind: "executable", rest: ["stdio"] }],
])("`%s` runs", (line, code) => {
  const words = line.split(" ");
  expect(codeOf(nameOfProgram(words[0] ?? ""), words)).toEqual(code);
});

test.each([
  ["/usr/bin/node", "npm exec tiny ./server.js", "launcher"],
  ["/usr/bin/node", "node /usr/lib/node_modules/npm/bin/npx-cli.js tiny", "launcher"],
  ["/opt/uv", "uv run server.py", "launcher"],
  ["/usr/bin/python3.11", "python3 /usr/bin/pipx run tiny", "launcher"],
  ["/usr/bin/java", "java -cp gradle/wrapper/gradle-wrapper.jar org.gradle.wrapper.GradleWrapperMain run", "launcher"],
  ["/usr/bin/dash", "sh -c node", "shell"],
  ["/usr/bin/node", "node server.js", "program"],
  ["/home/user/.cache/go-build/ab/tiny", "tiny", "program"],
])("%s as `%s` is a %s", (executable, line, role) => {
  expect(roleOf(nameOfProgram(executable), line.split(" "))).toBe(role);
});

test.each([
  ["go", "go run .", "."],
  ["go", "go run -race ./cmd/server stdio", "./cmd/server"],
  ["go", "go run main.go", "main.go"],
  ["go", "go run example.com/tiny@v1.2.3", undefined],
  ["go", "go build .", undefined],
  ["cargo", "cargo run --release", "."],
  ["uv", "uv tool run --from . tiny", "."],
  ["uvx", "uvx --from tiny==1.0 tiny", undefined],
  ["java", "java -classpath boot.jar org.codehaus.plexus.classworlds.launcher.Launcher exec:java", "."],
])("%s: `%s` builds %s", (name, line, place) => {
  expect(builtBy(name, line.split(" "))).toBe(place);
});

test("words that may be code for a runner are told from data", () => {
  expect(codeAmong(["run", "--file=server.py", "--db", "data.db", "app.main:server", "."])).toEqual([
    "server.py",
    "app/main.py",
    "app/main",
  ]);
});
