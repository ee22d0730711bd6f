import type { z } from "zod";
import { matchesHash } from "#platform/ids.server.ts";
import type { Context } from "../context.server.ts";
import { parseInput } from "../parse.ts";
import { isId } from "../payments/rules.ts";
import { guestResultPath } from "./rules.ts";
import { planLinkInput } from "./schema.ts";
import { type Checkout, findCheckout } from "./store.server.ts";

/**
 * What the link in a guest's mail confirms. Reading it changes nothing: whatever looks through mails
 * opens links too.
 *
 * @returns null when it is unknown or expired, or was followed in another browser; `donePath` is the
 * result page of what this browser has confirmed already.
 */
export async function readPlanLink(
  ctx: Context,
  input: z.input<typeof planLinkInput>,
): Promise<{ email: string; donePath: string | null } | null> {
  const { token, guestProof } = parseInput(planLinkInput, input);
  const checkout = await findByToken(ctx, token);
  if (!checkout) return null;
  const { buyerEmail: email, status, guestProofHash } = checkout;
  if (status === "open") return { email, donePath: null };
  const isOwn = guestProof && guestProofHash && matchesHash(guestProof, guestProofHash);
  return isOwn ? { email, donePath: guestResultPath("free", email) } : null;
}

/** The free plan that this token is for, asked for or confirmed; null when the link has expired. */
export async function findByToken(ctx: Context, token: string): Promise<Checkout | null> {
  const [, id, secret = ""] = token.match(/^([0-9a-f-]{36})\.([\w-]{43})$/) ?? [];
  const checkout = id && isId(id) ? await findCheckout(ctx.db, { id }) : null;
  if (!checkout?.linkHash || !matchesHash(secret, checkout.linkHash)) return null;
  if (checkout.status !== "open" && checkout.status !== "complete") return null;
  return checkout.expiresAt > ctx.now() ? checkout : null;
}
