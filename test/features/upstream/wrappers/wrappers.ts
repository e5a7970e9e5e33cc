/** API wrappers that nobody here wrote, with the tools of each that only read. */

export interface Wrapper {
  readonly name: string;
  readonly runtime: string;
  /** Package as its registry has it, and the program that it brings. */
  readonly package: string;
  readonly from: "npm" | "pypi";
  readonly program: string;
  readonly args?: readonly string[];
  /** Variables that it does not start or call without; none is a credential. */
  readonly env?: Readonly<Record<string, string>>;
  /** Files that it reads, by their name in the folder where it is started. */
  readonly files?: Readonly<Record<string, string>>;
  /** Arguments of its tools that only read, by its own word or, where it says nothing, by what they do. */
  readonly tools: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const id = "00000000-0000-0000-0000-000000000001";
const repository = { owner: "octo", repo: "demo" };
const page = "https://docs.aws.amazon.com/lambda/latest/dg/welcome.html";
const pod = { name: "web", namespace: "default" };

const kubeconfig = `apiVersion: v1
kind: Config
clusters: [{ name: demo, cluster: { server: "https://kubernetes.example.com" } }]
contexts: [{ name: demo, context: { cluster: demo, user: demo, namespace: default } }]
current-context: demo
users: [{ name: demo, user: { token: none } }]
`;

export const wrappers: readonly Wrapper[] = [
  {
    name: "notion",
    runtime: "Node.js, axios",
    package: "@notionhq/notion-mcp-server@2.5.2",
    from: "npm",
    program: "notion-mcp-server",
    env: { NOTION_TOKEN: "none" },
    tools: {
      "API-get-user": { user_id: id },
      "API-get-users": {},
      "API-get-self": {},
      "API-get-block-children": { block_id: id },
      "API-retrieve-a-block": { block_id: id },
      "API-retrieve-a-page": { page_id: id },
      "API-retrieve-a-page-property": { page_id: id, property_id: "title" },
      "API-retrieve-a-comment": { block_id: id },
      "API-retrieve-a-data-source": { data_source_id: id },
      "API-list-data-source-templates": { data_source_id: id },
      "API-retrieve-a-database": { database_id: id },
      "API-retrieve-page-markdown": { page_id: id },
      "API-post-search": { query: "plan" },
      "API-query-data-source": { data_source_id: id },
    },
  },
  {
    name: "tavily",
    runtime: "Node.js, axios",
    package: "tavily-mcp@0.2.22",
    from: "npm",
    program: "tavily-mcp",
    env: { TAVILY_API_KEY: "none" },
    tools: {
      tavily_search: { query: "bench" },
      tavily_extract: { urls: ["https://example.com/"] },
      tavily_crawl: { url: "https://example.com/" },
      tavily_map: { url: "https://example.com/" },
    },
  },
  {
    name: "firecrawl",
    runtime: "Node.js, axios and fetch",
    package: "firecrawl-mcp@3.26.0",
    from: "npm",
    program: "firecrawl-mcp",
    env: { FIRECRAWL_API_KEY: "fc-none" },
    tools: {
      firecrawl_map: { url: "https://example.com/" },
      firecrawl_search: { query: "bench" },
      firecrawl_check_crawl_status: { id },
      firecrawl_agent_status: { id },
      firecrawl_monitor_list: {},
      firecrawl_monitor_get: { id },
      firecrawl_monitor_checks: { id },
      firecrawl_monitor_check: { id, checkId: id },
      firecrawl_research_search_papers: { query: "bench" },
      firecrawl_research_inspect_paper: { paperId: "p1" },
      firecrawl_research_related_papers: { seed_ids: ["p1"], intent: "similar" },
      firecrawl_research_read_paper: { paperId: "p1", question: "what" },
      firecrawl_developer_search: { query: "bench" },
      firecrawl_credit_usage: {},
    },
  },
  {
    name: "github",
    runtime: "Node.js, node-fetch",
    package: "@modelcontextprotocol/server-github@2025.4.8",
    from: "npm",
    program: "mcp-server-github",
    env: { GITHUB_PERSONAL_ACCESS_TOKEN: "none" },
    tools: {
      search_repositories: { query: "demo" },
      get_file_contents: { ...repository, path: "README.md" },
      list_commits: repository,
      list_issues: repository,
      search_code: { q: "demo" },
      search_issues: { q: "demo" },
      search_users: { q: "octo" },
      get_issue: { ...repository, issue_number: 1 },
      get_pull_request: { ...repository, pull_number: 2 },
      list_pull_requests: repository,
      get_pull_request_files: { ...repository, pull_number: 2 },
      get_pull_request_status: { ...repository, pull_number: 2 },
      get_pull_request_comments: { ...repository, pull_number: 2 },
      get_pull_request_reviews: { ...repository, pull_number: 2 },
    },
  },
  {
    name: "slack",
    runtime: "Node.js, fetch",
    package: "@modelcontextprotocol/server-slack@2025.4.25",
    from: "npm",
    program: "mcp-server-slack",
    env: { SLACK_BOT_TOKEN: "none", SLACK_TEAM_ID: "T1" },
    tools: {
      slack_list_channels: {},
      slack_get_channel_history: { channel_id: "C1" },
      slack_get_thread_replies: { channel_id: "C1", thread_ts: "1.000001" },
      slack_get_users: {},
      slack_get_user_profile: { user_id: "U1" },
    },
  },
  {
    name: "gitlab",
    runtime: "Node.js, node-fetch",
    package: "@modelcontextprotocol/server-gitlab@2025.4.25",
    from: "npm",
    program: "mcp-server-gitlab",
    env: { GITLAB_PERSONAL_ACCESS_TOKEN: "none" },
    tools: {
      search_repositories: { search: "demo" },
      get_file_contents: { project_id: "1", file_path: "README.md", ref: "main" },
    },
  },
  {
    name: "brave-search",
    runtime: "Node.js, fetch",
    package: "@brave/brave-search-mcp-server@2.1.4",
    from: "npm",
    program: "brave-search-mcp-server",
    args: ["--transport", "stdio"],
    env: { BRAVE_API_KEY: "none" },
    tools: {
      brave_web_search: { query: "bench" },
      brave_video_search: { query: "bench" },
      brave_image_search: { query: "bench" },
      brave_news_search: { query: "bench" },
      brave_llm_context: { query: "bench" },
    },
  },
  {
    name: "exa",
    runtime: "Node.js, fetch",
    package: "exa-mcp-server@3.4.1",
    from: "npm",
    program: "exa-mcp-server",
    env: { EXA_API_KEY: "none" },
    tools: { web_search_exa: { query: "bench" }, web_fetch_exa: { urls: ["https://example.com/"] } },
  },
  {
    name: "context7",
    runtime: "Node.js, fetch",
    package: "@upstash/context7-mcp@4.1.1",
    from: "npm",
    program: "context7-mcp",
    tools: {
      "resolve-library-id": { query: "routing", libraryName: "next.js" },
      "query-docs": { libraryId: "/vercel/next.js", query: "routing" },
    },
  },
  {
    name: "kubernetes",
    runtime: "Go, net/http",
    package: "kubernetes-mcp-server@0.0.67",
    from: "npm",
    program: "kubernetes-mcp-server",
    args: ["--kubeconfig", "kubeconfig.yml"],
    files: { "kubeconfig.yml": kubeconfig },
    tools: {
      configuration_view: {},
      events_list: {},
      namespaces_list: {},
      nodes_log: { name: "node-1", query: "kubelet" },
      nodes_stats_summary: { name: "node-1" },
      nodes_top: {},
      pods_get: pod,
      pods_list: {},
      pods_list_in_namespace: { namespace: "default" },
      pods_log: pod,
      pods_top: {},
      resources_get: { apiVersion: "v1", kind: "Pod", ...pod },
      resources_list: { apiVersion: "v1", kind: "Pod", namespace: "default" },
    },
  },
  {
    name: "fetch",
    runtime: "Python, httpx",
    package: "mcp-server-fetch==2026.10.24",
    from: "pypi",
    program: "mcp-server-fetch",
    tools: { fetch: { url: "https://example.com/", raw: true } },
  },
  {
    name: "aws-documentation",
    runtime: "Python, httpx",
    package: "awslabs-aws-documentation-mcp-server==1.2.3",
    from: "pypi",
    program: "awslabs.aws-documentation-mcp-server",
    env: { FASTMCP_LOG_LEVEL: "ERROR" },
    tools: {
      read_documentation: { url: page },
      read_sections: { url: page, section_titles: ["Use cases"] },
      search_table: { url: page, query: "memory" },
      search_documentation: { search_phrase: "lambda" },
      recommend: { url: page },
    },
  },
];
