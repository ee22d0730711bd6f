import { inBatches } from "#platform/batches.server.ts";
import { hashSecret, newSecret } from "#platform/ids.server.ts";
import type { Database, Transaction } from "#platform/postgres.server.ts";
import { readersWithoutReplica } from "#platform/readers.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { ANSWER_LIFE, canonicalText, type Encounter, judge, SAME_CLICK } from "./rules.ts";
import { idempotencyKey, isRandomKey } from "./schema.ts";
import {
  awaitCall,
  deleteCall,
  deleteCallsBefore,
  findCall,
  keepAnswer,
  keepCall,
  lockCall,
} from "./store.server.ts";

/** A call that creates something, and everything that tells it from others (rule: retry-once). */
export interface Call {
  /** One name per use case, at every door. */
  name: string;
  /** Made by the caller once for all its attempts; without one every call is its own. */
  key: unknown;
  /** Plain data: an attempt with another body is another call. */
  body: unknown;
  /** Set where it says whose call it is. */
  guestProof?: string | undefined;
  /** Waits for the first call instead of being refused meanwhile. */
  isWaitedFor?: boolean;
  /** In milliseconds; a day when left out. */
  life?: number;
}

/** Plain data, so that the database returns it unchanged. */
type Answer = Record<string, string | number | boolean | null>;

/**
 * Stores the answer in the transaction of `work`, which calls nobody (rule: retry-once).
 * @throws AppError `invalid_input`, `in_progress`, `key_reused`, and whatever `work` throws.
 */
export async function answerOnce<Result extends Answer>(
  ctx: Context,
  call: Call,
  work: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  const known = identify(ctx, call);
  if (!known) return work(ctx);
  return ctx.db.transaction(async (tx) => {
    if (call.isWaitedFor) await awaitCall(tx, known.id);
    const met = await meet(ctx, tx, known, call.life);
    if (met.state !== "first") return repeat<Result>(met);
    const db = tx as unknown as Database;
    const answer = await work({ ...ctx, db, reads: db, readers: readersWithoutReplica(db) });
    await keepCall(tx, { ...known, answer, startedAt: ctx.now() });
    return answer;
  });
}

/**
 * Marks the key as running; `work` must continue where it stood and charge nobody twice.
 * @throws AppError like {@link answerOnce}
 */
export async function answerOnceInSteps<Result extends Answer>(
  ctx: Context,
  call: Call,
  work: () => Promise<Result>,
): Promise<Result> {
  const known = identify(ctx, call);
  if (!known) return work();
  const met = await ctx.db.transaction(async (tx) => {
    const found = await meet(ctx, tx, known, call.life);
    if (found.state === "first") await keepCall(tx, { ...known, startedAt: ctx.now() });
    return found;
  });
  if (met.state !== "first") return repeat<Result>(met);
  try {
    const answer = await work();
    await keepAnswer(ctx.db, known.id, answer);
    return answer;
  } catch (error) {
    await deleteCall(ctx.db, known.id).catch((cause: unknown) =>
      ctx.log.warn({ err: cause }, "the key of a call that failed is kept for a minute"),
    );
    throw error;
  }
}

type KnownCall = { id: string; userId: string | null; call: string; bodyHash: string };

/** A random key belongs to whoever knows it, a made-up one to a network address. */
function identify(ctx: Context, { name, key, body, guestProof }: Call): KnownCall | null {
  const given = parseInput(idempotencyKey, key);
  if (given === null) return null;
  const userId = ctx.actor?.userId ?? null;
  const anybody = isRandomKey(given) ? "who knows it" : `from ${ctx.address}`;
  const owner = userId ?? (guestProof ? hashSecret(guestProof) : anybody);
  const id = hashSecret(canonicalText([owner, name, given]));
  // Hashed with the key, which nobody else knows, so that no password can be guessed from the
  // stored hash of a body.
  const bodyHash = hashSecret(canonicalText([given, body]));
  return { id, userId, call: name, bodyHash };
}

async function meet(
  ctx: Context,
  tx: Transaction,
  call: KnownCall,
  life?: number,
): Promise<Encounter> {
  if (!(await lockCall(tx, call.id))) return { state: "running" };
  return judge(await findCall(tx, call.id), call.bodyHash, ctx.now(), life);
}

function repeat<Result extends Answer>(met: Exclude<Encounter, { state: "first" }>): Result {
  if (met.state === "running") throw new AppError("in_progress");
  if (met.state === "other_body") throw new AppError("key_reused");
  return met.answer as Result;
}

export function purgeAnswers(ctx: Context): Promise<boolean> {
  const before = new Date(ctx.now().getTime() - ANSWER_LIFE);
  return inBatches(() => deleteCallsBefore(ctx.db, before));
}

/** Derives it from a random key, so that a repetition proves the same guest (rule: buyer-proof). */
export function newGuestProof(key: unknown): string {
  return isRandomKey(key) ? hashSecret(`guest of ${key}`) : newSecret();
}

/** Gives two clicks without a key one secret (rule: retry-once). */
export async function proveGuest(ctx: Context, call: Call, browser: string): Promise<string> {
  if (call.key) return newGuestProof(call.key);
  const content = canonicalText([call.body, browser, ctx.address]);
  const { seed } = await answerOnce(
    ctx,
    {
      ...{ name: `prove-guest ${call.name}`, key: hashSecret(content), body: null },
      ...{ isWaitedFor: true, life: SAME_CLICK },
    },
    async () => ({ seed: newSecret() }),
  );
  // The seed alone is stored, and proves nothing without the content.
  return hashSecret(canonicalText([seed, content]));
}
