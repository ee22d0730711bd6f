import fs from "node:fs";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createJobs } from "#platform/job-queue.server.ts";
import { createLogger } from "#platform/log.server.ts";
import { registry } from "#platform/metrics.server.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { JOB_NAMES, type JobMap } from "../jobs.ts";
import { STATE_HELP } from "./labels.ts";
import { firstIdOf } from "./rules.ts";
import { stateQuery } from "./store.server.ts";

const runbook = fs.readFileSync("docs/operations.md", "utf8");
const alerts = runbook
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split(" | "));
const told = [...Object.keys(STATE_HELP), ...registry.getMetricsAsArray().map(({ name }) => name)];
/** Our own numbers, without those of any Node.js process. */
const numbers = told.filter((name) => !/^(process|nodejs)_/.test(name));

/** « name » or « name{label="x"} », between backticks. */
const namesIn = (text: string) =>
  [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)(?:\{[^`]*\})?`/g)].map(([, name = ""]) => name);

test("every number that an alert speaks of is one that /metrics tells", () => {
  // One of the words is PostgreSQL's own.
  const known = [...told, "pg_stat_activity"];
  const named = alerts.flat().flatMap(namesIn);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test.each(numbers)("the runbook says what %s is for", (name) => {
  expect(namesIn(runbook)).toContain(name);
});

test("every alert has a threshold, a meaning and what to do", () => {
  const rows = alerts.slice(alerts.findIndex(([first]) => first === "| alert") + 1);
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    expect(row, row[0]).toHaveLength(4);
    expect(row.map((cell) => cell.replaceAll(/[| ]/g, ""))).not.toContain("");
  }
});

dataTest("what is scraped every few seconds reads no table through", async ({ db }) => {
  // Ids from long ago, since ids grow with time.
  const id = sql`('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`;
  await db.execute(sql`
    insert into payments (id, kind, reference, status, amount_cents, description, payer_email,
      success_url, expires_at)
    select ${id}, 'session_booking', ${id}, 'expired', 4000, '', '', '', now() from generate_series(1, 5000) n`);
  await db.execute(sql`
    insert into refunds (id, payment_id, amount_cents, reason, status)
    select id, id, 1, 'outside', 'succeeded' from payments`);
  await db.execute(sql`
    insert into stripe_events (id, type, livemode, created_at, processed_at)
    select n::text, 'x', false, now(), now() from generate_series(1, 5000) n`);
  await db.execute(sql`
    insert into mails (id, kind, reference, to_address, status)
    select ${id}, 'x', n::text, '', 'sent' from generate_series(1, 5000) n`);
  for (const table of ["payments", "refunds", "stripe_events", "mails"]) {
    await db.execute(sql`analyze ${sql.identifier(table)}`);
  }
  contradict(db, "I2", "I3");
  await createJobs<JobMap>(db, createLogger("silent"), JOB_NAMES).then((jobs) => jobs.stop());
  const recent = firstIdOf(new Date());
  const plan = await db.execute<{ "QUERY PLAN": string }>(
    sql`explain ${stateQuery({ now: new Date(), recent })}`,
  );
  const scans = plan.rows
    .map((row) => row["QUERY PLAN"])
    .filter((line) => /Seq Scan on (payments|refunds|stripe_events|mails)/.test(line));
  expect(scans).toEqual([]);
});
