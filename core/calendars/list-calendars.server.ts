import type { Context } from "../context.server.ts";
import { requireProfessional } from "./permit-owner.server.ts";
import { type CalendarView, FAILURES } from "./schema.ts";
import { listOwn } from "./store.server.ts";

/**
 * Without their addresses, which are secrets.
 * @throws AppError `forbidden` without a professional profile.
 */
export async function listCalendars(ctx: Context): Promise<CalendarView[]> {
  const { professionalId } = requireProfessional(ctx);
  const rows = await listOwn(ctx.db, professionalId, ctx.now());
  return rows.map(({ id, name, url, goodAt, failingSince, lastError, hours, unclear }) => ({
    ...{ id, name, failingSince, hours, unclear, readAt: goodAt },
    host: new URL(url).host,
    failure: FAILURES.find((failure) => failure === lastError) ?? null,
  }));
}
