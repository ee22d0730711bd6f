import { hashSecret, newSecret } from "#platform/ids.server.ts";
import type { Context } from "../context.server.ts";
import { answerOnce, type Call } from "./answer-once.server.ts";
import { canonicalText, SAME_CLICK } from "./rules.ts";
import { isRandomKey } from "./schema.ts";

/**
 * Makes the secret that a guest's browser keeps from its first purchase (rule: buyer-proof). After
 * a call with a random key it is derived from that key: when the answer is lost, and the cookie
 * with it, the same call proves the same guest again. A made-up key proves nothing.
 *
 * @returns 256 bits for a cookie; only their hash is stored.
 */
export function newGuestProof(key: unknown): string {
  return isRandomKey(key) ? hashSecret(`guest of ${key}`) : newSecret();
}

/**
 * The same for a form of a shared page. Without JavaScript it has no key, as its visitors would
 * share it: two clicks on it then come as two guests. The same content from the same browser of the
 * same network within half a minute is the same click, and gets the same secret (rule: retry-once), at whichever
 * process it comes first. A stranger who types somebody's e-mail sends from elsewhere, and gets
 * their own.
 *
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
