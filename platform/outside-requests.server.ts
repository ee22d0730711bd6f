import dns from "node:dns/promises";
import http, { type IncomingMessage } from "node:http";
import net from "node:net";
import { pipeline, type Readable } from "node:stream";
import tls from "node:tls";
import zlib from "node:zlib";
import ipaddr from "ipaddr.js";

/** The only way to addresses that users give, which must not reach what trusts this server. */
export interface Outside {
  /** Checks each redirect; with `known`, 304 if unchanged. @throws OutsideError */
  read(
    url: string,
    limits: { maxBytes: number; timeoutMs: number; known?: Version | undefined },
  ): Promise<OutsideAnswer>;
  /** Follows no redirects and returns the status. @throws OutsideError without an answer. */
  send(url: string, letter: Letter): Promise<number>;
}

export interface Letter {
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  timeoutMs: number;
}

export interface OutsideAnswer {
  status: number;
  bytes: Buffer;
  /** Null where the server says nothing. */
  charset: string | null;
  version: Version;
}

/** Validators (RFC 9110, 8.8); null where there were none. */
export interface Version {
  etag: string | null;
  lastModified: string | null;
}

/** `refused` by our checks, `unreachable` without HTTP, `slow` or `large` beyond the limits. */
export type OutsideFailure = "refused" | "unreachable" | "slow" | "large";

/** Omits the address, which is a secret, since errors are logged. */
export class OutsideError extends Error {
  readonly failure: OutsideFailure;
  constructor(failure: OutsideFailure) {
    super(`an address outside could not be asked: ${failure}`);
    this.name = "OutsideError";
    this.failure = failure;
  }
}

export interface Dial {
  host: string;
  addresses: readonly string[];
  port: number;
  secure: boolean;
}

interface OutsideOptions {
  /** The only internal address allowed. */
  allowed?: string | undefined;
  resolve?: (host: string) => Promise<string[]>;
  dial?: (to: Dial) => net.Socket;
}

const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];
const PORTS: Record<string, number> = { "http:": 80, "https:": 443 };

export function createOutside({
  allowed,
  resolve = resolveByName,
  dial = connect,
}: OutsideOptions = {}): Outside {
  return {
    read(given, { maxBytes, timeoutMs, known }) {
      return withinTime(timeoutMs, async (signal) => {
        let url = urlOf(given);
        for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
          const isAllowed = given === allowed && redirects === 0;
          const to = isAllowed ? insideOf(url) : await check(url, resolve, signal);
          const headers = { Accept: "text/calendar, */*;q=0.1", ...marksOf(known) };
          const response = await ask(url, { dial: () => dial(to), signal, headers });
          const status = response.statusCode ?? 0;
          const { location } = response.headers;
          if (!REDIRECTS.includes(status) || location === undefined) {
            const version = versionOf(response);
            const charset = charsetOf(response);
            return { status, bytes: await readBytes(response, maxBytes), charset, version };
          }
          response.destroy();
          const next = urlOf(location, url);
          if (url.protocol === "https:" && next.protocol !== "https:") throw refused();
          url = next;
        }
        throw refused();
      });
    },
    send(given, { headers, body, timeoutMs }) {
      return withinTime(timeoutMs, async (signal) => {
        const url = urlOf(given);
        const to = await check(url, resolve, signal);
        const response = await ask(url, { dial: () => dial(to), signal, headers, body });
        response.destroy();
        return response.statusCode ?? 0;
      });
    },
  };
}

async function withinTime<Result>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await work(signal);
  } catch (error) {
    if (error instanceof OutsideError) throw error;
    throw new OutsideError(signal.aborted ? "slow" : "unreachable");
  }
}

const refused = () => new OutsideError("refused");

/** The parser spells inner addresses out: « 0x7f000001 » becomes 127.0.0.1. */
function urlOf(text: string, base?: URL): URL {
  const url = URL.parse(text, base);
  if (!url) throw refused();
  return url;
}

