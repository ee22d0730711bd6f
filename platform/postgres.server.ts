import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { poolWaitSeconds } from "./metrics.server.ts";
import { isUuid } from "./uuid.ts";

/** As many distinct statements of a pool are prepared on each connection; the rest run unnamed. */
const MAX_NAMED_STATEMENTS = 500;
const POOL_SIZE = 10;
const MAX_REPEATS = 3;
const LONGEST_PAUSE_MS = 100;
/** A deadlock, and a conflict between transactions. */
const REPEATABLE = new Set(["40P01", "40001"]);
const SETTINGS = [
  "TimeZone=UTC",
  "jit=off",
  "statement_timeout=8000",
  "lock_timeout=4000",
  "idle_in_transaction_session_timeout=15000",
];

/**
 * A client that prepares its statements: named ones are worth 2.6 times the throughput. A statement
 * has the same name on every connection of a pool.
 */
function preparingClient() {
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    if (!names.has(text) && names.size < MAX_NAMED_STATEMENTS) {
      names.set(text, createHash("sha1").update(text).digest("base64url"));
    }
    return names.get(text);
  };
  return class extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: pg's overloads are passed through unchanged
    override query(...args: any[]): any {
      const [first, values] = args;
      const parameters = values ?? first?.values;
      if (Array.isArray(parameters) && parameters.length > 0) {
        const config = typeof first === "string" ? { text: first } : first;
        const isText = typeof config?.text === "string" && typeof config.submit !== "function";
        if (isText && !config.name) args[0] = { ...config, name: nameOf(config.text) };
      }
      return super.query(...(args as Parameters<pg.Client["query"]>));
    }
  };
}

/** A pool that reports how long a caller waited while all connections were busy. */
class MeasuredPool extends pg.Pool {
  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads are passed through unchanged
  override connect(callback?: any): any {
    if (this.idleCount > 0 || this.totalCount < POOL_SIZE) return super.connect(callback);
    const stop = poolWaitSeconds.startTimer();
    if (!callback) return super.connect().finally(stop);
    return super.connect((...args) => {
      stop();
      callback(...args);
    });
  }
}

export type Database = NodePgDatabase & { $client: pg.Pool };
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** A store runs either inside somebody's transaction or by itself. */
export type Executor = Database | Transaction;
/** Reads and cannot write: a database whose answers may be some seconds old does as well. */
export type Reader = Pick<Database, "select" | "selectDistinct" | "selectDistinctOn" | "execute">;

/**
 * At most 10 connections, shared by the whole process; UTC; every statement has a time limit. No
 * statement here runs long enough to be worth compiling (`jit`).
 *
 * @param patience milliseconds after which a query fails although PostgreSQL has said nothing at
 * all: it hangs, or the network does.
 * @param settings more of them, as `name=value`.
 */
export function createPool(
  databaseUrl: string,
  applicationName: string,
  patience?: number,
  settings: readonly string[] = [],
): pg.Pool {
  const pool = new MeasuredPool({
    connectionString: databaseUrl,
    Client: preparingClient(),
    max: POOL_SIZE,
    application_name: applicationName,
    connectionTimeoutMillis: Math.min(8_000, patience ?? 8_000),
    query_timeout: patience,
    idleTimeoutMillis: 30_000,
    options: [...SETTINGS, ...settings].map((setting) => `-c ${setting}`).join(" "),
  });
  // The query on a broken connection fails by itself. Without a listener, the connection's own
  // error event would end the process while the pool has lent it to a transaction.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Columns are snake_case in the database, camelCase in code. */
export const WORDING = { casing: "snake_case" } as const;

/**
 * Drizzle over the pool. Drizzle's own transaction never gives back a connection that breaks at
 * `begin`, of which there are ten, and reports a failed `rollback` instead of the error that caused
 * it. Here every connection comes back, and the first error is thrown.
 *
 * A transaction that PostgreSQL ends for a deadlock or a conflict with another is repeated up to three
 * times, so its work does nothing outside of it.
 */
export function createDatabase(pool: pg.Pool): Database {
  const db = drizzle(pool, WORDING);
  const lent = new WeakMap<pg.PoolClient, NodePgDatabase>();
  const over = (client: pg.PoolClient) => {
    const known = lent.get(client) ?? drizzle(client, WORDING);
    lent.set(client, known);
    return known;
  };
  const transaction: Database["transaction"] = async (work, config) => {
    const client = await pool.connect();
    const failure: { reason?: unknown } = {};
    try {
      const result = await over(client).transaction(
        (tx) =>
          work(tx).catch((reason: unknown) => {
            failure.reason = reason;
            throw reason;
          }),
        config,
      );
      client.release();
      return result;
    } catch (error) {
      // A connection whose rollback failed is in an unknown state and is thrown away.
      client.release(error !== failure.reason);
      throw failure.reason ?? error;
    }
  };
  db.transaction = async (work, config) => {
    for (let repeats = 0; ; repeats += 1) {
      try {
        return await transaction(work, config);
      } catch (error) {
        if (repeats === MAX_REPEATS || !REPEATABLE.has(refusalIn(error)?.code ?? "")) throw error;
        await sleep(Math.random() * LONGEST_PAUSE_MS);
      }
    }
  };
  return db;
}

/** PostgreSQL's own refusal among the causes; null for other errors. */
function refusalIn(error: unknown): pg.DatabaseError | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return cause;
  }
  return null;
}

