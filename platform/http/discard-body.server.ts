import type { IncomingMessage } from "node:http";
import { finished } from "node:stream/promises";

/**
 * Reads what is left of a body and throws it away: a client that is still sending when the
 * connection closes would see a broken connection instead of the answer.
 *
 * @param maxBytes after which the rest is left unread, so that nobody keeps us reading.
 */
export async function discardBody(incoming: IncomingMessage, maxBytes: number): Promise<void> {
  // A door that began to read and stopped would hold back the rest.
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
  // A client that hangs up needs no answer.
  await finished(incoming, { signal: enough.signal }).catch(() => {});
}
