import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import { LIST_COLUMNS } from "../../catalogue/list-columns.server.ts";
import { proofs } from "../../tables.server.ts";

/** The texts of a professional's page and of each offering of theirs that is visible. */
export async function listTextsOf(
  db: Executor,
  professionalId: string,
): Promise<{ text: string; category: string | null }[]> {
  const { rows } = await db.execute<{ text: string; category: string | null }>(sql`
    select business_name || e'\n' || business_description as text, null as category
    from professional_profiles where id = ${professionalId}
    union all
    select concat_ws(e'\n', o.title, o.description, ${LIST_COLUMNS},
      array_to_string(o.tags, ', ')), coalesce(o.category, t.name)
    from offerings o left join activity_types t on t.id = o.activity_type_id
    where o.professional_id = ${professionalId} and o.is_active and o.deleted_at is null`);
  return rows;
}

/** The protected title whose number was accepted of a professional; null without one. */
export async function findKnownTitle(db: Executor, professionalId: string): Promise<string | null> {
  const [row] = await db
    .select({ title: proofs.title })
    .from(proofs)
    .where(
      and(
        eq(proofs.professionalId, professionalId),
        eq(proofs.kind, "title"),
        eq(proofs.status, "accepted"),
      ),
    );
  return row?.title ?? null;
}
