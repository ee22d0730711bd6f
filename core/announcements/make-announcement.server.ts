import type { Context, Runtime } from "../context.server.ts";
import { toParis } from "../dates.ts";
import { AppError } from "../errors.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { isInForce, LOOKED_EVERY, whyNotAt } from "./rules.ts";
import { type Announcement, announcementInput, withdrawalInput } from "./schema.ts";
import { deleteAnnouncement, insertAnnouncement, readAnnouncements } from "./store.server.ts";

/** Next first. @throws AppError `not_found` to all but operators. */
export async function listAnnouncements(ctx: Context): Promise<Announcement[]> {
  requireOperator(ctx);
  return readAnnouncements(ctx.db, ctx.now());
}

/** @throws AppError `conflict` when another stands in these hours (rule: announcement). */
export async function announce(ctx: Context, input: unknown): Promise<{ id: string }> {
  requireOperator(ctx, "administration");
  const now = ctx.now();
  const { kind, text, from, until: untilAt, reason } = parseInput(announcementInput, input);
  const row = { kind, text, fromAt: from ?? now, untilAt };
  const fault = whyNotAt(row, now);
  if (fault) throw new AppError("invalid_input", { fields: { [fault.field]: [fault.text] } });
  return ctx.db.transaction(async (tx) => {
    const id = await insertAnnouncement(tx, { ...row, createdAt: now });
    if (!id) {
      const message = "Une autre annonce est prévue à ces heures : retirez-la d'abord.";
      throw new AppError("conflict", { message });
    }
    const object = { kind: "announcement", id } as const;
    await recordAct(ctx, tx, { act: "announcement_made", object, reason, after: told(row) });
    return { id };
  });
}

/** @throws AppError `not_found` for none, `forbidden` to all but administration. */
export async function takeAnnouncementBack(ctx: Context, input: unknown): Promise<void> {
  requireOperator(ctx, "administration");
  const { announcementId: id, reason } = parseInput(withdrawalInput, input);
  await ctx.db.transaction(async (tx) => {
    const gone = await deleteAnnouncement(tx, id);
    if (!gone) throw new AppError("not_found", { message: "Cette annonce n'existe plus." });
    const object = { kind: "announcement", id } as const;
    await recordAct(ctx, tx, { act: "announcement_withdrawn", object, reason, before: told(gone) });
  });
}

function told({ kind, text, fromAt, untilAt }: Omit<Announcement, "id">) {
  return { kind, text, from: toParis(fromAt), until: toParis(untilAt) };
}

export interface AnnouncementBoard {
  read(): Promise<Announcement | null>;
}

/** Reads at most every twenty seconds, and keeps what was known (rule: announcement). */
export function createAnnouncementBoard({
  db,
  now,
  log,
}: Pick<Runtime, "db" | "now" | "log">): AnnouncementBoard {
  let known: Announcement[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> = Promise.resolve();
  const look = async (at: Date) => {
    try {
      known = await readAnnouncements(db, at);
    } catch (error) {
      log.warn({ err: error }, "the announcements could not be read");
    }
  };
  return {
    async read() {
      const at = now();
      if (at.getTime() - lookedAt >= LOOKED_EVERY) {
        lookedAt = at.getTime();
        looking = look(at);
      }
      await looking;
      return known.find((one) => isInForce(one, at)) ?? null;
    },
  };
}
