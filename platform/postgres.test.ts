import type { Socket } from "node:net";
import { sql } from "drizzle-orm";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "#test/database.ts";
import {
  createDatabase,
  createPool,
  type Database,
  violatedConstraint,
  whyUnreachable,
} from "./postgres.server.ts";

let url: string;
let db: Database;
beforeAll(async () => {
  url = await freshDatabase();
  db = createDatabase(createPool(url, "test"));
});
afterAll(() => db.$client.end());

describe("the pool", () => {
  test("prepares every statement that has parameters, once", async () => {
    const client = await db.$client.connect();
    try {
      await client.query("select $1::int as n", [1]);
      await client.query("select $1::int as n", [2]);
      const { rows } = await client.query(
        "select statement, generic_plans + custom_plans as runs from pg_prepared_statements",
      );
      expect(rows).toEqual([{ statement: "select $1::int as n", runs: "2" }]);
    } finally {
      client.release();
    }
  });

  test("loses a connection in the middle of a transaction, and nothing else", async () => {
    const known = new Promise((resolve) => {
      db.$client.once("acquire", (client) => client.once("end", resolve));
    });
    const lost = db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await db.execute(sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`);
      // From here on it is known, and nothing is sent.
      await known;
      return tx.execute(sql`select 1`);
    });
    const error = await lost.catch((reason: unknown) => reason);
    expect(whyUnreachable(error)).toMatch(/not queryable/);
    expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });

  test("waits for no answer for ever, and asks on another connection", async () => {
    const impatient = createDatabase(createPool(url, "test", 5_000));
    const { rows } = await impatient.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const pid = rows[0]?.pid ?? 0;
    process.kill(pid, "SIGSTOP");
    try {
      const asked = impatient.transaction((tx) => tx.execute(sql`select 1`));
      await expect(asked).rejects.toThrow();
      expect((await impatient.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    } finally {
      process.kill(pid, "SIGCONT");
    }
    await impatient.$client.end();
  });

  test("takes back every connection that broke as a transaction began on it", async () => {
    const breakIt = (client: pg.PoolClient) => {
      (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
    };
    db.$client.on("acquire", breakIt);
    try {
      for (const _ of Array.from({ length: 12 })) {
        await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow();
      }
    } finally {
      db.$client.off("acquire", breakIt);
    }
    const result = await db.transaction((tx) => tx.execute(sql`select 1 as one`));
    expect(result.rows).toEqual([{ one: 1 }]);
    expect(db.$client.totalCount - db.$client.idleCount).toBe(0);
  });

  test("tells why a transaction failed, not that it could not be undone", async () => {
    const failed = db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = '1ms'`);
      // The server is kept busy, not asleep: under libfaketime no timeout wakes a process that
      // waits.
      await tx.execute(sql`select count(*) from generate_series(1, 1000000000)`);
    });
    await expect(failed).rejects.toMatchObject({ cause: { code: "57014" } });
    const broken = db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await db.execute(sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`);
      throw new Error("the reason");
    });
    await expect(broken).rejects.toThrow("the reason");
  });

  test("repeats a transaction that a deadlock ended", async () => {
    const names = ["one", "other"];
    await db.execute(sql`create table crossed (name text primary key, count int)`);
    await db.execute(sql`insert into crossed values ('one', 0), ('other', 0)`);
    let tries = 0;
    const met = Promise.withResolvers<void>();
    const cross = (order: string[]) =>
      db.transaction(async (tx) => {
        tries += 1;
        for (const name of order) {
          await tx.execute(sql`update crossed set count = count + 1 where name = ${name}`);
          if (tries === 2) met.resolve();
          await met.promise;
        }
      });
    await Promise.all([cross(names), cross(names.toReversed())]);
    const { rows } = await db.execute(sql`select count from crossed`);
    expect(rows).toEqual([{ count: 2 }, { count: 2 }]);
    expect(tries).toBe(3);
  });

  test("repeats one that conflicts with another three times, then fails with its error", async () => {
    let tries = 0;
    const lost = db.transaction((tx) => {
      tries += 1;
      return tx.execute(sql`do $$ begin raise exception using errcode = '40001'; end $$`);
    });
    await expect(lost).rejects.toMatchObject({ cause: { code: "40001" } });
    expect(tries).toBe(4);
  });

  test("speaks UTC and waits for no lock or statement for ever", async () => {
    const { rows } = await db.execute(sql`
      select current_setting('TimeZone') as zone,
             current_setting('statement_timeout') as statement,
             current_setting('lock_timeout') as lock`);
    expect(rows[0]).toEqual({ zone: "UTC", statement: "8s", lock: "4s" });
  });
});

test("the constraint that refused a write is named, and nothing else is", async () => {
  const refused = await db
    .execute(sql`insert into messages (id, kind, name, email, message)
      values ('019f0000-0000-7000-8000-000000000001', 'poem', 'A', 'a@example.fr', 'x')`)
    .catch((error: unknown) => error);
  expect(violatedConstraint(refused)).toBe("messages_kind");
  const broken = await db.execute(sql`select from nowhere`).catch((error: unknown) => error);
  expect(violatedConstraint(broken)).toBeNull();
});
