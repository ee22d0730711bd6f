import { hashSecret, newSecret } from "#platform/ids.server.ts";
import type { Context } from "../context.server.ts";
import { answerOnce, type Call } from "./answer-once.server.ts";
import { canonicalText, SAME_CLICK } from "./rules.ts";
import { isRandomKey } from "./schema.ts";

/**
 * Derives it from a random key, so that a repetition proves the same guest (rule: buyer-proof).
 * @returns 256 bits for a cookie; only their hash is stored.
 */
export function newGuestProof(key: unknown): string {
  return isRandomKey(key) ? hashSecret(`guest of ${key}`) : newSecret();
}

/**
 * Gives two clicks without a key one secret (rule: retry-once).
 * @param browser what the browser says of itself.
 */
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
