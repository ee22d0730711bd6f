import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Opens the state file. The write-ahead log is with the operating system before an answer leaves,
 * so kill -9 loses nothing; only a power cut could take the last moments of pretended payments.
 *
 * Every Stripe object is one row holding the JSON that the API answers. `hidden` holds what Stripe
 * knows about the object and never shows. Times in `tasks` follow the simulator's clock (seconds);
 * times in `deliveries` and `idempotency_keys` follow the real one (milliseconds).
 */
export function openDatabase(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file);
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA busy_timeout = 5000;

    CREATE TABLE IF NOT EXISTS objects (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      account TEXT NOT NULL,
      body TEXT NOT NULL,
      hidden TEXT NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (kind, account, seq);
    CREATE INDEX IF NOT EXISTS objects_by_intent ON objects (kind, json_extract(body, '$.payment_intent'));
    CREATE INDEX IF NOT EXISTS objects_by_charge ON objects (kind, json_extract(body, '$.charge'));
    CREATE INDEX IF NOT EXISTS objects_by_customer ON objects (kind, json_extract(body, '$.customer'));
    CREATE INDEX IF NOT EXISTS objects_by_subscription ON objects (kind, json_extract(body, '$.subscription'));

    CREATE TABLE IF NOT EXISTS deliveries (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      event TEXT NOT NULL,
      endpoint TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'dropped', 'abandoned')),
      attempts INTEGER NOT NULL DEFAULT 0,
      first_attempt_at INTEGER,
      next_attempt_at INTEGER NOT NULL,
      last_status INTEGER,
      last_error TEXT
    ) STRICT;
    CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (next_attempt_at) WHERE state = 'pending';
    CREATE INDEX IF NOT EXISTS deliveries_by_event ON deliveries (event);

    CREATE TABLE IF NOT EXISTS idempotency_keys (
      key TEXT NOT NULL,
      account TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      status INTEGER NOT NULL,
      body TEXT NOT NULL,
      request_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (account, key)
    ) STRICT;

    CREATE TABLE IF NOT EXISTS faults (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      type TEXT NOT NULL,
      body TEXT NOT NULL,
      remaining INTEGER,
      matched INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE TABLE IF NOT EXISTS tasks (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      due_at INTEGER NOT NULL,
      task TEXT NOT NULL,
      subject TEXT NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS tasks_due ON tasks (due_at);

    CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  `);
  return db;
}

/**
 * Runs synchronous work in one transaction, or in the one already open. Nothing in it may await:
 * that is what makes two requests for the same object take turns.
 */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  if (db.isTransaction) return work();
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}
