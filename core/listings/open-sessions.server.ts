import { type SQL, sql } from "drizzle-orm";
import { FLAGS } from "./rules.ts";

export const isOpenSession = (now: Date): SQL => isOpen("session", now);

export const isOpen = (kind: Kind, now: Date): SQL =>
  sql`(slot.closes_at > ${now} and slot.flags & ${sql.raw(String(FLAGS.activity))} = ${sql.raw(
    String(kind === "activity" ? FLAGS.activity : 0),
  )})`;

type Kind = "session" | "activity";

/** Uses an offset so that PostgreSQL looks into the index per row, whatever it expects. */
export const hasOpenSession = (now: Date): SQL => hasOpen("session", now);

const hasOpen = (kind: Kind, now: Date): SQL => sql`exists (
  select from listed_slots slot where slot.listing_no = l.no and ${isOpen(kind, now)} offset 0)`;

/** Finds marks by their index even under a limit, where PostgreSQL would scan the table. */
export const openWith = (marks: SQL, columns: SQL, now: Date, kind: Kind = "session"): SQL => sql`
  with marked as materialized (
    select l.no, l.professional_id, l.card from listings l where l.marks @> ${marks})
  select ${columns} from marked l where ${hasOpen(kind, now)}`;
