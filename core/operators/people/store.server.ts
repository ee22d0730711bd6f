import { sql } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import { operators } from "../../tables.server.ts";
import type { OperatorLine } from "../schema.ts";

export async function listPeople(db: Executor): Promise<OperatorLine[]> {
  const rows = await db
    .select({
      id: operators.id,
      name: operators.name,
      email: operators.email,
      roles: operators.roles,
      passkeys: sql<number>`(select count(*)::int from passkeys k where k.operator_id = operators.id)`,
      createdAt: operators.createdAt,
      lastEntryAt: sql<string | null>`(select max(a.at) from acts a
        where a.object_kind = 'operator' and a.object_id = operators.id::text
          and a.act in ('operator_logged_in', 'recovery_code_used', 'passkey_used'))`,
      closedAt: operators.closedAt,
    })
    .from(operators)
    .orderBy(sql`closed_at is not null, lower(name), id`);
  return rows.map(({ lastEntryAt, ...row }) => {
    return { ...row, lastEntryAt: lastEntryAt === null ? null : new Date(lastEntryAt) };
  });
}
