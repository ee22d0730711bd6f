import type { Transaction } from "#platform/postgres.server.ts";
import { AppError } from "../../errors.ts";
import { isTypeOffered, typeByName, typeInForce } from "../activity-types/store.server.ts";
import type { ParsedOffering } from "./schema.ts";

/** The caller holds the types (rule: categories). @throws AppError `invalid_input` */
export async function chooseType(
  tx: Transaction,
  { activityTypeId, category }: ParsedOffering,
  userId: string,
): Promise<string> {
  if (category) return typeByName(tx, category);
  const id = activityTypeId && (await typeInForce(tx, activityTypeId));
  if (id && (await isTypeOffered(tx, id, userId))) return id;
  throw new AppError("invalid_input", {
    fields: { activityTypeId: ["Cette catégorie n'existe pas"] },
  });
}
