import { createHash } from "node:crypto";
import { StripeError } from "../protocol/stripe-error.ts";
import type { Simulator } from "../state/simulator.ts";

/** Stripe may forget keys after a day. */
const keptMs = 24 * 3600 * 1000;

export interface KeyUse {
  key: string;
  account: string;
  fingerprint: string;
}

export interface KeptAnswer {
  status: number;
  body: string;
  requestId: string;
}

/** Identifies what was asked: method, address and decoded parameters. */
export function keyUse(
  key: string,
  account: string,
  method: string,
  path: string,
  params: object,
): KeyUse {
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([method, path, params]))
    .digest("hex");
  return { key, account, fingerprint };
}

/** Marks a key as being worked on; a second request with it is refused meanwhile (409). */
export function enter({ keysInUse }: Simulator, use: KeyUse): () => void {
  const name = `${use.account}\n${use.key}`;
  if (keysInUse.has(name)) {
    throw new StripeError(409, {
      type: "idempotency_error",
      code: "idempotency_key_in_use",
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${use.key}. Please try again later.`,
    });
  }
  keysInUse.add(name);
  return () => keysInUse.delete(name);
}

/** The answer kept under this key, if any; refused when the key was used for something else. */
export function keptAnswer(sim: Simulator, use: KeyUse): KeptAnswer | undefined {
  sim.db.prepare("DELETE FROM idempotency_keys WHERE created_at < ?").run(Date.now() - keptMs);
  const row = sim.db
    .prepare(
      "SELECT fingerprint, status, body, request_id FROM idempotency_keys WHERE account = ? AND key = ?",
    )
    .get(use.account, use.key);
  if (!row) return undefined;
  if (row.fingerprint !== use.fingerprint) {
    throw new StripeError(400, {
      type: "idempotency_error",
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${use.key}' if you meant to execute a different request.`,
    });
  }
  return { status: Number(row.status), body: String(row.body), requestId: String(row.request_id) };
}

/**
 * Keeps an answer in the place of any before; called in the transaction of the work that it tells of.
 */
export function keepAnswer(sim: Simulator, use: KeyUse, answer: KeptAnswer): void {
  sim.db
    .prepare(
      "INSERT OR REPLACE INTO idempotency_keys (key, account, fingerprint, status, body, request_id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
    )
    .run(
      use.key,
      use.account,
      use.fingerprint,
      answer.status,
      answer.body,
      answer.requestId,
      Date.now(),
    );
}
