import { ConfigError } from "../../errors.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Names a server or build may inherit: where programs, homes and caches are, language, proxy and certificates. */
const inherited = new Set([
  ...["PATH", "HOME", "SHELL", "USER", "LOGNAME", "TERM", "TMPDIR", "TMP", "TEMP", "TZ", "LANG", "LANGUAGE", "CI"],
  ...["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"],
  ...["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"],
  // Clients of containers find their engine by these.
  ...["DOCKER_HOST", "DOCKER_CONTEXT", "DOCKER_CONFIG", "CONTAINER_HOST", "CONTAINERS_CONF", "CONTAINERD_ADDRESS"],
  // The GitHub runner ends whatever still carries this name when the job is over.
  "RUNNER_TRACKING_ID",
  // Interpreters from a tool cache do not start without these (Python finds libpython by LD_LIBRARY_PATH).
  ...["LD_LIBRARY_PATH", "JAVA_HOME", "DOTNET_ROOT", "DEVELOPER_DIR", "VIRTUAL_ENV", "VOLTA_HOME", "PNPM_HOME"],
  ...["GOPATH", "GOROOT", "GOCACHE", "GOMODCACHE", "GOTOOLCHAIN", "CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN"],
  ...["NPM_CONFIG_CACHE", "npm_config_cache", "UV_CACHE_DIR", "UV_PYTHON_INSTALL_DIR", "PIP_CACHE_DIR"],
]);

const inheritedPatterns = [/^LC_[A-Z]+$/, /^(https?|all|no)_proxy$/i];

/** Variables with which target code could act as the job: its token, its inputs, its caches and its command files. */
const forbidden = /^(GITHUB_TOKEN|GITHUB_(ENV|PATH|OUTPUT|STATE|STEP_SUMMARY)|INPUT_.*|ACTIONS_.*)$/i;

/**
 * The whole environment of a server or build: the allow-listed part of `parent` with the configured names on top.
 * Throws a ConfigError for configured names that would hand the job's own powers to target code.
 */
export function childEnvironment(
  parent: Environment,
  configured: Readonly<Record<string, string>>,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(parent)) {
    const isInherited = inherited.has(name) || inheritedPatterns.some((pattern) => pattern.test(name));
    if (value !== undefined && isInherited) environment[name] = value;
  }
  for (const [name, value] of Object.entries(configured)) {
    if (forbidden.test(name))
      throw new ConfigError(`the server may not get the environment variable ${name}`, {
        expected: "names other than GITHUB_TOKEN, INPUT_*, ACTIONS_* and the runner's command files",
        fix: "give the server a token of its own under another name, listed in `pass-env`",
      });
    environment[name] = value;
  }
  return environment;
}
