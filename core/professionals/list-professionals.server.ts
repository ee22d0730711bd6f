import type { ProfessionalView } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import { readCursor, writeCursor } from "../cursor.ts";
import { parseInput } from "../parse.ts";
import { professionalKey, professionalListQuery } from "./schema.ts";
import { listProfessionalViews } from "./store.server.ts";

/**
 * The directory for a program, highest rating first (S1§7), from a cursor on.
 *
 * @throws AppError `invalid_input` for a limit or cursor that cannot be understood.
 */
export async function listProfessionals(
  ctx: Context,
  raw: unknown,
): Promise<{ professionals: ProfessionalView[]; nextCursor: string | null }> {
  const { limit, cursor } = parseInput(professionalListQuery, raw);
  const after = cursor === undefined ? null : readCursor(professionalKey, cursor);
  const found = await listProfessionalViews(ctx.db, { after, limit: limit + 1 });
  const professionals = found.slice(0, limit);
  const last = found.length > limit ? professionals.at(-1) : undefined;
  return {
    professionals,
    nextCursor: last ? writeCursor({ rating: last.rating, id: last.id }) : null,
  };
}
