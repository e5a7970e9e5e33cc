/** Plays the APIs behind the wrappers: what their clients accept, and no more. */

export interface Played {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const user = { login: "octo", id: 1, node_id: "n", avatar_url: "", url: "", html_url: "", type: "User", name: "Octo" };
const when = "2026-01-01T00:00:00Z";
const owner = { ...user, gravatar_id: "", site_admin: false };
const repository = {
  ...{ id: 1, node_id: "n", name: "demo", full_name: "octo/demo", private: false, owner, html_url: "", url: "" },
  ...{ description: "d", fork: false, created_at: when, updated_at: when, pushed_at: when, default_branch: "main" },
  ...{ git_url: "", ssh_url: "", clone_url: "" },
};
const issue = {
  ...{ url: "", repository_url: "", labels_url: "", comments_url: "", events_url: "", html_url: "", id: 1, number: 1 },
  ...{ node_id: "n", title: "t", user, labels: [], state: "open", locked: false, assignee: null, assignees: [] },
  ...{ milestone: null, comments: 0, created_at: when, updated_at: when, closed_at: null, body: "b" },
};
const branch = { label: "octo:x", ref: "x", sha: "a".repeat(40), user, repo: repository };
const pull = {
  ...{ ...issue, number: 2, merged_at: null, merge_commit_sha: null, head: branch, base: { ...branch, ref: "main" } },
  ...{ diff_url: "", patch_url: "", issue_url: "", commits_url: "", review_comments_url: "", review_comment_url: "" },
  ...{ statuses_url: "", requested_reviewers: [], requested_labels: [] },
};
const file = {
  ...{ type: "file", encoding: "base64", size: 4, name: "README.md", path: "README.md", content: "ZGVtbw==" },
  ...{ sha: "a".repeat(40), url: "", git_url: "", html_url: "", download_url: "" },
  _links: { self: "", git: "", html: "" },
};

function github(path: string): unknown {
  if (path.startsWith("/search/"))
    return { total_count: 1, incomplete_results: false, items: [path.includes("repositories") ? repository : issue] };
  if (path.endsWith("/contents/README.md")) return file;
  if (path.endsWith("/issues")) return [issue];
  if (path.endsWith("/issues/1")) return issue;
  if (path.endsWith("/pulls/2")) return pull;
  if (path.endsWith("/pulls")) return [pull];
  if (path.endsWith("/status")) return { state: "success", statuses: [], sha: "a".repeat(40), total_count: 0 };
  return [];
}

const metadata = { name: "web", namespace: "default", uid: "u", creationTimestamp: when, resourceVersion: "1" };
const onePod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata,
  spec: { containers: [{ name: "web", image: "web" }], nodeName: "node-1" },
  status: { phase: "Running" },
};
const verbs = ["get", "list", "create", "delete", "watch"];
const kind = (name: string, one: string, namespaced: boolean) => ({
  ...{ name, singularName: one.toLowerCase(), namespaced, kind: one, verbs },
});
const metrics = { name: "metrics.k8s.io", versions: [{ groupVersion: "metrics.k8s.io/v1beta1", version: "v1beta1" }] };

function kubernetes(path: string): unknown {
  const list = (one: string, items: unknown[]) => ({ kind: `${one}List`, apiVersion: "v1", metadata: {}, items });
  if (path === "/api") return { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs: [] };
  if (path === "/apis")
    return { kind: "APIGroupList", apiVersion: "v1", groups: [{ ...metrics, preferredVersion: metrics.versions[0] }] };
  if (path === "/api/v1") {
    const kinds = [kind("pods", "Pod", true), kind("namespaces", "Namespace", false), kind("events", "Event", true)];
    return { kind: "APIResourceList", groupVersion: "v1", resources: [...kinds, kind("nodes", "Node", false)] };
  }
  if (path === "/apis/metrics.k8s.io/v1beta1") {
    const resources = [kind("pods", "PodMetrics", true), kind("nodes", "NodeMetrics", false)];
    return { kind: "APIResourceList", apiVersion: "v1", groupVersion: "metrics.k8s.io/v1beta1", resources };
  }
  const usage = { cpu: "10m", memory: "10Mi" };
  if (path.startsWith("/apis/metrics.k8s.io/") && path.endsWith("/nodes"))
    return {
      kind: "NodeMetricsList",
      apiVersion: "metrics.k8s.io/v1beta1",
      metadata: {},
      items: [{ metadata: { name: "node-1" }, timestamp: when, window: "30s", usage }],
    };
  if (path.startsWith("/apis/metrics.k8s.io/")) {
    const items = [{ metadata, timestamp: when, window: "30s", containers: [{ name: "web", usage }] }];
    return { kind: "PodMetricsList", apiVersion: "metrics.k8s.io/v1beta1", metadata: {}, items };
  }
  if (path.endsWith("/pods/web")) return onePod;
  if (path.endsWith("/pods")) return list("Pod", [onePod]);
  if (path.endsWith("/namespaces"))
    return list("Namespace", [{ apiVersion: "v1", kind: "Namespace", metadata: { name: "default" } }]);
  if (path.endsWith("/events")) return list("Event", []);
  const node = {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name: "node-1" },
    status: { allocatable: { cpu: "2", memory: "4Gi" }, capacity: { cpu: "2", memory: "4Gi" } },
  };
  if (path.endsWith("/nodes")) return list("Node", [node]);
  if (path.endsWith("/nodes/node-1")) return node;
  if (path.endsWith("/stats/summary")) return { node: { nodeName: "node-1" }, pods: [] };
  return undefined;
}

