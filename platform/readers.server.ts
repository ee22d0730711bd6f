import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import {
  createPool,
  type Database,
  type Reader,
  WORDING,
  whyUnreachable,
} from "./postgres.server.ts";

/** The replica is asked as long as it shows what the primary had written this many ms ago. */
const MAX_AGE = 2_000;
/** Milliseconds between two looks. */
const INTERVAL = 500;
/** Milliseconds after which a look has failed, and those after which a question is put to the primary. */
const PATIENCE = { look: 1_000, read: 2_000 };

/** Where a request reads. Both reach the same rows; they differ in whom they ask first. */
export interface Readers {
  /** May be two seconds old: from the replica while it is known to be no older. */
  recent: Reader;
  /** From the primary, and from the replica only while the primary is away. */
  fresh: Reader;
  /** Asks both databases how they are; the site does it twice a second. */
  look(): Promise<void>;
  close(): Promise<void>;
}

interface ReaderOptions {
  primaryUrl: string;
  replicaUrl: string;
  /** The process, as the databases list it. */
  name: string;
  /** Told when another database is asked, in words for the log. */
  onTurn(words: string, state: object): void;
  /** Milliseconds that never go back. */
  clock?: () => number;
  patience?: typeof PATIENCE;
}

/** Without a replica everything is read from the primary. */
export function readersWithoutReplica(db: Reader): Readers {
  return { recent: db, fresh: db, look: async () => {}, close: async () => {} };
}

/**
 * Readers over the primary and its replica. The age of the replica is measured, not asked for: a look
 * notes how far the primary has written, and later ones see the replica pass that mark. So neither a
 * clock of another machine nor a replica that is cut off and believes itself complete deceives it,
 * and it costs two small questions per look, however many requests there are.
 */
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
  /** How far the primary had written at some instants, the oldest first. */
  let marks: { at: number; wal: bigint }[] = [];
  /** The newest instant whose writes the replica is known to have. */
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
      // Marks that it has not passed in this time say no more than the next ones will.
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

/** One connection of its own, so that a look does not wait behind requests. */
function lookingPool(connectionString: string, name: string, patience: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    application_name: name,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    idleTimeoutMillis: 30_000,
  });
  // The next look opens another connection, or fails and says so.
  pool.on("error", () => {});
  return pool;
}

/** How far a database has written or, as a replica, replayed, in bytes; null when it does not answer. */
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