/**
 * Does a step of a transaction, and undoes what it wrote and locked when it came to nothing.
 *
 * @param name of the savepoint: one within another needs its own.
 */
export async function withSavepoint<Result>(
  tx: Transaction,
  name: string,
  step: () => Promise<Result>,
  isDone: (result: Result) => boolean,
): Promise<Result> {
  await tx.execute(sql`savepoint ${sql.identifier(name)}`);
  const result = await step();
  if (!isDone(result)) await tx.execute(sql`rollback to savepoint ${sql.identifier(name)}`);
  return result;
}

/** An instant as ISO 8601 in UTC, to the microsecond: a cursor by a `Date` would lose three digits. */
export function exactInstant(column: SQL): SQL {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/**
 * Whether a column holds this id, which came from outside and may be any text: compared as text
 * instead, no index would find it.
 */
export function hasId(column: SQLWrapper, text: string): SQL {
  return isUuid(text) ? sql`${column} = ${text}::uuid` : sql`false`;
}

/**
 * A list as one parameter, for example `id = any(${list(ids, "uuid")})`. Its length changes neither
 * the statement nor, behind the scalar subquery, its plan: PostgreSQL plans for a list of ten, and
 * would otherwise plan anew each time that a shorter one looks cheaper than the plan it has kept.
 */
export function list(
  values: readonly string[],
  type: "uuid" | "text" | "date" | "timestamptz" | "bigint" | "int",
): SQL {
  return sql`(select ${sql.param(values)}::${sql.raw(type)}[])::${sql.raw(type)}[]`;
}

/** Which constraint refused, when PostgreSQL refused a write by one (SQLSTATE class 23). */
export function violatedConstraint(error: unknown): string | null {
  const refusal = refusalIn(error);
  return (refusal?.code?.startsWith("23") && refusal.constraint) || null;
}

/**
 * PostgreSQL's own words for « not now » or « not you »: SQLSTATE classes 08, 28, 3D and 57P; too many
 * connections; and a server that only lets read, as the old one does after a failover.
 */
const UNREACHABLE = /^(08|28|3D|57P|53300|25006)/;

/**
 * The messages that pg gives without a code when it waits in vain, or a connection breaks during a
 * query, or has broken since the last one.
 */
const BROKEN =
  /^(Connection terminated|Client has encountered a connection error|timeout expired|timeout exceeded|Query read timeout)/;

/**
 * The reason why the database cannot be reached at all, in the reporter's words; null for any other
 * error.
 */
export function whyUnreachable(error: unknown): string | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    // A name that resolves to several addresses fails with one error per address and no message of
    // its own.
    const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
    if (!(first instanceof Error)) continue;
    const { code = "", syscall = "" } = first as NodeJS.ErrnoException;
    const isNetwork = ["connect", "getaddrinfo"].includes(syscall) || code === "ECONNRESET";
    if (isNetwork || UNREACHABLE.test(code) || BROKEN.test(first.message)) return first.message;
  }
  return null;
}
