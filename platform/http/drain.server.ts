import type { Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

export interface Drain {
  isDraining: boolean;
}

/** Fails `/readyz` for `notice` ms, then refuses connections and cuts after `patience` ms. */
export async function drainServer(
  server: Server,
  drain: Drain,
  { notice, patience }: { notice: number; patience: number },
): Promise<void> {
  drain.isDraining = true;
  await wait(notice);
  const cutOff = setTimeout(() => server.closeAllConnections(), patience);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(cutOff);
}
