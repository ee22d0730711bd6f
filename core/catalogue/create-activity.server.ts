import { newId } from "#platform/ids.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { changeImage } from "../media/change-image.server.ts";
import { showOwnProfessional } from "../professionals/show-own-professional.server.ts";
import { parseOffering } from "./parse-offering.server.ts";
import { permitActivities } from "./permit-activities.server.ts";
import { sayFailure } from "./say-failure.server.ts";
import { type ActivityInput, newActivityInput } from "./schema.ts";
import { insertActivity } from "./store.server.ts";
import { beginSchedule, startOf } from "./write-schedule.server.ts";

/**
 * Publishes an activity. A single date gets its slot, in one transaction with it (rule:
 * all-or-nothing); a job makes recurring ones right after (rule: slots-ahead).
 *
 * @throws AppError `unauthenticated`, `forbidden` for somebody who may not create activities or has
 * no professional profile, `invalid_input`.
 */
export async function createActivity(
  ctx: Context,
  input: Partial<ActivityInput>,
): Promise<{ activityId: string; isRecurring: boolean }> {
  await permitActivities(ctx);
  const professional = await showOwnProfessional(ctx);
  if (!professional) {
    throw new AppError("forbidden", { message: "Profil professionnel non trouvé" });
  }
  const wish = parseOffering(newActivityInput, input);
  const now = ctx.now();
  const start = startOf(wish, now);
  const activityId = newId();
  const made = ctx.db.transaction(async (tx) => {
    const { imageUrl: after } = wish;
    await changeImage(ctx, tx, { bucket: "activity-images", before: null, after });
    const owner = { professionalId: professional.id, createdAt: now };
    await insertActivity(tx, activityId, owner, wish);
    await beginSchedule(ctx, tx, { kind: "activity", id: activityId, start, wish });
  });
  await sayFailure(ctx, "Erreur lors de la création de l'activité", made);
  return { activityId, isRecurring: start === null };
}
