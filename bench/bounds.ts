import fs from "node:fs";
import http from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";

/*
 * node bench/bounds.ts <port> bytes <file>: node:http alone, which sends these headers and bytes.
 * node bench/bounds.ts <port> sql <file>: Hono and pg alone, which send what these statements find.
 */
const [port, kind, file = ""] = process.argv.slice(2);
const kept = JSON.parse(fs.readFileSync(file, "utf8"));

if (kind === "bytes") {
  const body = Buffer.from(kept.body, "base64");
  http
    .createServer((_, answer) => {
      answer.writeHead(200, kept.headers);
      answer.end(body);
    })
    .listen(Number(port), "127.0.0.1");
} else {
  const options = "-c TimeZone=UTC -c jit=off";
  const pool = new pg.Pool({ connectionString: kept.databaseUrl, max: 10, options });
  const statements = new Map<string, { name: string; text: string; values: unknown[] }[]>(
    kept.statements,
  );
  const app = new Hono();
  app.get("/api/v1/sessions", async (c) => {
    const found = [];
    for (const statement of statements.get(c.req.url.split("?")[1] ?? "") ?? []) {
      found.push((await pool.query(statement)).rows);
    }
    return c.json(found);
  });
  http.createServer(getRequestListener(app.fetch)).listen(Number(port), "127.0.0.1");
}
