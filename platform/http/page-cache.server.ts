import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { type Encoding, encodeBytes, encodingFor } from "./compression.server.ts";

/** Milliseconds since rendering began for which a page is fresh. */
const FRESH = 1_000;
/** Milliseconds for which it is served while a new one renders. */
const KEPT = 4_000;
/** Seconds for a CDN. */
const KEPT_ELSEWHERE = 5;
/** Milliseconds for which a page is served while the database is away. */
const KEPT_WHILE_AWAY = 300_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes beyond its body. */
const OVERHEAD = 2_048;

export type Origin = "fresh" | "stale" | "rendered" | "away";

export interface SharedAnswer {
  method: string;
  address: string;
  status: number;
  /** Request id of the rendering, which its log lines and all its answers have. */
  renderId: string;
  origin: Origin;
  /** Milliseconds. */
  took: number;
}

export interface PageCacheOptions {
  isAnybody(request: IncomingMessage): boolean;
  /** Null for an address that may not be shared. */
  addressOf(url: string): string | null;
  render(address: string): Promise<Response>;
  otherwise: RequestListener;
  /** Monotonic, in milliseconds. */
  clock(): number;
  /** Milliseconds for which a rendering stays true, asked before it reads anything. */
  holdsFor(): number;
  onAnswer(answer: SharedAnswer, request: IncomingMessage): void;
  headers(): readonly string[];
  maxBytes?: number;
}

interface Page {
  began: number;
  /** By the same clock, when it may become untrue. */
  ends: number;
  status: number;
  headers: readonly string[];
  isPersonal: boolean;
  renderId: string;
  bodies: Map<Encoding, Uint8Array | Promise<Uint8Array>>;
  bytes: number;
}

interface Rendering {
  began: number;
  ends: number;
  page: Promise<Page>;
}

