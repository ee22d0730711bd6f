import type { Transaction } from "#platform/postgres.server.ts";
import { AppError } from "../../errors.ts";
import { isTypeOffered, typeByName } from "../activity-types/store.server.ts";
import type { ParsedOffering } from "./schema.ts";

/**
 * Chooses a session's activity type: one that its owner is offered, or by name, created when it is
 * new (rule: categories).
 *
 * @throws AppError `invalid_input` for an id that is no session's type, or somebody else's own.
 */
export async function chooseType(
  tx: Transaction,
  { activityTypeId, category }: ParsedOffering,
  userId: string,
): Promise<string> {
  if (category) return typeByName(tx, category);
  if (activityTypeId && (await isTypeOffered(tx, activityTypeId, userId))) return activityTypeId;
  throw new AppError("invalid_input", {
    fields: { activityTypeId: ["Cette catégorie n'existe pas"] },
  });
}
