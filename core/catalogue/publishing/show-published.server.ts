import { z } from "zod";
import * as addresses from "#site/addresses.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { shareMessage } from "./labels.ts";
import { permitSource } from "./permit-slot.server.ts";
import type { PublishedSlot } from "./schema.ts";
import { readPublished, readShareCode } from "./store.server.ts";

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
