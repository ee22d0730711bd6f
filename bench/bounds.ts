import fs from "node:fs";
import http from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";
import { createElement, type ReactNode } from "react";
import { renderToString } from "react-dom/server";

/*
 * node bench/bounds.ts <port> bytes <file>: node:http alone, which sends these headers and bytes.
 * node bench/bounds.ts <port> react <file>: React and Brotli alone, which draw this page each time.
 * node bench/bounds.ts <port> sql <file>: Hono and pg alone, which send what these statements find.
 */
const [port, kind, file = ""] = process.argv.slice(2);
const kept = JSON.parse(fs.readFileSync(file, "utf8"));
const listen = (answer: http.RequestListener) =>
  http.createServer(answer).listen(Number(port), "127.0.0.1");

const compress = promisify(brotliCompress);
const TOKEN = /<(\/)?([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(\/)?>|<!.*?>|([^<]+)/gi;
const VOID = /^(?:area|br|col|hr|img|input|link|meta|source)$/;
const RAW = /(<(script|style)[^>]*>)([\s\S]*?)<\/\2>/gi;

/** The elements that React would draw this page from; what a script says stays in one piece. */
function elementsOf(html: string): ReactNode {
  const raw: string[] = [];
  const marked = html.replace(RAW, (_, open: string, tag: string, text: string) => {
    raw.push(text);
    return `${open}\0${raw.length - 1}</${tag}>`;
  });
  const open: { tag: string; props: Record<string, unknown>; children: ReactNode[] }[] = [];
  const root: ReactNode[] = [];
  const add = (node: ReactNode) => (open.at(-1)?.children ?? root).push(node);
  const close = () => {
    const ended = open.pop();
    if (ended) add(createElement(ended.tag, ended.props, ...ended.children));
  };
  for (const [, isEnd, name = "", attributes = "", isEmpty, text] of marked.matchAll(TOKEN)) {
    const tag = name.toLowerCase();
    const script = text?.startsWith("\0") ? raw[Number(text.slice(1))] : undefined;
    if (script !== undefined)
      Object.assign(open.at(-1)?.props ?? {}, { dangerouslySetInnerHTML: { __html: script } });
    else if (text) add(text);
    else if (isEnd) close();
    else if (tag) {
      open.push({ tag, props: propsOf(attributes), children: [] });
      if (isEmpty || VOID.test(tag)) close();
    }
  }
  return root[0];
}

function propsOf(attributes: string): Record<string, unknown> {
  const found = attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g);
  const plain = [...found].filter(([, name]) => name !== "style");
  return Object.fromEntries(plain.map(([, name = "", value]) => [name, value ?? true]));
}

if (kind === "bytes") {
  const body = Buffer.from(kept.body, "base64");
  listen((_, answer) => {
    answer.writeHead(200, kept.headers);
    answer.end(body);
  });
} else if (kind === "react") {
  const page = elementsOf(kept.html);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 8, [constants.BROTLI_PARAM_LGWIN]: 16 };
  const { "content-length": _, ...headers } = kept.headers;
  listen(async (_, answer) => {
    const body = await compress(`<!DOCTYPE html>${renderToString(page)}`, { params });
    answer.writeHead(200, { ...headers, "content-length": body.length });
    answer.end(body);
  });
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
  listen(getRequestListener(app.fetch));
}
