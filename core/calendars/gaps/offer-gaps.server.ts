import { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import * as addresses from "#site/addresses.ts";
import { requireProfessional } from "../../accounts/rules.ts";
import { publishSlot } from "../../catalogue/publishing/publish-slot.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { parseInput } from "../../parse.ts";
import type { EventHour, Gap } from "../schema.ts";
import { findMailbox, listOwn } from "../store.server.ts";
import { fitting, GAP_AHEAD, gapIn } from "./rules.ts";
import {
  closeGap,
  findGap,
  insertGap,
  listOpen,
  listSellable,
  readTaken,
  readWorkday,
} from "./store.server.ts";

const input = z.object({
  gapId: z.uuid(),
  /** Cents that the professional saw when they agreed. */
  cents: z.coerce.number().int(),
});

/**
 * Safe to repeat (rule: gap).
 * @throws AppError `price_changed`, `conflict`; and as `publishSlot`.
 */
export async function publishGap(
  ctx: Context,
  raw: z.input<typeof input>,
): Promise<{ slotId: string }> {
  const { professionalId } = requireProfessional(ctx);
  const { gapId, cents } = parseInput(input, raw);
  const found = await findGap(ctx.db, gapId);
  if (found?.professionalId !== professionalId) throw new AppError("not_found");
  if (found.slotId) return { slotId: found.slotId };
  const [gap] = await listOpen(ctx.db, { gapId }, ctx.now());
  if (!gap) {
    throw new AppError("conflict", { message: "Cette heure n'est plus libre." });
  }
  if (gap.priceCents !== cents) throw new AppError("price_changed");
  const { slotId } = await publishSlot(ctx, {
    ...{ offeringId: gap.offeringId, start: gap.start.toISOString(), minutes: gap.minutes },
  });
  await closeGap(ctx.db, gapId, { state: "published", slotId });
  return { slotId };
}

const declineInput = z.object({ gapId: z.uuid() });

/** Safe to repeat (rule: gap). @throws AppError `conflict` for one that is published. */
export async function declineGap(ctx: Context, raw: z.input<typeof declineInput>): Promise<void> {
  const { professionalId } = requireProfessional(ctx);
  const { gapId } = parseInput(declineInput, raw);
  const found = await findGap(ctx.db, gapId);
  if (found?.professionalId !== professionalId) throw new AppError("not_found");
  if (found.state === "published") {
    throw new AppError("conflict", { message: "Cette heure est déjà en ligne." });
  }
  await closeGap(ctx.db, gapId, { state: "declined", slotId: null });
}

/** `readAt` is null if no calendar was ever read (rule: gap). */
export async function showGaps(
  ctx: Context,
): Promise<{ gaps: Gap[]; calendars: number; readAt: Date | null; isFailing: boolean }> {
  const { professionalId } = requireProfessional(ctx);
  const now = ctx.now();
  const [calendars, gaps] = await Promise.all([
    listOwn(ctx.db, professionalId, now),
    listOpen(ctx.db, { professionalId }, now),
  ]);
  const read = calendars.flatMap(({ goodAt }) => goodAt ?? []).sort((a, b) => +a - +b);
  return {
    gaps: gaps.map(({ professionalId: _, ...gap }) => gap),
    calendars: calendars.length,
    readAt: read[0] ?? null,
    isFailing: calendars.some(({ failingSince }) => failingSince !== null),
  };
}

/** Of more at once, somebody tidied up the calendar and no hour became free. */
const MOST_AT_ONCE = 3;

/**
 * Only suggests (rule: gap); the caller holds the professional's lock and has deleted the hours.
 */
export async function findGaps(
  ctx: Context,
  tx: Transaction,
  professionalId: string,
  gone: readonly EventHour[],
): Promise<void> {
  const now = ctx.now();
  const near = gone.filter(({ start }) => +start <= now.getTime() + GAP_AHEAD);
  if (near.length === 0) return;
  const workday = await readWorkday(tx, professionalId);
  const offerings = await listSellable(tx, professionalId);
  const to = await findMailbox(tx, professionalId);
  for (const event of near.slice(0, MOST_AT_ONCE)) {
    const taken = await readTaken(tx, { professionalId, start: event.start, end: event.end });
    const gap = gapIn(event, { now, ...workday, taken });
    const offering = gap && fitting(gap, offerings);
    if (!offering) continue;
    const { id: offeringId, priceCents: cents } = offering;
    const gapId = await insertGap(tx, { professionalId, ...gap, event, offeringId, cents, now });
    if (gapId && to) {
      await enqueueMail(ctx, tx, { kind: "gap-found", reference: gapId, to, data: { gapId } });
    }
  }
}

/** Null once published, declined, over, or taken. */
export async function readGapMail(ctx: Context, mail: QueuedMail<"gap-found">) {
  const now = ctx.now();
  const [gap] = await listOpen(ctx.db, { gapId: mail.data.gapId }, now);
  // Programs open links in mails too, so it leads to the page with the button.
  return gap ? { gap, now, url: `${ctx.config.appUrl}${addresses.agenda}` } : null;
}
