import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { z } from "zod";
import type { Database } from "#platform/postgres.server.ts";
import { images } from "../tables.server.ts";

/** Written last, so that half a backup is none. */
export const MANIFEST = "manifest.json";

/** Rows that migrations and processes write by themselves; anything else is somebody's data. */
export const EXPENDABLE: readonly string[] = [
  "settings",
  "rate_limits",
  "activity_types",
  "known_words",
];

export function tableFile(table: string): string {
  return `database/${table}.copy.gz`;
}

export function pictureFile(key: string): string {
  return `files/${key}`;
}

/** Each after those it refers to. @throws Error when some refer to each other in a circle. */
export function inOrder(tables: readonly { name: string; refersTo: readonly string[] }[]) {
  const waiting = new Map(tables.map(({ name, refersTo }) => [name, refersTo]));
  const ordered: string[] = [];
  while (waiting.size > 0) {
    const free = [...waiting].find(([name, refersTo]) =>
      refersTo.every((other) => other === name || !waiting.has(other)),
    );
    if (!free) throw new Error(`tables refer to each other: ${[...waiting.keys()].join(", ")}`);
    ordered.push(free[0]);
    waiting.delete(free[0]);
  }
  return ordered;
}

export const backupInput = z.object({ folder: z.string().min(1) });

const checked = z.object({
  sha256: z.string(),
});

export const manifestSchema = z.object({
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** In an order in which they can be filled. */
  tables: z.array(
    checked.extend({ name: z.string(), columns: z.array(z.string()), rows: z.number().int() }),
  ),
  files: z.array(checked.extend({ key: z.string() })),
  jobs: z.array(z.object({ name: z.string(), data: z.record(z.string(), z.unknown()) })),
});

export type Manifest = z.output<typeof manifestSchema>;

export interface Table {
  name: string;
  /** Without columns that PostgreSQL computes. */
  columns: string[];
}

export interface Connection {
  db: Database;
  client: pg.Client;
}

/** Disables time-outs; a failure undoes it and closes its connection. */
export async function inOneTransaction<T>(
  db: Database,
  mode: "repeatable read, read only" | "read committed",
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  // COPY needs a connection to itself.
  const client = new pg.Client({ ...db.$client.options, pipeline: false });
  // Whatever it is asked fails by itself.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(`begin isolation level ${mode}`);
    await client.query(
      "select set_config(name, '0', true) from unnest(array['statement_timeout', 'idle_in_transaction_session_timeout']) as name",
    );
    const own = drizzle(client, { casing: "snake_case" }) as unknown as Database;
    const result = await work({ db: own, client });
    await client.query("commit");
    return result;
  } finally {
    await client.end();
  }
}

export async function listTables({ db }: Connection): Promise<Table[]> {
  const { rows } = await db.execute<
    Record<"name", string> & Record<"columns" | "refersTo", string[]>
  >(sql`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '')
        as columns,
      array(select k.confrelid::regclass::text from pg_constraint k
            where k.conrelid = c.oid and k.contype = 'f') as "refersTo"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname`);
  const byName = new Map(rows.map(({ name, columns }) => [name, { name, columns }]));
  return inOrder(rows).map((name) => byName.get(name) as Table);
}

export async function listMigrations({ db }: Connection): Promise<string[]> {
  const known = await db.execute(
    sql`select where to_regclass('drizzle.__drizzle_migrations') is not null`,
  );
  if (known.rows.length === 0) return [];
  const { rows } = await db.execute<{ hash: string }>(
    sql`select hash from drizzle.__drizzle_migrations order by id`,
  );
  return rows.map(({ hash }) => hash);
}

export async function listPictures({ db }: Connection) {
  return db.select().from(images).orderBy(images.id);
}

/** Failed jobs too: the operator may have fixed their cause. */
export async function listOpenJobs({ db }: Connection) {
  const { rows } = await db.execute<{ name: string; data: Record<string, unknown> | null }>(sql`
    select name, data from pgboss.job
    where state in ('created', 'retry', 'active', 'failed') order by created_on, id`);
  return rows.map(({ name, data }) => ({ name, data: data ?? {} }));
}

/** Locks everybody else out until the transaction ends, so that nobody sees it half done. */
export async function lockTables({ db }: Connection, tables: readonly Table[]): Promise<void> {
  const names = tables.map(({ name }) => sql.identifier(name));
  await db.execute(sql`lock table ${sql.join(names, sql`, `)} in access exclusive mode`);
}

export async function findOccupied({ db }: Connection, tables: readonly Table[]) {
  for (const { name } of tables) {
    if (EXPENDABLE.includes(name)) continue;
    const { rows } = await db.execute(sql`select from ${sql.identifier(name)} limit 1`);
    if (rows.length > 0) return name;
  }
  return null;
}

export async function clearExpendable({ db }: Connection): Promise<void> {
  for (const name of EXPENDABLE) await db.execute(sql`delete from ${sql.identifier(name)}`);
}

export async function countRows({ db }: Connection, table: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)}`,
  );
  return rows[0]?.count ?? 0;
}

export function copyTarget({ name, columns }: Table): string {
  const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`;
  return `${quoted(name)} (${columns.map(quoted).join(", ")})`;
}
