import { describe, expect, test } from "vitest";
import { childEnvironment } from "../../../src/base/host/environment.ts";
import { ConfigError } from "../../../src/errors.ts";

describe("childEnvironment", () => {
  test("keeps what programs need and drops everything else", () => {
    const parent = {
      PATH: "/bin",
      HOME: "/home/me",
      LC_ALL: "C",
      https_proxy: "http://proxy",
      NO_PROXY: "localhost",
      NODE_EXTRA_CA_CERTS: "/ca.pem",
      RUNNER_TRACKING_ID: "github_1",
      MY_SECRET: "s",
      GITHUB_SHA: "abc",
      LC_ALL_TOKEN: "s",
      TZ: undefined,
    };
    expect(childEnvironment(parent, {})).toEqual({
      PATH: "/bin",
      HOME: "/home/me",
      LC_ALL: "C",
      https_proxy: "http://proxy",
      NO_PROXY: "localhost",
      NODE_EXTRA_CA_CERTS: "/ca.pem",
      RUNNER_TRACKING_ID: "github_1",
    });
  });

  test.each([
    "GITHUB_TOKEN",
    "INPUT_GITHUB-TOKEN",
    "ACTIONS_RUNTIME_TOKEN",
    "ACTIONS_ID_TOKEN_REQUEST_URL",
    "GITHUB_ENV",
    "GITHUB_PATH",
    "GITHUB_OUTPUT",
    "GITHUB_STATE",
    "GITHUB_STEP_SUMMARY",
  ])("never inherits %s and refuses it when configured", (name) => {
    expect(childEnvironment({ [name]: "s" }, {})).toEqual({});
    expect(() => childEnvironment({}, { [name]: "s" })).toThrow(ConfigError);
    expect(() => childEnvironment({}, { [name]: "s" })).toThrow(/pass-env/);
  });

  test("configured names win over inherited ones", () => {
    expect(childEnvironment({ PATH: "/bin", LANG: "C" }, { PATH: "/opt", LOG_LEVEL: "error" })).toEqual({
      PATH: "/opt",
      LANG: "C",
      LOG_LEVEL: "error",
    });
  });
});
