import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Reader } from "#platform/postgres.server.ts";
import type { SessionCardView, SlotKind } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import { findSessions } from "./listed/find-listed.server.ts";
import { planSoonest } from "./listed/rules.ts";
import { type Gone, gonePages } from "./schema.ts";

const address = z.object({ kind: z.enum(gonePages), id: z.uuid() });
const CARDS = 3;

/** With similar sessions to come (rules: not-found, kept-offerings, account-deletion). */
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

interface GoneRow extends Record<string, unknown> {
  category: string | null;
  typeMark: string | null;
  cityKey: string;
}

async function readGoneOffering(
  db: Reader,
  { kind, id }: { kind: SlotKind; id: string },
): Promise<GoneRow | null> {
  const { rows } = await db.execute<GoneRow>(sql`
    select coalesce(t.name, o.category) as category, '#' || search_key(t.name) as "typeMark",
      search_key(coalesce(o.city, '')) as "cityKey"
    from offerings o
      left join activity_types t on t.id = o.activity_type_id
      join professional_profiles p on p.id = o.professional_id
      join profiles owner on owner.id = p.user_id
    where o.id = ${id} and o.kind = ${kind}
      and (o.deleted_at is not null or owner.account_status <> 'active')`);
  return rows[0] ?? null;
}

async function readGoneProfessional(db: Reader, id: string): Promise<GoneRow | null> {
  const { rows } = await db.execute<GoneRow>(sql`
    select null as category, null as "typeMark",
      search_key(coalesce(p.business_city, '')) as "cityKey"
    from professional_profiles p join profiles owner on owner.id = p.user_id
    where p.id = ${id} and owner.account_status <> 'active'`);
  return rows[0] ?? null;
}
