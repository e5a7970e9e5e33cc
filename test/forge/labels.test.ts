import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { administrator, ask, delayTool, organisation, press, Repository } from "./repository.ts";

const forge = inject("forge");

async function project(name: string, workflow: string, change?: (folder: string) => void): Promise<Repository> {
  const files = { "test/act/project": ".", [`workflows/${workflow}`]: `.github/workflows/${workflow}` };
  const options = { name: `${organisation}/${name}`, files, ...(change && { change }) };
  const repository = await Repository.create(forge, options);
  for (const label of ["mcp-bench:run", "mcp-bench:skip", "mcp-bench:accept"])
    await ask(forge, {
      method: "POST",
      path: `/repos/${repository.name}/labels`,
      body: { name: label, color: "#ededed" },
    });
  return repository;
}

function setLabel(repository: Repository, pullRequest: number, label: string): Promise<unknown> {
  const path = `/repos/${repository.name}/issues/${pullRequest}/labels`;
  return ask(forge, { method: "POST", path, body: { labels: [label] } });
}

test("a label starts a run, and nothing else does", async () => {
  // Gitea's event does not say which label was set.
  await using repository = await project("on-demand", "on-demand.yml", (folder) => {
    const file = join(folder, ".github/workflows/on-demand.yml");
    const text = readFileSync(file, "utf8");
    const asked = text.replace(
      "github.event.label.name == 'mcp-bench:run'",
      "contains(github.event.pull_request.labels.*.name, 'mcp-bench:run')",
    );
    expect(asked).not.toBe(text);
    writeFileSync(file, asked);
  });
  const head = await repository.pushToBranch("change", () => undefined);
  const number = await repository.open("change");
  await setLabel(repository, number, "mcp-bench:run");
  const run = await repository.run("on-demand.yml", head);
  expect(run.conclusion, run.log).toBe("success");
  expect(await repository.runs("on-demand.yml", head)).toHaveLength(1);
  expect(await repository.comments(number)).toHaveLength(1);
});

test("a maintainer's labels skip a run and accept a regression, told in GitHub's form", async () => {
  await using repository = await project("labels", "pull-request.yml");
  const slow = await repository.pushToBranch("change", delayTool(30));
  const number = await repository.open("change");
  const red = await repository.run("pull-request.yml", slow);
  expect(red.conclusion, red.log).toBe("failure");

  await setLabel(repository, number, "mcp-bench:accept");
  await press("rerun", forge, { name: repository.name, run: red.id });
  const accepted = await repository.run("pull-request.yml", slow);
  expect(accepted.conclusion, accepted.log).toBe("success");
  const [comment] = await repository.comments(number);
  expect(comment?.body).toContain("☑️ MCP benchmark: regression, accepted");
  expect(comment?.body).toContain(administrator);

  const next = await repository.pushToBranch("change", () => undefined);
  const further = await repository.run("pull-request.yml", next);
  expect(further.conclusion, further.log).toBe("failure");
  expect(further.log).toContain("set it before there was a report on");

  await setLabel(repository, number, "mcp-bench:skip");
  await press("rerun", forge, { name: repository.name, run: further.id });
  const skipped = await repository.run("pull-request.yml", next);
  expect(skipped.conclusion, skipped.log).toBe("success");
  const [told, another] = await repository.comments(number);
  expect(another).toBeUndefined();
  expect(told?.body).toContain(`\`${administrator}\` skipped it`);
});
