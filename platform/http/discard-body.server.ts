import type { IncomingMessage } from "node:http";
import { finished } from "node:stream/promises";

/** Drains `maxBytes`, since a client that still sends would lose the answer. */
export async function discardBody(incoming: IncomingMessage, maxBytes: number): Promise<void> {
  incoming.removeAllListeners("data");
  const enough = new AbortController();
  let bytes = 0;
  incoming.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes <= maxBytes) return;
    incoming.pause();
    enough.abort();
  });
  incoming.resume();
  await finished(incoming, { signal: enough.signal }).catch(() => {});
}
