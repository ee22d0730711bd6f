import type { Programs } from "../../launch/postgres.ts";

/**
 * The PostgreSQL in the folder `TEST_POSTGRES`, of the oldest version that the product runs on
 * (scripts/postgres-15.mjs); undefined for the one that npm installed.
 */
export function givenPrograms(): Programs | undefined {
  const folder = process.env.TEST_POSTGRES;
  // Before version 17 the order by code point, with accents and capitals, is the C library's.
  return folder ? { folder, locale: ["--locale=C.UTF-8"] } : undefined;
}
