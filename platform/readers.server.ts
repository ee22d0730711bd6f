import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import {
  createPool,
  type Database,
  type Reader,
  WORDING,
  whyUnreachable,
} from "./postgres.server.ts";

/** Milliseconds that the replica may lag. */
const MAX_AGE = 2_000;
/** Milliseconds between checks. */
const INTERVAL = 500;
/** Milliseconds for a check, and until a question goes to the primary. */
const PATIENCE = { look: 1_000, read: 2_000 };

export interface Readers {
  /** At most two seconds old. */
  recent: Reader;
  /** From the replica only while the primary is away. */
  fresh: Reader;
  look(): Promise<void>;
  close(): Promise<void>;
}

interface ReaderOptions {
  primaryUrl: string;
  replicaUrl: string;
  name: string;
  onTurn(words: string, state: object): void;
  /** Monotonic, in milliseconds. */
  clock?: () => number;
  patience?: typeof PATIENCE;
}

export function readersWithoutReplica(db: Reader): Readers {
  return { recent: db, fresh: db, look: async () => {}, close: async () => {} };
}

/** Measures lag by the primary's position, which no clock or cut-off replica can falsify. */
export function createReaders(db: Database, options: ReaderOptions): Readers {
  const { clock = () => performance.now(), name, onTurn, patience = PATIENCE } = options;
  const replica = createPool(options.replicaUrl, `${name}-reads`, patience.read, [
    "default_transaction_read_only=on",
  ]);
  replica.on("error", () => {
    away.replica = true;
  });
  const looks = {
    primary: lookingPool(options.primaryUrl, `${name}-looks`, patience.look),
    replica: lookingPool(options.replicaUrl, `${name}-looks`, patience.look),
  };
  const away = { primary: false, replica: true };
  let marks: { at: number; wal: bigint }[] = [];
  let complete = Number.NEGATIVE_INFINITY;
  let asked = "primary";

  const isRecent = () => !away.replica && (away.primary || clock() - complete <= MAX_AGE);
  const order = {
    recent: () => (isRecent() ? [replica, db.$client] : [db.$client, replica]),
    fresh: () => (away.primary && !away.replica ? [replica, db.$client] : [db.$client, replica]),
  };

  const readerOf = (kind: keyof typeof order) => {
    const query = async (...args: unknown[]) => {
      const [first, second] = order[kind]() as [pg.Pool, pg.Pool];
      try {
        return await ask(first, args);
      } catch (error) {
        const isAway = whyUnreachable(error) !== null;
        if (isAway) away[first === replica ? "replica" : "primary"] = true;
        // The replica may cancel a question for what it replays, or lack a migration's column still.
        if (!isAway && first !== replica) throw error;
        return await ask(second, args).catch((other: unknown) => {
          throw first === replica ? other : error;
        });
      }
    };
    return drizzle({ query } as unknown as pg.Pool, WORDING) as Reader;
  };

  const look = async () => {
    const now = clock();
    const [primary, own] = await Promise.all([position(looks.primary), position(looks.replica)]);
    away.primary = primary === null;
    away.replica = own === null;
    if (own !== null) {
      const passed = marks.filter(({ wal }) => wal <= own).at(-1);
      if (passed) complete = Math.max(complete, passed.at);
      marks = marks.filter(({ at }) => at > complete && now - at <= MAX_AGE);
    }
    if (primary !== null) {
      marks.push({ at: now, wal: primary });
      if (own !== null && primary <= own) complete = now;
    }
    const next = isRecent() ? "replica" : "primary";
    if (next !== asked)
      onTurn(`lists are read from the ${next}`, { ...away, ageMs: now - complete });
    asked = next;
  };
  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = null;
    });
  }, INTERVAL).unref();

  return {
    recent: readerOf("recent"),
    fresh: readerOf("fresh"),
    look,
    async close() {
      clearInterval(timer);
      await looking;
      await Promise.all([replica, looks.primary, looks.replica].map((pool) => pool.end()));
    },
  };
}

function ask(pool: pg.Pool, args: unknown[]): Promise<pg.QueryResult> {
  return pool.query(...(args as [pg.QueryConfig, unknown[]]));
}

/** Uses its own connection, so that a check never waits behind requests. */
function lookingPool(connectionString: string, name: string, patience: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    application_name: name,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    idleTimeoutMillis: 30_000,
  });
  pool.on("error", () => {});
  return pool;
}

/** WAL position in bytes; null without an answer. */
async function position(pool: pg.Pool): Promise<bigint | null> {
  try {
    const { rows } = await pool.query<{ wal: string }>(`
      select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
        else pg_current_wal_insert_lsn() end - '0/0')::text as wal`);
    return BigInt(rows[0]?.wal ?? 0);
  } catch {
    return null;
  }
}
