import { and, asc, eq, gte, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import type { Executor, Reader, Transaction } from "#platform/postgres.server.ts";
import { hasRight } from "../subscriptions/show-subscription.server.ts";
import { canSell } from "../tables/conditions.server.ts";
import { boosts, offerings } from "../tables.server.ts";

const hours = {
  from: sql<string>`lower(${boosts.during})`,
  until: sql<string>`upper(${boosts.during})`,
};

export async function listBoosts(db: Executor, professionalId: string, month: string) {
  const rows = await db
    .select({ id: boosts.id, sessionId: boosts.offeringId, title: offerings.title, ...hours })
    .from(boosts)
    .innerJoin(offerings, eq(offerings.id, boosts.offeringId))
    .where(and(eq(boosts.professionalId, professionalId), gte(boosts.month, month)))
    .orderBy(asc(sql`lower(${boosts.during})`), asc(boosts.id));
  return rows.map(({ from, until, ...row }) => ({
    ...row,
    from: new Date(from),
    until: new Date(until),
  }));
}

export function listBoostable(db: Executor, professionalId: string) {
  return db
    .select({ id: offerings.id, title: offerings.title })
    .from(offerings)
    .where(
      and(
        eq(offerings.professionalId, professionalId),
        eq(offerings.isActive, true),
        sql`${offerings.deletedAt} is null`,
      ),
    )
    .orderBy(asc(offerings.title), asc(offerings.id));
}

/** Writes a month's boost, unique by a constraint; null when it has already begun. */
export async function writeBoost(
  tx: Transaction,
  boost: { professionalId: string; offeringId: string; month: string; from: Date; until: Date },
  now: Date,
): Promise<string | null> {
  const { from, until, ...row } = boost;
  const during = sql`tstzrange(${from}, ${until})`;
  const [written] = await tx
    .insert(boosts)
    .values({ id: newId(), ...row, during, createdAt: now })
    .onConflictDoUpdate({
      target: [boosts.professionalId, boosts.month],
      set: { offeringId: row.offeringId, during },
      setWhere: sql`lower(${boosts.during}) > ${now}`,
    })
    .returning({ id: boosts.id });
  return written?.id ?? null;
}

export async function deleteBoost(
  db: Executor,
  { id, professionalId }: { id: string; professionalId: string },
  now: Date,
): Promise<boolean> {
  const deleted = await db
    .delete(boosts)
    .where(
      and(
        eq(boosts.id, id),
        eq(boosts.professionalId, professionalId),
        sql`lower(${boosts.during}) > ${now}`,
      ),
    )
    .returning({ id: boosts.id });
  return deleted.length > 0;
}

/** Offerings boosted now by who still may, in a lasting order; a search asks whether they fit. */
export async function listBoosted(
  db: Reader,
  kind: "session" | "activity",
  now: Date,
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select o.id
    from boosts b join offerings o on o.id = b.offering_id
      join professional_profiles p on p.id = b.professional_id
      join profiles owner on owner.id = p.user_id
    where b.during @> ${now}::timestamptz and o.kind = ${kind} and o.is_active
      and o.deleted_at is null and ${canSell}
      and exists (select from slots s
        where s.offering_id = o.id and (s.bookable or s.resale_seats > 0) and s.start_datetime > ${now})
      and ${hasRight(sql`p.user_id`, "boosts", now)}
    order by b.id`);
  return rows.map(({ id }) => id);
}
