import { type SQL, sql } from "drizzle-orm";
import { PRESENCES } from "./rules.ts";

/** A contested absence counts on neither side. */
export const countsOf = (b: SQL): SQL => {
  const one = (presence: string) =>
    sql`${sql.raw(`'${presence}'`)}, count(*) filter (where ${b}.presence = ${sql.raw(`'${presence}'`)}
      and ${b}.status = 'confirmed' and ${b}.contested_at is null)::int`;
  return sql`json_build_object(${sql.join(PRESENCES.map(one), sql`, `)})`;
};
