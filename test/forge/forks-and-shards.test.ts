import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { ask, delayTool, organisation, press, Repository, signUp, until } from "./repository.ts";

const forge = inject("forge");

test("a fork is measured without rights, and commented by the other workflow", async () => {
  const workflows = ["fork-safe.yml", "fork-safe-comment.yml"].map((file) => [
    `workflows/${file}`,
    `.github/workflows/${file}`,
  ]);
  const files = { "test/act/project": ".", ...Object.fromEntries(workflows) };
  await using repository = await Repository.create(forge, { name: `${organisation}/forked`, files });
  const stranger = await signUp(forge, "stranger");
  await ask(stranger, { method: "POST", path: `/repos/${repository.name}/forks`, body: {} });
  await repository.git("checkout", "--quiet", "-b", "change");
  delayTool(30)(repository.folder);
  const head = await repository.commit("Change");
  await repository.git("push", "--quiet", repository.remote(stranger, "stranger/forked"), "change");
  const number = await repository.open("stranger:change", stranger);

  // Only the first of a person waits for a maintainer.
  const asked = async () => (await repository.runs("fork-safe.yml", head)).length > 0;
  await until("the run waits for its approval", asked);
  for (const { id } of await repository.runs("fork-safe.yml", head))
    await press("approve", forge, { name: repository.name, run: id });
  const measured = await repository.run("fork-safe.yml", head);
  expect(measured, measured.log).toMatchObject({ conclusion: "failure", jobs: { bench: "failure" } });
  await until("the comment is there", async () => (await repository.comments(number)).length > 0);
  const commented = await repository.run("fork-safe-comment.yml", await repository.git("rev-parse", "main"), {
    after: measured.id,
  });
  expect(commented, commented.log).toMatchObject({ conclusion: "success" });
  const [comment, another] = await repository.comments(number);
  expect(another).toBeUndefined();
  expect(comment?.body).toContain("❌ MCP benchmark: regression");
  expect(comment?.body).toMatch(/untrusted/i);
});

test("two shards on two runners make one comment", async () => {
  const files = { "test/act/project": ".", "workflows/many-runners.yml": ".github/workflows/many-runners.yml" };
  await using repository = await Repository.create(forge, { name: `${organisation}/shards`, files });
  const head = await repository.pushToBranch("change", (folder) => {
    const file = join(folder, "mcp-bench.yml");
    writeFileSync(file, readFileSync(file, "utf8").replace("thresholds:", "  - method: ping\nthresholds:"));
  });
  const number = await repository.open("change");
  const run = await repository.run("many-runners.yml", head);
  expect(run, run.log).toMatchObject({ conclusion: "success" });
  expect(run.log).toContain("measure: success, report: success");
  const [comment, another] = await repository.comments(number);
  expect(another).toBeUndefined();
  expect(comment?.body).toMatch(/2 benchmark rows/);
});
