import type { Context } from "../../context.server.ts";
import { pageOf, readCursor } from "../../cursor.ts";
import { parseInput } from "../../parse.ts";
import { type ProfessionalView, professionalKey, professionalListQuery } from "../schema.ts";
import { listProfessionalViews, readPopular } from "./store.server.ts";

/**
 * The directory for a program, highest rating first, from a cursor on.
 *
 * @throws AppError `invalid_input` for a limit or cursor that cannot be understood.
 */
export async function listProfessionals(
  ctx: Context,
  raw: unknown,
): Promise<{ professionals: ProfessionalView[]; nextCursor: string | null }> {
  const { limit, cursor } = parseInput(professionalListQuery, raw);
  const after = readCursor(professionalKey, cursor);
  const found = await listProfessionalViews(ctx.reads, { after, limit: limit + 1 });
  const { page, nextCursor } = pageOf(found, limit, ({ rating, id }) => ({ rating, id }));
  return { professionals: page, nextCursor };
}

/** The home page has room for two, rated 4.5 at least. */
const CARDS = 2;

/** The best rated professionals with something to book now, for the home page. */
export function listPopular(ctx: Context): Promise<ProfessionalView[]> {
  return readPopular(ctx.reads, { limit: CARDS, now: ctx.now() });
}
