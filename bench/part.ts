/*
 * The input and output of a part of the bench. A part measures the product and, in the same run,
 * what bounds it: the same work without the product. Machines differ, ratios hardly do.
 */

/** All parts, in the order that they are measured and read in. */
export const PARTS = [
  "search",
  "phrases",
  "combinations",
  "booking",
  "pages",
  "browser",
  "mails",
  "alerts",
  "footprint",
  "size",
  "scaling",
  "peers",
  "tests",
];

/** Those that every change of search, booking or pages is held against. */
export const QUICK_PARTS = ["search", "combinations", "booking", "pages"];

/** One line of a result: the product beside its bound, measured in the same run. */
export interface Row {
  what: string;
  /** With their unit, « 1 240 /s », « 0.31 ms ». */
  product: string;
  bound?: string;
  ratio?: string;
  budget?: string;
  met?: boolean;
  note?: string;
  /** Why the budget may be missed, and what would meet it; told when it is. */
  unmet?: string;
}

export interface Curve {
  title: string;
  x: string;
  y: string;
  logX?: boolean;
  logY?: boolean;
  lines: { name: string; points: [x: number, y: number][] }[];
}

export interface Measured {
  rows: Row[];
  curves: Curve[];
  /** Markdown, a paragraph or a table each. */
  notes: string[];
  /** PostgreSQL's, kept in a file of their own. */
  plans?: string;
}

export interface Part {
  name: string;
  title: string;
  measure(world: World): Promise<Measured>;
}

export interface ServeOptions {
  sessions: number;
  /** How many processes serve the one database, 1 when left out. */
  processes?: number;
  /** Added to, or replacing, the product's environment in production. */
  env?: Record<string, string>;
}

export interface Served {
  /** The address of each process, without a slash at the end. */
  urls: string[];
  pids: number[];
  stop(): Promise<void>;
}

/** The tools that all parts share. */
export interface World {
  /** Everything that is made at random follows from it. */
  seed: number;
  /** Less of everything, and nothing at more than 100 000 sessions. */
  isQuick: boolean;
  /** For what should be repeatable on this machine; made at the start, kept afterwards. */
  dataDir: string;
  /**
   * The address of an own database with so many sessions and ten times as many slots. Making it
   * restarts PostgreSQL: ask for all that a part needs before opening a pool or serving.
   */
  database(sessions: number): Promise<string>;
  /** A copy of it that a part may change; the next copy replaces it, and the bench deletes it. */
  copy(sessions: number): Promise<string>;
  /** A copy, like that, of a database that `fill` fills when it is asked for the first time. */
  keep(name: string, fill: (url: string) => Promise<void>): Promise<string>;
  /** Stops and starts PostgreSQL, and empties the system's cache where we may; pools must be closed. */
  restartDatabase(): Promise<void>;
  /** The built product in production mode against the database of so many sessions, ready to answer. */
  serve(options: ServeOptions): Promise<Served>;
  log(text: string): void;
}
