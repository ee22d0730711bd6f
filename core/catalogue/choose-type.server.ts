import type { Transaction } from "#platform/postgres.server.ts";
import { AppError } from "../errors.ts";
import type { SessionWish } from "./schema.ts";
import { isSessionType, typeByName } from "./store.server.ts";

/**
 * The activity type of a session: one that exists, or by name, made when nobody used it yet (S2§5).
 *
 * @throws AppError `invalid_input` for an id that is no session's type.
 */
export async function chooseType(
  tx: Transaction,
  { activityTypeId, category }: SessionWish,
): Promise<string> {
  if (category) return typeByName(tx, category);
  if (activityTypeId && (await isSessionType(tx, activityTypeId))) return activityTypeId;
  throw new AppError("invalid_input", {
    fields: { activityTypeId: ["Cette catégorie n'existe pas"] },
  });
}
