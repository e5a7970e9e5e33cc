import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { breakServer, delayTool, organisation, Repository } from "./repository.ts";

const forge = inject("forge");
const workflow = "pull-request.yml";

function project(name: string): Promise<Repository> {
  const files = { "test/act/project": ".", [`workflows/${workflow}`]: `.github/workflows/${workflow}` };
  return Repository.create(forge, { name: `${organisation}/${name}`, files });
}

test("an unchanged server is green, with one comment", async () => {
  await using repository = await project("unchanged");
  const head = await repository.pushToBranch("change", () => undefined);
  const number = await repository.open("change");
  const run = await repository.run(workflow, head);
  expect(run, run.log).toMatchObject({ conclusion: "success", jobs: { bench: "success" } });
  const [comment, another] = await repository.comments(number);
  expect(another).toBeUndefined();
  expect(comment?.body).toMatch(/^<!-- mcp-bench: key=default run=\d+\.1 /);
  expect(comment?.body).not.toContain("❌ MCP benchmark");
  expect(comment?.body).toMatch(/Base `[0-9a-f]{10}`/);
});

test("a slow one is red, and a further push that mends it turns the same comment", async () => {
  await using repository = await project("slow");
  const slow = await repository.pushToBranch("change", delayTool(30));
  const number = await repository.open("change");
  const red = await repository.run(workflow, slow);
  expect(red, red.log).toMatchObject({ conclusion: "failure", jobs: { bench: "failure" } });
  const [before] = await repository.comments(number);
  expect(before?.body).toContain("❌ MCP benchmark: regression");

  const mended = await repository.pushToBranch("change", delayTool(0));
  const green = await repository.run(workflow, mended);
  expect(green, green.log).toMatchObject({ conclusion: "success" });
  const [after, another] = await repository.comments(number);
  expect(another).toBeUndefined();
  expect(after?.id).toBe(before?.id);
  expect(after?.body).not.toContain("❌ MCP benchmark");
  expect(green.log).toContain("Pull-request comment: updated");
});

test("one that does not start is red, and the comment says whose it is", async () => {
  await using repository = await project("broken");
  const head = await repository.pushToBranch("change", breakServer);
  const number = await repository.open("change");
  const run = await repository.run(workflow, head);
  expect(run, run.log).toMatchObject({ conclusion: "failure" });
  const [comment, another] = await repository.comments(number);
  expect(another).toBeUndefined();
  expect(comment?.body).toContain("### ❌ MCP Bench: no result");
  expect(comment?.body).toContain("head, the commit under test, does not work");
  expect(comment?.body).toContain("the disk is on fire");
});

test("thresholds that the pull request raises do not let it through", async () => {
  await using repository = await project("thresholds");
  const head = await repository.pushToBranch("change", (folder) => {
    delayTool(30)(folder);
    const file = join(folder, "mcp-bench.yml");
    writeFileSync(file, readFileSync(file, "utf8").replace("p50: +100%", "p50: +900000%"));
  });
  const number = await repository.open("change");
  const run = await repository.run(workflow, head);
  expect(run, run.log).toMatchObject({ conclusion: "failure" });
  const [comment] = await repository.comments(number);
  expect(comment?.body).toContain("❌ MCP benchmark: regression");
  expect(comment?.body).toContain("this commit changes thresholds");
});
