import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { newId } from "../ids.server.ts";
import { type Encoding, encodeBytes, encodingFor } from "./compression.server.ts";

/** For this many ms since its rendering began, a page is served as it is… */
const FRESH = 1_000;
/** …for this many, it is still served while a new rendering runs… */
const KEPT = 4_000;
/** …and for this many seconds, a CDN may serve it. */
const KEPT_ELSEWHERE = 5;
/** While the site cannot read (503), a page of this many ms is better than none. */
const KEPT_WHILE_AWAY = 300_000;
const MAX_BYTES = 64 * 1024 * 1024;
/**
 * A cached page costs more than its bytes: its address, its headers, its place among the others.
 */
const OVERHEAD = 2_048;

/**
 * How an answer was served: from the cache, from the cache while a newer one is made, after waiting,
 * or from the cache because a newer one cannot be made.
 */
export type Origin = "fresh" | "stale" | "rendered" | "away";

export interface SharedAnswer {
  method: string;
  /** The page's address in its one spelling. */
  address: string;
  status: number;
  requestId: string;
  /** The request id of the rendering that was served; its log lines have it. */
  renderId: string;
  origin: Origin;
  /** In milliseconds. */
  took: number;
}

export interface PageCacheOptions {
  /** Whether the request is anonymous, so that it may get the shared answer. */
  isAnybody(request: IncomingMessage): boolean;
  /** The canonical spelling of an address whose answer may be shared; null for all others. */
  addressOf(url: string): string | null;
  /**
   * Renders the page for an anonymous visitor. Its headers, its nonce and its bytes belong
   * together.
   */
  render(address: string): Promise<Response>;
  /** Answers every request that is not served from the cache. */
  otherwise: RequestListener;
  /** A clock in milliseconds that never goes back, whatever happens to the time of day. */
  clock(): number;
  /**
   * For how many ms from now what is rendered stays true: nobody is given a page after that. It is
   * asked before a rendering reads anything.
   */
  holdsFor(): number;
  onAnswer(answer: SharedAnswer, request: IncomingMessage): void;
  /** Headers added to every answer now, as pairs of name and value. */
  headers(): readonly string[];
  maxBytes?: number;
}

interface Page {
  began: number;
  /** By the same clock: from then on it may say what is no longer true. */
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

/**
 * A cache in front of the site that serves shared pages to visitors without a login. A page is
 * rendered once for all who ask at the same time, and again in the background after a second; after
 * four seconds visitors wait for a new one, and those who press « reload » wait after one. Nobody,
 * not even behind a CDN, sees what was read more than five seconds ago, whatever another process
 * has done; and nobody what has stopped being true by itself, as a price does that falls. One thing
 * comes before that: while the database is away (503), those who ask are given the last page of five
 * minutes, from which nothing can be booked meanwhile.
 *
 * Only answers with status 200, without a cookie and not marked private are kept; any other goes to
 * those who waited for it and is dropped.
 */
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
      // Only a new entry is weighed again.
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
    // Encodings that were asked for before will be asked for again.
    const wanted = [...(pages.peek(address)?.bodies.keys() ?? [])];
    await Promise.all(wanted.map((encoding) => bodyOf(address, page, encoding)));
    return page;
  };

  /**
   * Starts at most one rendering of an address at a time, unless that one has been running for too
   * long.
   */
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
    const requestId = newId();
    const headers = [...page.headers, "X-Request-Id", requestId, ...options.headers()];
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
      requestId,
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
      // A failed rendering is tried again by the next visitor; those who wait for it get its error.
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

/** Somebody who reloads wants a newer page, and a page of one second is new. */
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

/** Headers that each answer sets itself. */
const OWN = ["x-request-id", "content-length", "vary", "connection"];

/** The headers of the rendering, as a flat list. */
function rawHeaders(headers: Headers): string[] {
  const kept = [...headers].filter(([name]) => !OWN.includes(name));
  return [...kept.flat(), "Vary", "Accept-Encoding, Cookie"];
}

/**
 * The rest of the five seconds, or less where the page is true for less, for a CDN: rounded down, one
 * second fresh, the others while it revalidates. A browser revalidates each time.
 */
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
