import { z } from "zod";
import type { Reader } from "#platform/postgres.server.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { parseInput } from "../parse.ts";
import type { OwnProfessional, SellerInFull, SellerNotice } from "./schema.ts";
import { findOwnProfessional, findSeller } from "./store.server.ts";

const asked = z.object({ professionalId: z.uuid() });

/** Before an order, so without street and telephone (rule: who-sells). */
export async function showSeller(
  ctx: Context,
  input: z.input<typeof asked>,
): Promise<SellerNotice | null> {
  const { professionalId } = parseInput(asked, input);
  const seller = await findSeller(ctx.reads, professionalId);
  if (!seller) return null;
  const { address: _, phone: __, ...notice } = seller;
  return notice;
}

/** With street and telephone, for the confirmation of an order. */
export function readSeller(db: Reader, professionalId: string): Promise<SellerInFull | null> {
  return findSeller(db, professionalId);
}

/** The newest; null without one. */
export function showOwnProfessional(ctx: Context): Promise<OwnProfessional | null> {
  return findOwnProfessional(ctx.db, requireActor(ctx).userId);
}
