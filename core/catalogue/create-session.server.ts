import { newId } from "#platform/ids.server.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { changeImage } from "../media/change-image.server.ts";
import { refreshOffers } from "../offers/refresh-offers.server.ts";
import { showOwnProfessional } from "../professionals/show-own-professional.server.ts";
import { showQuota } from "../subscriptions/show-quota.server.ts";
import { chooseType } from "./choose-type.server.ts";
import { parseOffering } from "./parse-offering.server.ts";
import { permitPublication } from "./permit-publication.server.ts";
import { sayFailure } from "./say-failure.server.ts";
import { newSessionInput, type SessionInput } from "./schema.ts";
import { insertSession } from "./store.server.ts";
import { quotaReached, takeQuota } from "./use-quota.server.ts";
import { beginSchedule, startOf } from "./write-schedule.server.ts";

/**
 * Publishes a session (rule: payment-account). A single date gets its slot; a job makes recurring
 * ones right after (rule: slots-ahead). The quota is checked first, for a quick answer, and decided
 * in the transaction that inserts (rule: quota-month): session and slot are there together, or
 * neither (rule: all-or-nothing).
 *
 * @throws AppError `unauthenticated`, `forbidden` without a professional profile or when about to
 * leave, `payments_required` without a payment account, `quota_reached`, `invalid_input`.
 */
export async function createSession(
  ctx: Context,
  input: Partial<SessionInput>,
): Promise<{ sessionId: string; isRecurring: boolean }> {
  const { userId } = requireActor(ctx);
  const professional = await showOwnProfessional(ctx);
  if (!professional) throw new AppError("forbidden", { message: "Profil professionnel requis" });
  if (!professional.stripeConnectAccountId) throw new AppError("payments_required");
  await permitPublication(ctx);
  const quota = await showQuota(ctx);
  if (quota.state === "reached") throw quotaReached(quota.planId);
  const wish = parseOffering(newSessionInput, input);
  const now = ctx.now();
  const start = startOf(wish, now);
  const sessionId = newId();
  const made = ctx.db.transaction(async (tx) => {
    await takeQuota(tx, userId, now);
    const activityTypeId = await chooseType(tx, wish, userId);
    const { imageUrl: after } = wish;
    await changeImage(ctx, tx, { bucket: "session-images", before: null, after });
    const owner = { professionalId: professional.id, createdAt: now };
    await insertSession(tx, sessionId, owner, { ...wish, activityTypeId });
    await beginSchedule(ctx, tx, { kind: "session", id: sessionId, start, wish });
    await refreshOffers(tx, [sessionId], now);
  });
  await sayFailure(ctx, "Erreur lors de la création de la session", made);
  return { sessionId, isRecurring: start === null };
}
