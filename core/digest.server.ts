import { type SQL, sql } from "drizzle-orm";

/**
 * In SQL, 16 bytes for a long text that is random, and so the same for no two of them: what nobody
 * can choose needs no better digest. Indexes are built on it.
 */
export const digestOf = (text: unknown): SQL => sql`(md5(${text})::uuid)`;
