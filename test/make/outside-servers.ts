import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { createOutside, type Dial, type Outside } from "#platform/outside-requests.server.ts";

/** A public address that is nobody's in these tests. */
export const PUBLIC = "93.184.215.14";

/** A machine of somebody else's: a real HTTP server, which answers as a test says. */
export interface Stranger {
  port: number;
  /** How it answers from now on. */
  answer: http.RequestListener;
  /** The paths that were asked for. */
  asked: string[];
  close(): Promise<void>;
}

export async function openStranger(answer: http.RequestListener): Promise<Stranger> {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(request.url ?? "");
    stranger.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stranger: Stranger = {
    port: (server.address() as AddressInfo).port,
    answer,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return stranger;
}

/**
 * The way outside, where all names stand for {@link PUBLIC} unless `names` says more, and that
 * address is this one server. `dialed` keeps every connection that was let out.
 */
export function outsideOf(
  { port }: { port: number },
  {
    names = {},
    dialed = [],
    allowed,
  }: {
    names?: Record<string, string[] | (() => Promise<string[]>)>;
    dialed?: Dial[];
    allowed?: string;
  } = {},
): Outside {
  return createOutside({
    allowed,
    resolve: async (host) => {
      const found = names[host] ?? [PUBLIC];
      return typeof found === "function" ? found() : found;
    },
    dial: (to) => {
      dialed.push(to);
      return net.connect({ host: "127.0.0.1", port });
    },
  });
}
