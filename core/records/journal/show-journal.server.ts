import type { Context } from "../../context.server.ts";
import { listActs } from "../../operators/acts/list-acts.server.ts";
import { JOURNAL_PAGE } from "../../operators/acts/rules.ts";
import { journalQuery } from "../../operators/acts/schema.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { readSought } from "../search/rules.ts";
import { findNamed, findRecords, NOTHING } from "../search/search-records.server.ts";

/**
 * Newest first, by an operator's name, an act's words, an id, or a person's e-mail or name
 * (rule: chained-acts). `next` is the number to go on from; null at the end.
 */
export async function showJournal(ctx: Context, input: unknown) {
  requireOperator(ctx);
  const { q, before } = parseInput(journalQuery, input);
  const words = q ? { q, ...(await findConcerned(ctx, q)) } : undefined;
  const found = await listActs(ctx, { words, before, limit: JOURNAL_PAGE + 1 });
  const acts = found.slice(0, JOURNAL_PAGE);
  const next = found.length > JOURNAL_PAGE ? (acts.at(-1)?.number ?? null) : null;
  return { q, acts, next };
}

async function findConcerned(ctx: Context, q: string) {
  const sought = readSought(q);
  // Words name people and acts; a mail's kind or an offering's title would find whatever is newest.
  const found = sought?.by === "words" ? await findNamed(ctx, q) : await findRecords(ctx, q);
  const { accounts, professionals, bookings, payments, mails } = { ...NOTHING, ...found };
  const people = [...accounts.map(({ id }) => id), ...professionals.map(({ userId }) => userId)];
  const things = [...professionals, ...bookings, ...payments, ...mails].map(({ id }) => id);
  return { people, objects: [q, ...people, ...things] };
}
