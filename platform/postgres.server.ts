import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { poolWaitSeconds } from "./metrics.server.ts";
import { isUuid } from "./uuid.ts";

/** Statements prepared per connection; the rest run unnamed. */
const MAX_NAMED_STATEMENTS = 500;
const POOL_SIZE = 10;
const MAX_REPEATS = 3;
const LONGEST_PAUSE_MS = 100;
/** A deadlock, and a serialisation failure. */
const REPEATABLE = new Set(["40P01", "40001"]);
const SETTINGS = [
  "TimeZone=UTC",
  "jit=off",
  "random_page_cost=1.1",
  "statement_timeout=8000",
  "lock_timeout=4000",
  "idle_in_transaction_session_timeout=15000",
];

/** Names statements alike on every connection, which gives 2.6 times the throughput. */
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
export type Executor = Database | Transaction;
/** Answers may be some seconds old. */
export type Reader = Pick<Database, "select" | "selectDistinct" | "selectDistinctOn" | "execute">;

/**
 * Uses UTC and no `jit`, since statements are short; `patience` (ms) ends silent queries. What is
 * asked of one connection without waiting goes in one round trip.
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
    pipeline: true,
    application_name: applicationName,
    connectionTimeoutMillis: Math.min(8_000, patience ?? 8_000),
    query_timeout: patience,
    idleTimeoutMillis: 30_000,
    options: [...SETTINGS, ...settings].map((setting) => `-c ${setting}`).join(" "),
  });
  // Without a listener, a broken lent connection would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Rows of a statement in SQL, their instants as dates; within JSON they stay strings. */
export function rowsOf<Row>({ rows, fields }: pg.QueryResult): Row[] {
  const instants = fields.filter(({ dataTypeID }) => dataTypeID === pg.types.builtins.TIMESTAMPTZ);
  for (const { name } of instants) {
    for (const row of rows) row[name] &&= new Date(row[name]);
  }
  return rows;
}

export const rowOf = <Row>(found: pg.QueryResult): Row | null => rowsOf<Row>(found)[0] ?? null;

export const WORDING = { casing: "snake_case" } as const;

/** Replaces Drizzle's transaction, which leaks connections and hides errors; repeats conflicts. */
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

function refusalIn(error: unknown): pg.DatabaseError | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return cause;
  }
  return null;
}

/** Rolls a step back unless `isDone`; nested savepoints need distinct names. */
export async function withSavepoint<Result>(
  tx: Transaction,
  name: string,
  step: () => Promise<Result>,
  isDone: (result: Result) => boolean,
): Promise<Result> {
  const saved = tx.execute(sql`savepoint ${sql.identifier(name)}`).execute();
  const [result] = await Promise.all([step(), saved]);
  if (!isDone(result)) await tx.execute(sql`rollback to savepoint ${sql.identifier(name)}`);
  return result;
}

/** Keeps microseconds, which a `Date` would lose in a cursor. */
export function exactInstant(column: SQL): SQL {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** Compares a possibly malformed id without losing the index. */
export function hasId(column: SQLWrapper, text: string): SQL {
  return isUuid(text) ? sql`${column} = ${text}::uuid` : sql`false`;
}

/** One parameter for a list, behind a scalar subquery so that its length never changes the plan. */
export function list(
  values: readonly string[],
  type: "uuid" | "text" | "date" | "timestamptz" | "bigint" | "int",
): SQL {
  return sql`(select ${sql.param(values)}::${sql.raw(type)}[])::${sql.raw(type)}[]`;
}

/** The constraint behind a refused write (SQLSTATE class 23). */
export function violatedConstraint(error: unknown): string | null {
  const refusal = refusalIn(error);
  return (refusal?.code?.startsWith("23") && refusal.constraint) || null;
}

/** SQLSTATE classes for being away or forbidden; 25006 is an old primary after a failover. */
const UNREACHABLE = /^(08|28|3D|57P|53300|25006)/;

/** Messages that pg gives without a code. */
const BROKEN =
  /^(Connection terminated|Client has encountered a connection error|timeout expired|timeout exceeded|Query read timeout)/;

/** Null if the error is no connection failure. */
export function whyUnreachable(error: unknown): string | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    // A name with several addresses fails with one error each and no message.
    const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
    if (!(first instanceof Error)) continue;
    const { code = "", syscall = "" } = first as NodeJS.ErrnoException;
    const isNetwork = ["connect", "getaddrinfo"].includes(syscall) || code === "ECONNRESET";
    if (isNetwork || UNREACHABLE.test(code) || BROKEN.test(first.message)) return first.message;
  }
  return null;
}
