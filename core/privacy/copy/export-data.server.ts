import { limitByAddress } from "../../accounts/limit-by-address.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { dayKey } from "../../dates.ts";
import { readSection, SECTIONS, type SectionName } from "./store.server.ts";

/** Instants in ISO 8601, money in cents, columns by their names in the database. */
export type DataCopy = { exported_at: string } & Record<SectionName, Record<string, unknown>[]>;

/**
 * Of one moment (rules: data-copy, public-columns).
 * @throws AppError `rate_limited` when too often.
 */
export async function exportData(ctx: Context): Promise<DataCopy> {
  const { userId } = requireActor(ctx);
  await limitByAddress(ctx, "export");
  return copyOf(ctx, userId);
}

/** Does not ask who may have it. */
export function copyOf(ctx: Context, userId: string): Promise<DataCopy> {
  return ctx.db.transaction(
    async (tx) => {
      const copy: Record<string, unknown> = { exported_at: ctx.now().toISOString() };
      for (const name of Object.keys(SECTIONS) as SectionName[]) {
        copy[name] = await readSection(tx, name, userId);
      }
      return copy as DataCopy;
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** « parenthese-mes-donnees-2026-11-20.json » */
export function copyFileName({ exported_at }: DataCopy): string {
  return `parenthese-mes-donnees-${dayKey(new Date(exported_at))}.json`;
}
