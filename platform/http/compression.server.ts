import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import {
  type BrotliOptions,
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
} from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

/** Balances time and bytes; a larger window takes 8 MB per answer. */
const BROTLI: BrotliOptions = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 8,
    [constants.BROTLI_PARAM_LGWIN]: 16,
  },
};
const GZIP = { level: 5 };
const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** Smaller answers fit into one packet anyway. */
const WORTHWHILE_BYTES = 1_024;
const TEXT = /^(?:text\/|application\/(?:json|xml|javascript|manifest)|image\/svg)/;
/** Waits up to 50 ms for a whole page, which halves the cost, in pauses that yield to rendering. */
const PATIENCE = { pauses: 10, ms: 5 };

const BR = /(?:^|,)\s*br\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/;
const GZIPPED = /(?:^|,)\s*gzip\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/;

export function encodingFor(accepted: string | undefined): Encoding {
  if (accepted === undefined) return "identity";
  return takes(accepted, BR) ? "br" : takes(accepted, GZIPPED) ? "gzip" : "identity";
}

function takes(accepted: string, name: RegExp): boolean {
  const [found, weight = "1"] = name.exec(accepted) ?? [];
  return found !== undefined && Number(weight) > 0;
}

export async function encodeBytes(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === "identity") return bytes;
  return encoding === "br" ? packBrotli(bytes, BROTLI) : packGzip(bytes, GZIP);
}

/** Keeps a streamed answer streaming. */
export async function encodeResponse(response: Response, encoding: Encoding): Promise<Response> {
  const { status, headers } = response;
  if (!TEXT.test(headers.get("content-type") ?? "") || headers.has("content-encoding")) {
    return response;
  }
  headers.append("Vary", "Accept-Encoding");
  if (encoding === "identity" || !response.body) return response;
  const reader = response.body.getReader();
  const begun: Uint8Array[] = [];
  const waiting = { isOver: false };
  const late = wait(waiting);
  for (let next = reader.read(); ; next = reader.read()) {
    const read = await Promise.race([next, late]);
    waiting.isOver = read?.done ?? true;
    if (!read) {
      headers.set("Content-Encoding", encoding);
      headers.delete("Content-Length");
      return new Response(encodeStream(begun, next, reader, encoding), { status, headers });
    }
    if (read.done) break;
    begun.push(read.value);
  }
  const bytes = Buffer.concat(begun);
  if (bytes.length < WORTHWHILE_BYTES) return new Response(bytes, { status, headers });
  const body = await encodeBytes(bytes, encoding);
  headers.set("Content-Encoding", encoding);
  headers.set("Content-Length", String(body.length));
  return new Response(body as Uint8Array<ArrayBuffer>, { status, headers });
}

function encodeStream(
  begun: Uint8Array[],
  pending: Promise<ReadableStreamReadResult<Uint8Array>>,
  reader: ReadableStreamDefaultReader<Uint8Array>,
  encoding: Encoding,
): ReadableStream {
  const packer =
    encoding === "br"
      ? createBrotliCompress({ ...BROTLI, flush: constants.BROTLI_OPERATION_FLUSH })
      : createGzip({ ...GZIP, flush: constants.Z_SYNC_FLUSH });
  async function* chunks() {
    try {
      if (begun.length > 0) yield Buffer.concat(begun);
      for (let read = await pending; !read.done; read = await reader.read()) yield read.value;
    } finally {
      await reader.cancel();
    }
  }
  // A disconnected client ends the stream and the page.
  pipeline(chunks, packer).catch(() => {});
  return Readable.toWeb(packer) as ReadableStream;
}

async function wait(waiting: { isOver: boolean }): Promise<null> {
  for (let pause = 0; pause < PATIENCE.pauses && !waiting.isOver; pause += 1) {
    await sleep(PATIENCE.ms);
  }
  return null;
}
