import type { DatabaseSync } from "node:sqlite";

/**
 * The simulator's time. It runs with the real clock at a distance that `POST /_simulator/clock`
 * sets and the state file keeps; while due tasks run it stands still at the second they fell due.
 */
export class Clock {
  readonly #db: DatabaseSync;
  #offsetMs: number;
  #pinned: number | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
    const row = db.prepare("SELECT value FROM facts WHERE name = 'clock_offset_ms'").get();
    this.#offsetMs = row ? Number(row.value) : 0;
  }

  /** Seconds since 1970. */
  now(): number {
    return this.#pinned ?? Math.floor((Date.now() + this.#offsetMs) / 1000);
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Sets the time to `seconds`, from where it goes on ticking; null returns to the real time. */
  moveTo(seconds: number | null): void {
    this.#offsetMs = seconds === null ? 0 : seconds * 1000 - Date.now();
    this.#db
      .prepare(
        "INSERT INTO facts (name, value) VALUES ('clock_offset_ms', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      )
      .run(String(this.#offsetMs));
  }

  /** Runs `work` as if it were `seconds`. */
  at<T>(seconds: number, work: () => T): T {
    const before = this.#pinned;
    this.#pinned = seconds;
    try {
      return work();
    } finally {
      this.#pinned = before;
    }
  }
}
