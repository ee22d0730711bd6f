import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import type { SlotKind } from "../schema.ts";
import { SHARE_CODE } from "./rules.ts";
import { findShared } from "./store.server.ts";

/**
 * Finds slots that can no longer be booked too.
 * @throws AppError `not_found` for an unknown code.
 */
export async function findSharedSlot(
  ctx: Context,
  code: string,
): Promise<{ kind: SlotKind; offeringId: string; slotId: string }> {
  const found = SHARE_CODE.test(code) ? await findShared(ctx.db, code) : null;
  if (!found) throw new AppError("not_found");
  return found;
}
