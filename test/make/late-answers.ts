import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type Stripe from "stripe";
import { createStripe } from "#platform/stripe.server.ts";
import type { Simulator } from "./simulator.ts";

/** A way to the simulator on which answers can be kept back, so that later ones arrive before them. */
export interface LateAnswers {
  /** The official SDK on this way. */
  stripe: Stripe;
  /**
   * Begins something, and waits until the simulator has answered its next request of this kind
   * (`GET /v1/disputes`, without what follows `?`). That answer is kept back.
   *
   * @returns lets the answer arrive, and waits for what was begun.
   * @throws Error when what was begun is over without such a request.
   */
  begin<Result>(asked: string, work: () => Promise<Result>): Promise<() => Promise<Result>>;
  stop(): void;
}

export async function openLateAnswers({ stripe }: Simulator): Promise<LateAnswers> {
  const keepers = new Map<string, () => Promise<void>>();
  const forward = ({ method = "GET", url, headers }: IncomingMessage, body: string) => {
    const { host: _, connection: __, "content-length": ___, ...rest } = headers;
    const sent = { method, headers: rest as Record<string, string> };
    return fetch(`${stripe.apiBase}${url}`, method === "POST" ? { ...sent, body } : sent);
  };
  const server = createServer(async (request, response) => {
    const answer = await forward(request, await text(request));
    const body = await answer.text();
    const asked = `${request.method} ${request.url?.split("?")[0]}`;
    const keep = keepers.get(asked);
    keepers.delete(asked);
    await keep?.();
    response.writeHead(answer.status, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    stripe: createStripe({ ...stripe, apiBase }),
    async begin(asked, work) {
      const kept = Promise.withResolvers<true>();
      const free = Promise.withResolvers<void>();
      keepers.set(asked, () => {
        kept.resolve(true);
        return free.promise;
      });
      const result = work();
      const isKept = await Promise.race([kept.promise, result.then(() => false)]);
      if (!isKept) throw new Error(`nobody asked ${asked}`);
      return () => {
        free.resolve();
        return result;
      };
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
