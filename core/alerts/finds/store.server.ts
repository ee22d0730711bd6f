import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import { type Executor, list, type Reader, type Transaction } from "#platform/postgres.server.ts";
import { FLAGS } from "../../listings/rules.ts";
import { alertFinds, alerts } from "../../tables.server.ts";
import type { Alert, Find, Owner, Told } from "../schema.ts";
import { ownedBy, view } from "../store.server.ts";

/** Omits slots that cannot be booked at `now`; the cell is null online. */
export async function readCells(
  db: Executor,
  slotIds: readonly string[],
  now: Date,
): Promise<{ slotId: string; cell: number | null }[]> {
  const { rows } = await db.execute<{ slotId: string; cell: number | null }>(sql`
    select slot_id as "slotId", cell from listed_slots
    where slot_id = any(${list(slotIds, "uuid")}) and valid_from <= ${now} and valid_until > ${now}
      and closes_at > ${now}`);
  return rows;
}

interface Spot {
  slotId: string;
  isNew: boolean;
  longitude: number;
  latitude: number;
}

/**
 * Adds more alerts than fit, never fewer: `findFitting` decides when they are told. Tells again at
 * another hour, or since `toldBefore`.
 */
export async function insertFinds(
  tx: Transaction,
  spots: readonly Spot[],
  { now, toldBefore }: { now: Date; toldBefore: Date },
): Promise<number> {
  const texts = (values: (string | number | boolean)[]) => list(values.map(String), "text");
  const { rowCount } = await tx.execute(sql`
    insert into alert_finds as old (alert_id, slot_id, starts_at, found_at)
    select alert.id, slot.slot_id, slot.starts_at, ${now}::timestamptz
    from unnest(${texts(spots.map(({ slotId }) => slotId))}, ${texts(spots.map(({ longitude }) => longitude))},
        ${texts(spots.map(({ latitude }) => latitude))}) as spot (slot_id, longitude, latitude)
      join listed_slots slot on slot.slot_id = spot.slot_id::uuid and slot.valid_from <= ${now}
        and slot.valid_until > ${now} and slot.closes_at > ${now}
      join listings on listings.no = slot.listing_no
      cross join lateral (${alertsFor(sql`slot`, sql`point(spot.longitude::float8, spot.latitude::float8)`)}) alert
    on conflict (alert_id, slot_id) do update
    set starts_at = excluded.starts_at, found_at = excluded.found_at, told_at = null
    where old.told_at is not null and (old.starts_at <> excluded.starts_at
      or old.told_at < ${toldBefore} and old.slot_id = any(${list(
        spots.filter(({ isNew }) => isNew).map(({ slotId }) => slotId),
        "uuid",
      )}))`);
  return rowCount ?? 0;
}

const WIDEST = sql.raw("360");

/** The ellipse in an alert's rectangle has all of the circle that is meant. */
const isRound = (point: ReturnType<typeof sql>) => sql`
  power(2 * ((${point})[0] - (center(alerts.area))[0]) / width(alerts.area), 2)
    + power(2 * ((${point})[1] - (center(alerts.area))[1]) / height(alerts.area), 2) <= 1`;

/** Finds alerts by one mark each, and compares the rest here: writing down misfits costs more. */
const alertsFor = (slot: ReturnType<typeof sql>, point: ReturnType<typeof sql>) => sql`
  select alerts.id
  from (select at::date as day, at::time as clock, 1 << extract(isodow from at)::int - 1 as weekday
      from (select ${slot}.starts_at at time zone 'Europe/Paris' as at) starts offset 0) paris,
    (select 0::bigint union select ${slot}.type
      union select number_of(mark) from unnest(listings.marks) mark where mark !~ '^[!@^~+]') had (mark)
    join alerts on alerts.type = had.mark
  where alerts.paused_at is null and alerts.area @> box(${point}, ${point}) and alerts.seats <= ${slot}.seats
    and alerts.from_cents <= ${slot}.cents
    and (alerts.below_cents is null or alerts.below_cents > ${slot}.cents)
    and (alerts.day is null or alerts.day = paris.day)
    and alerts.weekdays & paris.weekday > 0
    and (width(alerts.area) > ${WIDEST} or ${isRound(point)})
    and coalesce(alerts.conditions ->> 'from', '00:00')::time <= paris.clock
    and coalesce(alerts.conditions ->> 'to', '24:00')::time > paris.clock
    and coalesce((alerts.conditions ->> 'duration_max')::int, ${slot}.minutes) >= ${slot}.minutes
    and coalesce(alerts.conditions ->> 'mode' = 'online', ${slot}.flags & ${FLAGS.online}::int > 0)
      = (${slot}.flags & ${FLAGS.online}::int > 0)`;

