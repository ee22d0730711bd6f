import { lte, sql } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { knownWords } from "../tables.server.ts";
import { ONLINE_WORD } from "./rules.ts";

/** Words of so many listings are known to be in use without a look at each. */
const SAMPLE = sql.raw("2000");

// Counted, because for « exists » PostgreSQL would read listings until it met one.
const isHeard = sql`(select count(*) from listings l where l.marks @> array[known_words.term]) > 0`;

/** Deletes words that no listing has had since `before`; safe to repeat (rule: retention). */
export async function purgeWords({ db, now }: Context, before: Date): Promise<boolean> {
  await noteIdleWords(db, now());
  const isIdle = lte(knownWords.idleSince, before);
  if ((await db.$count(knownWords, isIdle)) === 0) return true;
  await db.transaction(async (tx) => {
    // Waits for listings under way, which take a word that is there for granted.
    await tx.execute(sql`lock table known_words in share row exclusive mode`);
    await tx.delete(knownWords).where(sql`${isIdle} and not ${isHeard}`);
  });
  return true;
}

async function noteIdleWords(db: Executor, now: Date): Promise<void> {
  await db.execute(sql`
    with frequent as materialized (
      select distinct mark from (select marks from listings limit ${SAMPLE}) sampled, unnest(sampled.marks) mark
    ), heard as materialized (
      select word, case when term in (select mark from frequent) then true else ${isHeard} end as is_heard
      from known_words where word <> ${ONLINE_WORD}
    )
    update known_words set idle_since = case when heard.is_heard then null else ${now}::timestamptz end
    from heard
    where known_words.word = heard.word and heard.is_heard = (known_words.idle_since is not null)`);
}