/** Serves nothing older than five seconds or no longer true, unless the database is away. */
export function createPageCache(options: PageCacheOptions): RequestListener {
  const { isAnybody, addressOf, render, otherwise, clock, holdsFor, onAnswer } = options;
  const pages = new LRUCache<string, Page>({
    maxSize: options.maxBytes ?? MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });
  const renderings = new Map<string, Rendering>();

  const bodyOf = (address: string, page: Page, encoding: Encoding) => {
    const ready = page.bodies.get(encoding);
    if (ready) return ready;
    const plain = page.bodies.get("identity") as Uint8Array;
    const body = encodeBytes(plain, encoding).then((bytes) => {
      page.bodies.set(encoding, bytes);
      page.bytes += bytes.length;
      if (pages.peek(address) === page) {
        pages.delete(address);
        pages.set(address, page);
      }
      return bytes;
    });
    page.bodies.set(encoding, body);
    return body;
  };

  const renderPage = async (address: string, began: number, ends: number): Promise<Page> => {
    const response = await render(address);
    const plain = new Uint8Array(await response.arrayBuffer());
    const { status, headers } = response;
    const page: Page = {
      ...{ began, ends },
      status,
      headers: rawHeaders(headers),
      isPersonal: isPersonal(headers),
      renderId: headers.get("x-request-id") ?? "",
      bodies: new Map([["identity", plain]]),
      bytes: plain.length + OVERHEAD + 2 * address.length,
    };
    const wanted = [...(pages.peek(address)?.bodies.keys() ?? [])];
    await Promise.all(wanted.map((encoding) => bodyOf(address, page, encoding)));
    return page;
  };

  /** Shares one rendering per address, unless it hangs. */
  const refresh = (address: string): Promise<Page> => {
    const now = clock();
    const running = renderings.get(address);
    if (running && now - running.began <= KEPT && now < running.ends) return running.page;
    const ends = now + holdsFor();
    const rendering: Rendering = { began: now, ends, page: renderPage(address, now, ends) };
    renderings.set(address, rendering);
    const end = () => renderings.get(address) === rendering && renderings.delete(address);
    rendering.page.then((page) => {
      const isTrue = clock() - now <= KEPT && clock() < ends;
      if (end() && isKept(page) && isTrue) pages.set(address, page);
    }, end);
    return rendering.page;
  };

  const send = (
    { incoming, outgoing, started }: Exchange,
    { address, page, origin, encoding }: Found,
    body: Uint8Array,
  ) => {
    const headers = [...page.headers, ...options.headers()];
    headers.push("Content-Length", String(body.length));
    if (encoding !== "identity") headers.push("Content-Encoding", encoding);
    if (isKept(page)) headers.push("Cache-Control", cacheControl(page, clock()));
    outgoing.writeHead(page.status, headers);
    outgoing.end(body);
    const served = {
      method: incoming.method ?? "GET",
      address,
      status: page.status,
      origin,
      renderId: page.renderId,
      took: performance.now() - started,
    };
    onAnswer(served, incoming);
  };
  const answer = (exchange: Exchange, found: Found) => {
    const body = bodyOf(found.address, found.page, found.encoding);
    if (body instanceof Uint8Array) return send(exchange, found, body);
    body.then(
      (bytes) => send(exchange, found, bytes),
      () => otherwise(exchange.incoming, exchange.outgoing),
    );
  };

  return (incoming, outgoing) => {
    const { method, url = "" } = incoming;
    const isRead = method === "GET" || method === "HEAD";
    if (!isRead || !isAnybody(incoming)) return otherwise(incoming, outgoing);
    const address = pages.has(url) ? url : addressOf(url);
    if (address === null) return otherwise(incoming, outgoing);

    const exchange = { incoming, outgoing, started: performance.now() };
    const encoding = encodingFor(incoming.headers["accept-encoding"]?.toString());
    const page = pages.get(address);
    const isTrue = page !== undefined && clock() < page.ends;
    const age = isTrue ? clock() - page.began : Number.POSITIVE_INFINITY;
    if (page && age <= (isReload(incoming) ? FRESH : KEPT)) {
      // Visitors who wait get the error; the next one tries again.
      if (age > FRESH) refresh(address).catch(() => {});
      return answer(exchange, { address, page, encoding, origin: age > FRESH ? "stale" : "fresh" });
    }
    refresh(address).then(
      (made) => {
        const last = pages.get(address);
        if (made.status === 503 && last && clock() - last.began <= KEPT_WHILE_AWAY) {
          return answer(exchange, { address, page: last, encoding, origin: "away" });
        }
        if (made.isPersonal) return otherwise(incoming, outgoing);
        answer(exchange, { address, page: made, encoding, origin: "rendered" });
      },
      () => otherwise(incoming, outgoing),
    );
  };
}

function isReload({ headers }: IncomingMessage): boolean {
  return headers["cache-control"] !== undefined || headers.pragma !== undefined;
}

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  started: number;
}

interface Found {
  address: string;
  page: Page;
  encoding: Encoding;
  origin: Origin;
}

function isKept({ status, isPersonal }: Page): boolean {
  return status === 200 && !isPersonal;
}

function isPersonal(headers: Headers): boolean {
  const control = headers.get("cache-control") ?? "";
  return headers.has("set-cookie") || /private|no-store/.test(control);
}

const OWN = ["content-length", "vary", "connection"];

function rawHeaders(headers: Headers): string[] {
  const kept = [...headers].filter(([name]) => !OWN.includes(name));
  return [...kept.flat(), "Vary", "Accept-Encoding, Cookie"];
}

/** The rest of the five seconds for a CDN; browsers always revalidate. */
function cacheControl({ began, ends }: Page, now: number): string {
  const age = Math.ceil((now - began) / 1_000);
  const left = Math.min(KEPT_ELSEWHERE - age, Math.floor((ends - now) / 1_000));
  return CONTROLS[Math.max(0, Math.min(left, KEPT_ELSEWHERE))] as string;
}
const CONTROLS = Array.from({ length: KEPT_ELSEWHERE + 1 }, (_, left) =>
  left === 0
    ? "public, max-age=0, must-revalidate"
    : `public, max-age=0, s-maxage=1, stale-while-revalidate=${left - 1}`,
);
