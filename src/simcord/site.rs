//! The page's own files, carried inside the program. While working on the page, set `CUSTODIAN_PAGE_DIR` to its
//! folder and reload instead of building.

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::model::content_type;
use super::server::Server;

macro_rules! file {
    ($name:literal) => {
        ($name, include_bytes!(concat!("page/", $name)).as_slice())
    };
}

static FILES: &[(&str, &[u8])] = &[
    file!("client.js"),
    file!("commands.js"),
    file!("components.js"),
    file!("composer.css"),
    file!("composer.js"),
    file!("dialog.js"),
    file!("dom.js"),
    file!("drawers.js"),
    file!("embeds.js"),
    file!("emoji.js"),
    file!("firstrun.js"),
    file!("format.js"),
    file!("icon.svg"),
    file!("icons.js"),
    file!("index.html"),
    file!("interactions.js"),
    file!("layout.css"),
    file!("lightbox.js"),
    file!("main.js"),
    file!("markdown.js"),
    file!("members.js"),
    file!("menu.js"),
    file!("message.js"),
    file!("messages.css"),
    file!("messages.js"),
    file!("modal.js"),
    file!("overlay.css"),
    file!("popup.js"),
    file!("select.js"),
    file!("settings.js"),
    file!("sidebar.js"),
    file!("store.js"),
    file!("style.css"),
    file!("suggest.js"),
    file!("switcher.js"),
    file!("theme.js"),
];

pub fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/", get(|| async { serve("index.html") }))
        .route("/page/{name}", get(|Path(name): Path<String>| async move { serve(&name) }))
        .route("/favicon.ico", get(|| async { serve("icon.svg") }))
}

fn serve(name: &str) -> Response {
    let Some((name, bytes)) = FILES.iter().find(|(n, _)| *n == name) else {
        return (StatusCode::NOT_FOUND, "There is no such file.").into_response();
    };
    let folder = std::env::var_os("CUSTODIAN_PAGE_DIR").map(PathBuf::from);
    let fresh = folder.and_then(|folder| std::fs::read(folder.join(name)).ok());
    let headers = [
        (header::CONTENT_TYPE, content_type(name)),
        (header::CACHE_CONTROL, "no-cache"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, fresh.unwrap_or_else(|| bytes.to_vec())).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_is_carried() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/simcord/page");
        let there = std::fs::read_dir(folder).expect("the page's folder").flatten();
        for name in there.map(|f| f.file_name().into_string().expect("a plain name")) {
            assert!(
                FILES.iter().any(|(n, _)| *n == name),
                "{name} is missing in the table of files"
            );
        }
    }
}
