import { type SQL, sql } from "drizzle-orm";
import type { Withheld } from "../schema.ts";

/** Null without a decision in force (rule: reported-content). */
export const withheldAs = (offering: SQL) => sql<Withheld | null>`case
  when ${offering}.withheld_at is null then null
  when exists (
    select from content_decisions decision
    where decision.offering_id = ${offering}.id and decision.measure = 'removed'
      and decision.ended_at is null) then 'removed'
  else 'hidden' end`;