function slack(): unknown {
  const channel = { id: "C1", name: "general", is_archived: false };
  return { ok: true, channel, channels: [channel], messages: [], members: [], profile: { real_name: "Octo" } };
}

const found = {
  title: "Bench",
  url: "https://example.com/",
  description: "d",
  content: "c",
  score: 1,
  markdown: "# c",
};

function firecrawl(path: string): unknown {
  const status = {
    id: "1",
    success: true,
    status: "completed",
    total: 1,
    completed: 1,
    creditsUsed: 1,
    expiresAt: when,
  };
  if (path.endsWith("/map")) return { success: true, links: [found] };
  if (path.endsWith("/search")) return { success: true, data: { web: [found] }, results: [found] };
  if (path.endsWith("/credit-usage")) return { success: true, data: { remainingCredits: 1, planCredits: 1 } };
  return { ...status, data: path.includes("/crawl/") ? [] : {}, results: [found], papers: [], links: [] };
}

function brave(): unknown {
  const thumbnail = { src: "https://example.com/a.png", original: "https://example.com/a.png" };
  const result = {
    ...{
      ...found,
      type: "search_result",
      age: "1 day",
      page_age: when,
      thumbnail,
      meta_url: { hostname: "example.com" },
    },
    ...{ properties: { url: "https://example.com/a.png" }, video: {}, extra_snippets: [], source: "example.com" },
  };
  return {
    ...{ type: "search", query: { original: "bench" }, results: [result], web: { type: "search", results: [result] } },
    ...{
      extra: { might_be_offensive: false },
      grounding: { generic: [{ url: found.url, title: found.title, snippets: ["s"] }], map: [] },
      sources: {},
    },
  };
}

const html = `<!doctype html><html><head><title>Lambda</title></head><body><main><div id="main-content"><h1>Lambda</h1>
<p>What it is, at some length, so that a reader finds a paragraph worth keeping in here.</p><h2>Use cases</h2><p>Many of them.</p>
<h2>Limits</h2><table><thead><tr><th>Resource</th><th>Value</th></tr></thead><tbody><tr><td>memory</td><td>128 MB</td></tr></tbody></table>
</div></main></body></html>`;

const suggestion = { link: found.url, title: "Lambda", excerptText: { text: "d" }, summary: "d" };
const library = {
  id: "/vercel/next.js",
  title: "Next.js",
  description: "d",
  totalSnippets: 1,
  trustScore: 9,
  versions: [],
};

/** Answers of an API as JSON, by its host. */
const apis: Readonly<Record<string, (path: string) => unknown>> = {
  "api.notion.com": (path) => ({ object: "list", results: [{ object: "block", id: path }], has_more: false }),
  "api.tavily.com": () => ({
    query: "bench",
    base_url: found.url,
    results: [{ ...found, raw_content: "c" }],
    images: [],
    failed_results: [],
    response_time: 1,
  }),
  "api.firecrawl.dev": firecrawl,
  "api.github.com": github,
  "slack.com": slack,
  "gitlab.com": (path) =>
    path.includes("/files/")
      ? {
          file_name: "README.md",
          file_path: "README.md",
          size: 4,
          encoding: "base64",
          content: "ZGVtbw==",
          content_sha256: "a",
          ref: "main",
          blob_id: "b",
          commit_id: "c",
          last_commit_id: "d",
        }
      : [],
  "api.search.brave.com": brave,
  "api.exa.ai": () => ({
    requestId: "r",
    results: [{ ...found, id: found.url, text: "c", highlights: [] }],
    statuses: [],
  }),
  "context7.com": () => ({ results: [library], codeSnippets: [], infoSnippets: [] }),
  "kubernetes.example.com": kubernetes,
  "proxy.search.docs.aws.com": () => ({ suggestions: [{ textExcerptSuggestion: suggestion }], facets: {} }),
  "api.contentrecs.docs.aws.com": () => ({ highlyRated: { items: [{ url: found.url, assetTitle: "Lambda" }] } }),
};

/** Answers one request; 404 where nothing is played. */
export function play(url: string): Played {
  const { hostname, pathname } = new URL(url);
  if (hostname === "example.com" || hostname === "docs.aws.amazon.com")
    return pathname === "/robots.txt" ? none : { status: 200, type: "text/html; charset=utf-8", body: html };
  if (/\/logs?$/.test(pathname)) return { status: 200, type: "text/plain", body: "a line\n" };
  const value = apis[hostname]?.(pathname);
  return value === undefined ? none : { status: 200, type: "application/json", body: JSON.stringify(value) };
}

const none: Played = { status: 404, type: "application/json", body: '{"message":"Not Found"}' };