async function check(
  url: URL,
  resolve: (host: string) => Promise<string[]>,
  signal: AbortSignal,
): Promise<Dial> {
  const port = Number(url.port) || PORTS[url.protocol];
  // Calendars at home use high ports; low ones speak other protocols.
  const isForHttp = port === PORTS[url.protocol] || (port ?? 0) >= 1_024;
  if (!port || !(url.protocol in PORTS) || !isForHttp || url.username || url.password) {
    throw refused();
  }
  const host = hostOf(url);
  const addresses = ipaddr.isValid(host) ? [host] : await untilAborted(resolve(host), signal);
  // One public address among inner ones is an attempt to reach the inner one.
  if (addresses.length === 0) throw new OutsideError("unreachable");
  if (!addresses.every(isPublic)) throw refused();
  return { host, addresses, port, secure: url.protocol === "https:" };
}

function insideOf(url: URL): Dial {
  const host = hostOf(url);
  const port = Number(url.port) || PORTS[url.protocol] || 80;
  return { host, addresses: [], port, secure: url.protocol === "https:" };
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");

/** Rejects what embeds an IPv4 address (mapped, 6to4, NAT64, Teredo) and unassigned IPv6. */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(GLOBAL);
}

const GLOBAL: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

async function resolveByName(host: string): Promise<string[]> {
  const found = await dns.lookup(host, { all: true });
  return found.map(({ address }) => address);
}

/** Connects without resolving again, since the name may point elsewhere by now. */
function connect({ host, addresses, port, secure }: Dial): net.Socket {
  const known = addresses.map((address) => ({ address, family: net.isIP(address) }));
  const lookup: net.LookupFunction = (_host, options, answer) => {
    if (options.all) answer(null, known);
    else answer(null, known[0]?.address ?? "", known[0]?.family);
  };
  const to = { host, port, ...(known.length > 0 && { lookup }) };
  return secure
    ? tls.connect({ ...to, ...(net.isIP(host) === 0 && { servername: host }) })
    : net.connect(to);
}

interface Asking {
  dial: () => net.Socket;
  signal: AbortSignal;
  headers: Readonly<Record<string, string>>;
  body?: Buffer;
}

const marksOf = (known: Version | undefined) => ({
  ...(known?.etag && { "If-None-Match": known.etag }),
  ...(known?.lastModified && { "If-Modified-Since": known.lastModified }),
});

function ask(url: URL, { dial, signal, headers, body }: Asking): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = http.request({
      method: body ? "POST" : "GET",
      createConnection: dial,
      host: url.hostname,
      path: url.pathname + url.search,
      headers: {
        ...headers,
        Host: url.host,
        "Accept-Encoding": "gzip, br",
        "User-Agent": "Parenthese",
        Connection: "close",
      },
      signal,
    });
    request.on("response", resolve);
    request.on("error", reject);
    request.end(body);
  });
}

const MARK = /^[\x20-\x7e]{1,256}$/;

function versionOf({ headers }: IncomingMessage): Version {
  const mark = (text: string | undefined) => (text && MARK.test(text) ? text : null);
  return { etag: mark(headers.etag), lastModified: mark(headers["last-modified"]) };
}

const DECODERS: Record<string, () => zlib.Gunzip | zlib.BrotliDecompress | zlib.Inflate> = {
  gzip: () => zlib.createGunzip(),
  "x-gzip": () => zlib.createGunzip(),
  deflate: () => zlib.createInflate(),
  br: () => zlib.createBrotliDecompress(),
};

/** Limits bytes after decompression, against archives that unfold to gigabytes. */
async function readBytes(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of decoded(response)) {
      size += part.length;
      if (size > maxBytes) throw new OutsideError("large");
      parts.push(part);
    }
  } finally {
    response.destroy();
  }
  return Buffer.concat(parts);
}

function charsetOf({ headers }: IncomingMessage): string | null {
  return /;\s*charset="?([\w-]+)/i.exec(headers["content-type"] ?? "")?.[1] ?? null;
}

function decoded(response: IncomingMessage): Readable {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return response;
  const decoder = DECODERS[encoding]?.();
  if (!decoder) throw new OutsideError("unreachable");
  // Its failures are the reader's: the pipeline hands them on.
  return pipeline(response, decoder, () => {});
}

function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
