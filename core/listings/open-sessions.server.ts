import { type SQL, sql } from "drizzle-orm";
import { FLAGS } from "./rules.ts";

/** Whether `slot`, a row of `listed_slots`, is one of a session that can be booked at `now`. */
export const isOpenSession = (now: Date): SQL => isOpen("session", now);

const isOpen = (kind: Kind, now: Date): SQL =>
  sql`(slot.closes_at > ${now} and slot.flags & ${sql.raw(String(FLAGS.activity))} = ${sql.raw(
    String(kind === "activity" ? FLAGS.activity : 0),
  )})`;

type Kind = "session" | "activity";

/**
 * Whether a slot of `l`, a row of `listings`, is. The offset keeps it one look into an index for each
 * row, however many the planner expects.
 */
export const hasOpenSession = (now: Date): SQL => hasOpen("session", now);

const hasOpen = (kind: Kind, now: Date): SQL => sql`exists (
  select from listed_slots slot where slot.listing_no = l.no and ${isOpen(kind, now)} offset 0)`;

/**
 * The listings with all of these marks, an expression of `text[]`, that are of this kind and can be
 * booked at `now`. They are looked up by the index of marks, whatever limit is set on them: towards a
 * limit PostgreSQL would rather read the table from its beginning, which is long when few have them.
 *
 * @param columns of `l`.
 */
export const openWith = (marks: SQL, columns: SQL, now: Date, kind: Kind = "session"): SQL => sql`
  with marked as materialized (
    select l.no, l.professional_id, l.card from listings l where l.marks @> ${marks})
  select ${columns} from marked l where ${hasOpen(kind, now)}`;
