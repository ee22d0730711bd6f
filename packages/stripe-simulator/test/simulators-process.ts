import { startSimulator } from "../src/start.ts";
import type { Settings } from "../src/state/settings.ts";

/*
 * Starts and stops as many simulators as it is asked for, each with a port and a state of its own: to
 * start a process for each costs more than what most tests then ask of it.
 */

export type Order = { start: Partial<Settings> & { port: number } } | { stop: number };

const running = new Map<number, Awaited<ReturnType<typeof startSimulator>>>();

async function carryOut(order: Order): Promise<void> {
  if ("start" in order) {
    running.set(order.start.port, await startSimulator(order.start));
    return;
  }
  await running.get(order.stop)?.stop();
  running.delete(order.stop);
}

process.on("message", async ({ id, order }: { id: number; order: Order }) => {
  const error = await carryOut(order).then(
    () => null,
    (reason) => String(reason),
  );
  process.send?.({ id, error });
});
// The process that asked has ended, in whatever way.
process.on("disconnect", () => process.exit());
