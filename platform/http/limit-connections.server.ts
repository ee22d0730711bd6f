import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";

/** Browsers and proxies wait for an answer before they ask again; programs may be a little ahead. */
const MAX_UNANSWERED = 20;
/** Longer than any answer here takes to begin. */
const SILENCE_MS = 60_000;
/**
 * Longer than nginx and most clients keep a connection that nobody uses: whoever ends it first must
 * be the one who asks, or a request may meet the end and be lost.
 */
const IDLE_MS = 75_000;

/**
 * An HTTP server whose memory no client can fill by not reading. A connection ends when more
 * requests wait on it than anybody honest sends, or when nothing has moved on it for a minute while
 * an answer is under way.
 *
 * @param silence milliseconds after which a connection on which nothing moves is ended.
 */
export function createHttpServer(listener: RequestListener, silence = SILENCE_MS): Server {
  const unanswered = new WeakMap<Socket, number>();
  const server = createServer((incoming, outgoing) => {
    const { socket } = incoming;
    const count = (unanswered.get(socket) ?? 0) + 1;
    // Requests of the same packet still arrive here after the end.
    if (count > MAX_UNANSWERED || socket.destroyed) {
      socket.destroy();
      return;
    }
    unanswered.set(socket, count);
    outgoing.once("close", () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    listener(incoming, outgoing);
  });
  // Without a listener for the event, the server itself ends the connection.
  server.setTimeout(silence);
  server.keepAliveTimeout = IDLE_MS;
  return server;
}
