import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import * as addresses from "#site/addresses.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { permitSource } from "../owner/permit-owner.server.ts";
import type { SlotKind } from "../schema.ts";
import { shareMessage } from "./labels.ts";
import { SHARE_CODE, shareCode } from "./rules.ts";
import type { PublishedSlot } from "./schema.ts";
import { findShared, keepShareCode, readPublished, readShareCode } from "./store.server.ts";

const input = z.object({ slotId: z.uuid() });

/** @throws AppError `not_found` also for a slot that is not published or has no short address. */
export async function showPublished(
  ctx: Context,
  raw: z.input<typeof input>,
): Promise<PublishedSlot> {
  requireActor(ctx);
  const { slotId } = parseInput(input, raw);
  const source = await permitSource(ctx, { slotId });
  const slot = await readPublished(ctx.db, slotId, ctx.now());
  const code = await readShareCode(ctx.db, slotId);
  if (!slot?.isActive || !code) throw new AppError("not_found");
  const { isActive: _, ...shown } = slot;
  return {
    ...shown,
    slotId,
    kind: source.kind,
    offeringId: source.id,
    title: source.title,
    path: addresses.shared(code),
    message: shareMessage({ ...source, ...shown }, ctx.now()),
  };
}

/** @throws AppError `not_found` for an unknown code. */
export async function findSharedSlot(
  ctx: Context,
  code: string,
): Promise<{ kind: SlotKind; offeringId: string; slotId: string }> {
  const found = SHARE_CODE.test(code) ? await findShared(ctx.db, code) : null;
  if (!found) throw new AppError("not_found");
  return found;
}

/** Keeps an earlier one: people may keep a link that was sent to them. */
export async function giveShareCode(tx: Transaction, slotId: string): Promise<void> {
  if (await readShareCode(tx, slotId)) return;
  while (!(await keepShareCode(tx, slotId, shareCode(randomBytes(6))))) {}
}
