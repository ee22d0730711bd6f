import { type SQL, sql } from "drizzle-orm";
import { FLAGS } from "./rules.ts";

/** Whether `slot`, a row of `listed_slots`, belongs to a session and can be booked at `now`. */
export const isOpenSession = (now: Date): SQL => isOpen("session", now);

/** The same for either kind. */
export const isOpen = (kind: Kind, now: Date): SQL =>
  sql`(slot.closes_at > ${now} and slot.flags & ${sql.raw(String(FLAGS.activity))} = ${sql.raw(
    String(kind === "activity" ? FLAGS.activity : 0),
  )})`;

type Kind = "session" | "activity";

/**
 * Whether `l`, a row of `listings`, has such a slot. The offset makes PostgreSQL look into the
 * index once for each row, however many rows the planner expects.
 */
export const hasOpenSession = (now: Date): SQL => hasOpen("session", now);

const hasOpen = (kind: Kind, now: Date): SQL => sql`exists (
  select from listed_slots slot where slot.listing_no = l.no and ${isOpen(kind, now)} offset 0)`;

/**
 * The listings of this kind with all of these marks, an expression of `text[]`, that can be booked
 * at `now`. They are found by the index of marks even under a limit: otherwise PostgreSQL would
 * scan the table from its beginning until it has found enough, which takes long when few rows have
 * the marks.
 *
 * @param columns of `l`.
 */
export const openWith = (marks: SQL, columns: SQL, now: Date, kind: Kind = "session"): SQL => sql`
  with marked as materialized (
    select l.no, l.professional_id, l.card from listings l where l.marks @> ${marks})
  select ${columns} from marked l where ${hasOpen(kind, now)}`;
