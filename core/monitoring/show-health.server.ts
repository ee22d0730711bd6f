import Stripe from "stripe";
import { markOf } from "#platform/seal.server.ts";
import type { Context } from "../context.server.ts";
import { DAY } from "../durations.ts";
import { judgeSecrets } from "../operators/logins/totp-secrets.server.ts";
import { requireOperator } from "../operators/rules.ts";
import {
  type Asked,
  firstIdOf,
  type HealthLine,
  judgeAsked,
  judgeMeasured,
  judgeRepeated,
  type Measured,
  type Repeated,
  THRESHOLDS,
} from "./rules.ts";
import {
  countPapersUnder,
  findLastDone,
  readNoted,
  readState,
  type StateRow,
} from "./store.server.ts";

/**
 * By the runbook's thresholds; a silent provider makes the page wait two seconds.
 * @throws AppError `not_found` to all but operators.
 */
export async function showHealth(ctx: Context): Promise<HealthLine[]> {
  requireOperator(ctx);
  const now = ctx.now();
  const recent = firstIdOf(new Date(now.getTime() - DAY));
  const [rows, provider, unreadable] = await Promise.all([
    readState(ctx.db, { now, recent }),
    askProvider(ctx),
    countUnreadable(ctx),
  ]);
  const measured = (Object.keys(THRESHOLDS) as Measured[]).map((id): HealthLine => {
    const value = sumOf(rows, id);
    return { id, value, state: judgeMeasured(id, value), at: null };
  });
  const noted = await readNoted(ctx.db);
  const happened = {
    reconciled: { at: await findLastDone(ctx.db, "reconcile"), faults: 0 },
    ...noted,
  };
  const repeated = (Object.keys(happened) as Repeated[]).map((id): HealthLine => {
    const { at, faults } = happened[id];
    return { id, at, value: faults, state: judgeRepeated(id, happened[id], now) };
  });
  const asked = Object.entries({ provider, unreadable }).map(([id, value]): HealthLine => {
    return { id: id as Asked, value, state: judgeAsked(value), at: null };
  });
  return [...measured, ...asked, ...repeated];
}

async function askProvider({ stripe, log }: Context): Promise<number | null> {
  try {
    await stripe.balance.retrieve({}, { timeout: 2_000, maxNetworkRetries: 0 });
    return 0;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    log.warn({ err: error }, "the provider does not answer");
    return null;
  }
}

async function countUnreadable(ctx: Context): Promise<number> {
  const { encryptionKey, previousEncryptionKey } = ctx.config;
  const marks = [encryptionKey, previousEncryptionKey].filter((key) => key !== null).map(markOf);
  const [judged, papers] = await Promise.all([judgeSecrets(ctx), countPapersUnder(ctx.db, marks)]);
  return judged.reduce((sum, { faults }) => sum + faults.length, papers);
}

function sumOf(rows: StateRow[], id: Measured): number {
  const name = id === "jobs_failed" ? "jobs_waiting" : id;
  return rows
    .filter((row) => row.name === name && (id !== "jobs_failed" || row.labels.state === "failed"))
    .reduce((sum, { value }) => sum + value, 0);
}
