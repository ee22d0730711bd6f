import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { newId } from "../ids.server.ts";
import { type Encoding, encodeBytes, encodingFor } from "./encode.server.ts";

/** A page is given out for so long before it is rendered anew, in ms since its rendering began… */
const FRESH = 1_000;
/** …for so long while that goes on behind it… */
const KEPT = 4_000;
/** …and for so long, in seconds, by whoever stands between us and the browser. */
const KEPT_ELSEWHERE = 5;
const MAX_BYTES = 64 * 1024 * 1024;
/** A page is not only its bytes: its address, its headers, its place among the others. */
const OVERHEAD = 2_048;

/** How an answer came about: at once, at once while a newer one is made, or after waiting for it. */
export type Origin = "fresh" | "stale" | "rendered";

export interface SharedAnswer {
  method: string;
  /** The page's address in its one spelling. */
  address: string;
  status: number;
  requestId: string;
  /** Of the rendering that this is an answer of, whose log lines have it. */
  renderId: string;
  origin: Origin;
  /** Milliseconds. */
  took: number;
}

export interface SharedPagesOptions {
  /** Whether nobody in particular asks: the answer is anybody's. */
  isAnybody(request: IncomingMessage): boolean;
  /** The one spelling of an address that anybody may be given the same answer to; else null. */
  addressOf(url: string): string | null;
  /** Asks the site itself, for nobody. Its headers, its nonce and its bytes are one thing. */
  render(address: string): Promise<Response>;
  /** Answers everything else. */
  otherwise: RequestListener;
  /** Milliseconds that only ever grow, whatever happens to the time of day. */
  clock(): number;
  onAnswer(answer: SharedAnswer): void;
  /** Said of every answer at this moment, in pairs of name and value. */
  headers(): readonly string[];
  maxBytes?: number;
}

interface Page {
  began: number;
  status: number;
  headers: readonly string[];
  isPersonal: boolean;
  renderId: string;
  bodies: Map<Encoding, Uint8Array | Promise<Uint8Array>>;
  bytes: number;
}

interface Rendering {
  began: number;
  page: Promise<Page>;
}

/**
 * Stands in front of a site and gives visitors without login the pages that are everybody's, as
 * bytes that are ready to be sent. A page is rendered once for all who ask at the same time, again
 * after a second, behind their backs; after four seconds they wait for it, and after one if they
 * press « reload ». So nobody is shown what was read more than five seconds ago, even through a CDN,
 * and whatever another process has done.
 *
 * Only what was answered 200, sets no cookie and does not call itself private is kept; everything
 * else is given to those who waited for it, and forgotten.
 */
export function createSharedPages(options: SharedPagesOptions): RequestListener {
  const { isAnybody, addressOf, render, otherwise, clock, onAnswer } = options;
  const maxBytes = options.maxBytes ?? MAX_BYTES;
  /** The one that was asked for last comes last. */
  const pages = new Map<string, Page>();
  const renderings = new Map<string, Rendering>();
  let total = 0;

  const forget = (address: string, page: Page) => {
    if (pages.get(address) !== page) return;
    pages.delete(address);
    total -= page.bytes;
  };
  const makeRoom = () => {
    for (const [address, page] of pages) {
      if (total <= maxBytes) return;
      forget(address, page);
    }
  };
  const keep = (address: string, page: Page) => {
    const former = pages.get(address);
    if (former) forget(address, former);
    pages.set(address, page);
    total += page.bytes;
    makeRoom();
  };

  const bodyOf = (address: string, page: Page, encoding: Encoding) => {
    const ready = page.bodies.get(encoding);
    if (ready) return ready;
    const plain = page.bodies.get("identity") as Uint8Array;
    const body = encodeBytes(plain, encoding).then((bytes) => {
      page.bodies.set(encoding, bytes);
      page.bytes += bytes.length;
      if (pages.get(address) === page) total += bytes.length;
      makeRoom();
      return bytes;
    });
    page.bodies.set(encoding, body);
    return body;
  };

  const renderPage = async (address: string, began: number): Promise<Page> => {
    const response = await render(address);
    const plain = new Uint8Array(await response.arrayBuffer());
    const { status, headers } = response;
    const page: Page = {
      began,
      status,
      headers: rawHeaders(headers),
      isPersonal: isPersonal(headers),
      renderId: headers.get("x-request-id") ?? "",
      bodies: new Map([["identity", plain]]),
      bytes: plain.length + OVERHEAD + 2 * address.length,
    };
    // What the page was asked for in before, it will be asked for in again.
    const wanted = [...(pages.get(address)?.bodies.keys() ?? [])];
    await Promise.all(wanted.map((encoding) => bodyOf(address, page, encoding)));
    return page;
  };

  /** One rendering of an address at a time, unless it has been going on for too long. */
  const refresh = (address: string): Promise<Page> => {
    const now = clock();
    const running = renderings.get(address);
    if (running && now - running.began <= KEPT) return running.page;
    const rendering: Rendering = { began: now, page: renderPage(address, now) };
    renderings.set(address, rendering);
    const end = () => renderings.get(address) === rendering && renderings.delete(address);
    rendering.page.then((page) => {
      if (end() && isKept(page) && clock() - now <= KEPT) keep(address, page);
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
    if (isKept(page)) headers.push("Cache-Control", cacheControl(clock() - page.began));
    outgoing.writeHead(page.status, headers);
    outgoing.end(body);
    onAnswer({
      method: incoming.method ?? "GET",
      address,
      status: page.status,
      origin,
      requestId,
      renderId: page.renderId,
      took: performance.now() - started,
    });
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
    const age = page ? clock() - page.began : Number.POSITIVE_INFINITY;
    if (page && age <= (isReload(incoming) ? FRESH : KEPT)) {
      pages.delete(address);
      pages.set(address, page);
      // A rendering that fails is tried again by the next who asks; who waits for it is told.
      if (age > FRESH) refresh(address).catch(() => {});
      return answer(exchange, { address, page, encoding, origin: age > FRESH ? "stale" : "fresh" });
    }
    refresh(address).then(
      (page) => {
        if (page.isPersonal) return otherwise(incoming, outgoing);
        answer(exchange, { address, page, encoding, origin: "rendered" });
      },
      () => otherwise(incoming, outgoing),
    );
  };
}

/** Who reloads a page wants a newer one, and a second old is new. */
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

/** Said of each answer on its own. */
const OWN = ["x-request-id", "content-length", "vary", "connection"];

/** Those of the rendering. */
function rawHeaders(headers: Headers): string[] {
  const kept = [...headers].filter(([name]) => !OWN.includes(name));
  return [...kept.flat(), "Vary", "Accept-Encoding, Cookie"];
}

/**
 * What is left of the five seconds, for a CDN: rounded down, one of them fresh, the others while it
 * asks us. A browser asks each time.
 */
function cacheControl(age: number): string {
  const left = KEPT_ELSEWHERE - Math.ceil(age / 1_000);
  return CONTROLS[Math.max(0, Math.min(left, KEPT_ELSEWHERE))] as string;
}
const CONTROLS = Array.from({ length: KEPT_ELSEWHERE + 1 }, (_, left) =>
  left === 0
    ? "public, max-age=0, must-revalidate"
    : `public, max-age=0, s-maxage=1, stale-while-revalidate=${left - 1}`,
);
