import type { Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/** Whether this process is shutting down: `/readyz` says so, and connections are not kept alive. */
export interface Drain {
  isDraining: boolean;
}

/**
 * Shuts down without cutting anybody off: for `notice` milliseconds everybody is still served while
 * `/readyz` tells load balancers to send no more; then new connections are refused, and running
 * requests may end. Those that have not ended `patience` milliseconds later are cut.
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
