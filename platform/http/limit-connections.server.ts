import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";

/** Browsers wait for answers; programs may be a little ahead. */
const MAX_UNANSWERED = 20;
const SILENCE_MS = 60_000;
/** Longer than nginx and most clients, since a request can be lost if the server closes first. */
const IDLE_MS = 75_000;

/** Bounds memory per client; a connection ends after `silence` ms without progress. */
export function createHttpServer(listener: RequestListener, silence = SILENCE_MS): Server {
  const unanswered = new WeakMap<Socket, number>();
  const server = createServer((incoming, outgoing) => {
    const { socket } = incoming;
    const count = (unanswered.get(socket) ?? 0) + 1;
    // Requests of the same packet still arrive after the end.
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
