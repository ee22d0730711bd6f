import type { Context } from "../context.server.ts";
import type { ProfessionalView } from "./schema.ts";
import { readPopular } from "./store.server.ts";

/** « at most 2 popular cards (rating at least 4.5) » (S1§9) */
const CARDS = 2;

/** The best rated professionals who can be booked now, for the home page. */
export function listPopular(ctx: Context): Promise<ProfessionalView[]> {
  return readPopular(ctx.db, CARDS);
}
