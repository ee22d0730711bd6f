import { matches, strike } from "../state/faults.ts";
import type { Simulator } from "../state/simulator.ts";
import type { EndpointHidden } from "./webhook-endpoints.ts";

function listeners(sim: Simulator, type: string, account: string) {
  return sim.objects.all("webhook_endpoint", { status: "enabled" }).filter((endpoint) => {
    const { connect } = sim.objects.hidden<EndpointHidden>(endpoint.id);
    const wanted = endpoint.enabled_events;
    return connect === (account !== "") && (wanted.includes("*") || wanted.includes(type));
  });
}

function queue(sim: Simulator, event: string, endpoint: string, delayMs: number, dropped = false) {
  sim.db
    .prepare("INSERT INTO deliveries (event, endpoint, state, next_attempt_at) VALUES (?, ?, ?, ?)")
    .run(event, endpoint, dropped ? "dropped" : "pending", Date.now() + delayMs);
}

/**
 * Queues an event for every endpoint that listens to it, as the faults in force would have it.
 * Returns how many endpoints are still to be told.
 */
export function queueDeliveries(sim: Simulator, event: string, type: string, account: string) {
  const endpoints = listeners(sim, type, account);
  for (const endpoint of endpoints) {
    const applies = (fault: { event: string }) => matches(fault.event, type);
    if (strike(sim, ["webhook_drop"], applies)) {
      queue(sim, event, endpoint.id, 0, true);
      continue;
    }
    const late = strike(sim, ["webhook_delay"], applies);
    const shuffled = strike(sim, ["webhook_reorder"], applies);
    // Each event waits a tenth of the window less than the one before: they leave in reverse.
    const wait =
      (late?.delay_ms ?? 0) +
      (shuffled ? shuffled.window_ms * Math.max(0, 1 - shuffled.matched / 10) : 0);
    queue(sim, event, endpoint.id, wait);
    const doubled = strike(sim, ["webhook_duplicate"], applies);
    for (let copy = 0; copy < (doubled?.copies ?? 0); copy += 1) {
      queue(sim, event, endpoint.id, wait);
    }
  }
  sim.wake();
  return endpoints.length;
}

/** Sends a stored event once more to its endpoints, past all faults; returns to how many. */
export function resendEvent(sim: Simulator, id: string, type: string, account: string): number {
  const endpoints = listeners(sim, type, account);
  for (const endpoint of endpoints) queue(sim, id, endpoint.id, 0);
  sim.wake();
  return endpoints.length;
}
