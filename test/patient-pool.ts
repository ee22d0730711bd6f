import type pg from "pg";
import { createPool } from "#platform/postgres.server.ts";

const PATIENCE_MS = 120_000;
const LIMITS = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];

/**
 * The site's pool with longer limits on connecting, statements, locks and idle transactions: no
 * test's outcome may depend on how busy the machine is that runs it.
 */
export function createPatientPool(url: string, applicationName: string): pg.Pool {
  const settings = LIMITS.map((name) => `${name}=${PATIENCE_MS}`);
  const pool = createPool(url, applicationName, undefined, settings);
  pool.options.connectionTimeoutMillis = PATIENCE_MS;
  // A database may be dropped while the last connections to it still close.
  pool.on("error", () => {});
  return pool;
}