export async function listToTell(
  db: Executor,
  { today, most, limit }: { today: Date; most: number; limit: number },
): Promise<{ owner: Owner; email: string }[]> {
  const { rows } = await db.execute<{
    userId: string | null;
    guestId: string | null;
    email: string;
  }>(sql`
    with waiting as (
      select distinct alerts.user_id, alerts.guest_id
      from alert_finds found join alerts on alerts.id = found.alert_id
      where found.told_at is null and alerts.paused_at is null)
    select waiting.user_id as "userId", waiting.guest_id as "guestId",
      coalesce(users.email, guests.email) as email
    from waiting left join users on users.id = waiting.user_id
      left join alert_guests guests on guests.id = waiting.guest_id
      cross join lateral (select count(distinct found.told_at)::int as count
        from alerts join alert_finds found on found.alert_id = alerts.id
        where (alerts.user_id = waiting.user_id or alerts.guest_id = waiting.guest_id)
          and found.told_at >= ${today}) told
    where told.count < ${most} order by coalesce(waiting.user_id, waiting.guest_id) limit ${limit}`);
  return rows.flatMap(({ userId, guestId, email }) => {
    const owner: Owner | null = userId ? { userId } : guestId ? { guestId } : null;
    return owner ? [{ owner, email }] : [];
  });
}

const isOneOf = (finds: readonly Find[]) => {
  const alertIds = finds.map(({ alertId }) => alertId);
  const slotIds = finds.map(({ slotId }) => slotId);
  return sql`(${alertFinds.alertId}, ${alertFinds.slotId}) in (
    select * from unnest(${list(alertIds, "uuid")}, ${list(slotIds, "uuid")}))`;
};

/** What was found anew since is told by a later mail. */
const isToldBy = ({ finds, toldAt }: Told) =>
  and(isOneOf(finds), lte(alertFinds.toldAt, new Date(toldAt)));

/** Lists what a mail tells, or what is yet to be told; nothing of a paused alert. */
export async function listFinds(
  db: Executor,
  owner: Owner,
  told?: Told,
): Promise<{ alert: Alert; slotIds: string[] }[]> {
  const isAsked = told ? isToldBy(told) : isNull(alertFinds.toldAt);
  const rows = await db
    .select({ alert: alerts, slotId: alertFinds.slotId })
    .from(alertFinds)
    .innerJoin(alerts, eq(alerts.id, alertFinds.alertId))
    .where(and(ownedBy(owner), isNull(alerts.pausedAt), isAsked))
    .orderBy(asc(alerts.createdAt), asc(alertFinds.startsAt));
  return [...Map.groupBy(rows, ({ alert }) => alert.id).values()].flatMap((some) =>
    some[0] ? [{ alert: view(some[0].alert), slotIds: some.map(({ slotId }) => slotId) }] : [],
  );
}

export function markTold(tx: Transaction, finds: readonly Find[], toldAt: Date): Promise<Find[]> {
  return tx
    .update(alertFinds)
    .set({ toldAt })
    .where(and(isOneOf(finds), isNull(alertFinds.toldAt)))
    .returning({ alertId: alertFinds.alertId, slotId: alertFinds.slotId });
}

export async function markUntold(tx: Transaction, told: Told): Promise<void> {
  await tx.update(alertFinds).set({ toldAt: null }).where(isToldBy(told));
}

export async function dropFinds(tx: Transaction, finds: readonly Find[]): Promise<void> {
  await tx.delete(alertFinds).where(and(isOneOf(finds), isNull(alertFinds.toldAt)));
}

export async function countFound(
  db: Reader,
  userId: string,
  now: Date,
): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ alertId: string; count: number }>(sql`
    select found.alert_id as "alertId", count(*)::int as count
    from alerts join alert_finds found on found.alert_id = alerts.id
    where alerts.user_id = ${userId} and found.told_at is not null and found.starts_at > ${now}
      and exists (select from listed_slots slot where slot.slot_id = found.slot_id
        and slot.seats >= alerts.seats
        and slot.valid_from <= ${now} and slot.valid_until > ${now} and slot.closes_at > ${now})
    group by found.alert_id`);
  return new Map(rows.map(({ alertId, count }) => [alertId, count]));
}
