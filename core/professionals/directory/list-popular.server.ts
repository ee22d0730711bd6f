import type { Context } from "../../context.server.ts";
import type { ProfessionalView } from "../schema.ts";
import { readPopular } from "../store.server.ts";

/** The home page has room for two, rated 4.5 at least. */
const CARDS = 2;

/** The best rated professionals with something to book now, for the home page. */
export function listPopular(ctx: Context): Promise<ProfessionalView[]> {
  return readPopular(ctx.db, CARDS);
}
