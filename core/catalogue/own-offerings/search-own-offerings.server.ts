import { requireProfessional } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { parseInput } from "../../parse.ts";
import { type OwnPage, ownQuery } from "./schema.ts";
import { countOwn, readDrafts, readOwn } from "./store.server.ts";

const PAGE_SIZE = 20;

/** Active and paused ones by default; a page too high is the last one. */
export async function searchOwnOfferings(ctx: Context, raw: unknown): Promise<OwnPage> {
  const { professionalId } = requireProfessional(ctx);
  const { q: words, etat, page: wanted } = parseInput(ownQuery, raw);
  const asked = { professionalId, words, now: ctx.now() };
  const counts = await countOwn(ctx.db, asked);
  const states = etat ? [etat] : (["en-ligne", "en-pause"] as const);
  const total = states.reduce((sum, state) => sum + counts[state], 0);
  const pageCount = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const page = Math.min(wanted, pageCount);
  const part = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const isDrafts = etat === "brouillon";
  return {
    offerings: isDrafts ? [] : await readOwn(ctx.db, asked, { states, ...part }),
    drafts: isDrafts ? await readDrafts(ctx.db, asked, part) : [],
    counts,
    page,
    pageCount,
  };
}
