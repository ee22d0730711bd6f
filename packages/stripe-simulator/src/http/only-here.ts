import type { IncomingMessage } from "node:http";
import type { MiddlewareHandler } from "hono";

/** Whether the other end of a connection is a program of this very machine. */
function isFromHere(socket: {
  remoteAddress?: string | undefined;
  localAddress?: string | undefined;
}): boolean {
  const peer = socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";
  if (peer === "::1" || peer.startsWith("127.")) return true;
  // A machine that calls itself by another of its names has the same address at both ends.
  return peer !== "" && peer === socket.localAddress?.replace(/^::ffff:/, "");
}

/** Refuses whoever calls from another machine, whatever keys or headers they send. */
export const onlyHere: MiddlewareHandler<{ Bindings: { incoming: IncomingMessage } }> = async (
  c,
  next,
) => {
  if (isFromHere(c.env.incoming.socket)) return next();
  return c.text("Only programs of this machine are answered here.", 403);
};
