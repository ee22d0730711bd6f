import { sql } from "drizzle-orm";
import journal from "#db/migrations/meta/_journal.json" with { type: "json" };
import type { Reader } from "./postgres.server.ts";

export interface Readiness {
  ready: boolean;
  database: boolean;
  migrations: boolean;
  jobs: boolean;
}

export async function isReady(db: Reader): Promise<Readiness> {
  try {
    const { rows } = await db.execute<{ migrations: number; jobs: boolean }>(sql`
      select (select count(*)::int from drizzle.__drizzle_migrations) as migrations,
             to_regclass('pgboss.job') is not null as jobs`);
    const migrations = (rows[0]?.migrations ?? 0) >= journal.entries.length;
    const jobs = rows[0]?.jobs ?? false;
    return { ready: migrations && jobs, database: true, migrations, jobs };
  } catch {
    return { ready: false, database: false, migrations: false, jobs: false };
  }
}
