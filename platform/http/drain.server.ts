import type { Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/** Whether this process takes leave: `/readyz` says so, and connections are not kept alive. */
export interface Drain {
  isDraining: boolean;
}

/**
 * Takes leave of visitors: for `notice` milliseconds everybody is still served while `/readyz` tells
 * load balancers to send no more; then nothing new is accepted, and what is under way may end.
 * Whoever is not done `patience` milliseconds later is cut off.
 */
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
