import { z } from "zod";
import type { SessionCardView } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import { findSessions } from "./listed/find-sessions.server.ts";
import { planSoonest } from "./listed/rules.ts";
import { type Gone, gonePages } from "./schema.ts";
import { readGoneOffering, readGoneProfessional } from "./store.server.ts";

const address = z.object({ kind: z.enum(gonePages), id: z.uuid() });
const CARDS = 3;

/**
 * Describes something deleted or closed, with similar future sessions (rules: not-found,
 * kept-offerings, account-deletion); null for any other id.
 */
export async function findGone(
  ctx: Context,
  raw: { kind: Gone["kind"]; id: string | undefined },
): Promise<Gone | null> {
  const asked = address.safeParse(raw);
  if (!asked.success) return null;
  const { kind, id } = asked.data;
  const gone =
    kind === "professional"
      ? await readGoneProfessional(ctx.reads, id)
      : await readGoneOffering(ctx.reads, { kind, id });
  if (!gone) return null;
  const find = async (cities: string[] | null): Promise<SessionCardView[]> => {
    const plan = planSoonest(ctx.now(), { type: gone.typeMark, cities });
    const sessions = await findSessions(ctx.reads, plan, CARDS);
    return sessions.map(({ card }) => card);
  };
  const near = gone.cityKey === "" ? [] : await find([gone.cityKey]);
  const similar = near.length < CARDS ? [...near, ...(await find(null))] : near;
  return {
    kind,
    category: gone.category,
    similar: [...new Map(similar.map((card) => [card.id, card])).values()].slice(0, CARDS),
  };
}
