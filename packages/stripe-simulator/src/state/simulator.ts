import type { DatabaseSync } from "node:sqlite";
import { Clock } from "./clock.ts";
import { openDatabase } from "./database.ts";
import { Objects } from "./objects.ts";
import type { Settings } from "./settings.ts";

/** The state that every part of the simulator works on. */
export interface Simulator {
  settings: Settings;
  db: DatabaseSync;
  objects: Objects;
  clock: Clock;
  /** The API request being answered, named in the events that it causes. */
  request: { id: string; idempotencyKey: string | null } | null;
  /** The idempotency keys of requests that are being answered, each with its account. */
  keysInUse: Set<string>;
  /** Whether what happens is of before anybody listened: no event tells of it. */
  isSilent: boolean;
  /** Says that deliveries have been queued. */
  wake(): void;
  log(message: string): void;
}

/** A validated API call. `account` is the connected account it acts for, or "" for the platform. */
export interface ApiRequest<P = object> {
  /** The `{id}` of the address, or "". */
  id: string;
  params: P;
  account: string;
  path: string;
  /** The file that came with it; its parameter holds the hash of the content. */
  file?: SentFile | undefined;
}

export interface SentFile {
  name: string;
  bytes: Uint8Array;
}

export function openSimulator(settings: Settings): Simulator {
  const db = openDatabase(settings.stateFile);
  return {
    settings,
    db,
    objects: new Objects(db),
    clock: new Clock(db),
    request: null,
    keysInUse: new Set(),
    isSilent: false,
    wake: () => {},
    log: (message) => console.log(`simulator: ${message}`),
  };
}
