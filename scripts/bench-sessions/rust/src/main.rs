//! A sound server with sessions on the Rust SDK. Usage: sound PORT
use std::{env, error::Error, time::Duration};

use rmcp::{
    handler::server::{router::tool::ToolRouter, wrapper::Parameters},
    model::{ServerCapabilities, ServerConfig},
    schemars, tool, tool_handler, tool_router,
    transport::streamable_http_server::{
        session::local::LocalSessionManager, StreamableHttpServerConfig, StreamableHttpService,
    },
    ServerHandler,
};
use tokio::signal::unix::{signal, SignalKind};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
struct Text {
    #[serde(default)]
    text: String,
    #[serde(default)]
    ms: u64,
}

#[derive(Clone)]
struct Sound {
    tool_router: ToolRouter<Self>,
}

#[tool_router]
impl Sound {
    #[tool(description = "Gives its text back", annotations(read_only_hint = true))]
    async fn echo(&self, Parameters(Text { text, ms }): Parameters<Text>) -> String {
        tokio::time::sleep(Duration::from_millis(ms)).await;
        text
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Sound {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut sessions = LocalSessionManager::default();
    sessions.session_config.keep_alive = Some(Duration::from_secs(1));
    let config = StreamableHttpServerConfig::default();
    let stop = config.cancellation_token.clone();
    let service = StreamableHttpService::new(
        || Ok(Sound { tool_router: Sound::tool_router() }),
        sessions.into(),
        config,
    );
    let port = env::args().nth(1).unwrap_or_default();
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{port}")).await?;
    let mut term = signal(SignalKind::terminate())?;
    let app = axum::Router::new().nest_service("/mcp", service);
    axum::serve(listener, app)
        .with_graceful_shutdown(async move {
            term.recv().await;
            tokio::time::sleep(Duration::from_millis(500)).await;
            stop.cancel();
        })
        .await?;
    Ok(())
}
