import { inTransaction } from "../state/database.ts";
import type { Simulator } from "../state/simulator.ts";
import type { EndpointHidden } from "./webhook-endpoints.ts";
import { signatureHeader } from "./webhook-signature.ts";

/** Pauses before the second, third, … attempt; the last one repeats. */
const retryDelaysMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
const giveUpAfterMs = 3 * 24 * 3600 * 1000;
const answerTimeoutMs = 10_000;
const atOnce = 16;

interface Delivery {
  id: number;
  event: string;
  endpoint: string;
  attempts: number;
}

/**
 * Sends queued events until each has been answered with 2xx. Several travel at the same time and a
 * failed one waits, so the order of arrival means nothing, as with Stripe.
 */
export class WebhookDelivery {
  readonly #sim: Simulator;
  readonly #inFlight = new Set<number>();
  readonly #waiting = new Map<string, Set<() => void>>();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(sim: Simulator) {
    this.#sim = sim;
  }

  /** Sends what is due and sleeps until the next is. */
  pump(): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    const due = this.#sim.db
      .prepare(
        `SELECT id, event, endpoint, attempts, next_attempt_at FROM deliveries
         WHERE state = 'pending' ORDER BY next_attempt_at, id LIMIT ?`,
      )
      .all(atOnce + this.#inFlight.size)
      .filter((row) => !this.#inFlight.has(Number(row.id)));
    let sleep = 60_000;
    for (const row of due) {
      const wait = Number(row.next_attempt_at) - Date.now();
      if (wait > 0) {
        sleep = Math.min(sleep, wait);
        break;
      }
      if (this.#inFlight.size >= atOnce) break;
      const delivery: Delivery = {
        id: Number(row.id),
        event: String(row.event),
        endpoint: String(row.endpoint),
        attempts: Number(row.attempts),
      };
      this.#inFlight.add(delivery.id);
      this.#attempt(delivery)
        .catch((error: unknown) => this.#sim.log(`delivery of ${delivery.event}: ${error}`))
        .finally(() => {
          this.#inFlight.delete(delivery.id);
          this.pump();
        });
    }
    this.#timer = setTimeout(() => this.pump(), sleep);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /** Resolves once the event's endpoints have answered, whatever they said, or after `ms`. */
  async answered(event: string, ms: number): Promise<void> {
    const open = () =>
      this.#sim.db
        .prepare("SELECT 1 FROM deliveries WHERE event = ? AND state = 'pending' AND attempts = 0")
        .get(event) !== undefined;
    const deadline = Date.now() + ms;
    while (open() && Date.now() < deadline) {
      await new Promise<void>((resolve) => {
        const waiters = this.#waiting.get(event) ?? new Set();
        this.#waiting.set(event, waiters.add(resolve));
        setTimeout(resolve, deadline - Date.now()).unref();
      });
    }
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const endpoint = this.#sim.objects.find("webhook_endpoint", delivery.endpoint);
    const outcome =
      endpoint?.status === "enabled"
        ? await this.#send(delivery, endpoint.url)
        : { status: null, error: "endpoint deleted or disabled" };
    if (this.#stopped) return;
    inTransaction(this.#sim.db, () => this.#record(delivery, outcome));
    for (const resolve of this.#waiting.get(delivery.event) ?? []) resolve();
    this.#waiting.delete(delivery.event);
  }

  async #send(delivery: Delivery, url: string) {
    const stored = this.#sim.objects.locate(delivery.event);
    const { secret } = this.#sim.objects.hidden<EndpointHidden>(delivery.endpoint);
    const payload = JSON.stringify(stored?.body, null, 2);
    try {
      const response = await fetch(url, {
        method: "POST",
        redirect: "manual",
        signal: AbortSignal.timeout(answerTimeoutMs),
        headers: {
          "content-type": "application/json; charset=utf-8",
          "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
          "stripe-signature": signatureHeader(payload, secret),
        },
        body: payload,
      });
      await response.arrayBuffer();
      return { status: response.status, error: null };
    } catch (error) {
      return {
        status: null,
        error: String(error instanceof Error ? (error.cause ?? error) : error),
      };
    }
  }

  #record(delivery: Delivery, outcome: { status: number | null; error: string | null }): void {
    const { db, objects } = this.#sim;
    const delivered = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
    const pause = retryDelaysMs[Math.min(delivery.attempts, retryDelaysMs.length - 1)] ?? 30_000;
    db.prepare(
      `UPDATE deliveries SET attempts = attempts + 1, last_status = ?, last_error = ?,
         first_attempt_at = coalesce(first_attempt_at, ?), next_attempt_at = ?,
         state = CASE WHEN ? THEN 'delivered'
                      WHEN first_attempt_at < ? THEN 'abandoned'
                      ELSE 'pending' END
       WHERE id = ?`,
    ).run(
      outcome.status,
      outcome.error,
      Date.now(),
      Date.now() + pause,
      delivered ? 1 : 0,
      Date.now() - giveUpAfterMs,
      delivery.id,
    );
    const stored = objects.locate(delivery.event);
    const event = objects.find("event", delivery.event, stored?.account);
    if (event) {
      const left = db
        .prepare(
          "SELECT count(DISTINCT endpoint) AS n FROM deliveries WHERE event = ? AND state <> 'delivered'",
        )
        .get(delivery.event);
      objects.save("event", { ...event, pending_webhooks: Number(left?.n) });
    }
    if (!delivered) {
      this.#sim.log(
        `${event?.type} (${delivery.event}) not accepted: ${outcome.status ?? outcome.error}; again in ${pause / 1000} s`,
      );
    }
  }
}
