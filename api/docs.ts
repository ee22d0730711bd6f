import { createRequire } from "node:module";
import { dirname } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";

const PAGE = `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API de Parenthèse</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>`;

const START = `window.addEventListener("load", () => {
  SwaggerUIBundle({ url: "/api/v1/openapi.json", dom_id: "#swagger-ui", deepLinking: true, validatorUrl: null });
});`;

/** Serves Swagger UI from npm, so that no third party is asked. */
export function serveDocs() {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve("swagger-ui-dist/package.json"));
  return new Hono()
    .get("/", (c) => c.html(PAGE))
    .get("/start.js", (c) => c.body(START, 200, { "Content-Type": "text/javascript" }))
    .get(
      "/*",
      serveStatic({
        root: folder,
        rewriteRequestPath: (path) => path.replace(/^\/api\/docs/, ""),
      }),
    );
}
