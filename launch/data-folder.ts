import { createECDH, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { makeFolder } from "#platform/make-folder.server.ts";
import { Refusal } from "./refusal.ts";
import { writeAtomically } from "./write-atomically.ts";

/** One data folder's secrets, made once. */
export interface Secrets {
  databasePassword: string;
  stripeSecretKey: string;
  stripeWebhookSecret: string;
  stripeConnectWebhookSecret: string;
  /** Signs notifications (RFC 8292): 32 bytes in base64url. */
  vapidPrivateKey: string;
  /** Seals what must not be readable where it is kept: 32 bytes in base64url. */
  encryptionKey: string;
}

/**
 * Makes sure that the folder is there and can be written to.
 *
 * @throws Refusal otherwise
 */
export function openDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir);
    // These are private; the folder itself stays open for the user that PostgreSQL runs as.
    for (const name of ["logs", "run"]) {
      fs.mkdirSync(path.join(dataDir, name), { recursive: true, mode: 0o700 });
    }
    const probe = path.join(dataDir, "run", `probe-${process.pid}`);
    fs.writeFileSync(probe, "");
    fs.rmSync(probe);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Refusal(
      `The folder ${dataDir} cannot be written to (${code}): make it writable, or choose another with DATA_DIR=/some/folder.`,
    );
  }
}

/**
 * Lets one launch at a time look at the folder and start what it needs. SQLite's own lock on a file:
 * the system drops it with the process, however that ends.
 *
 * @returns how to let the next one in
 */
export async function lockDataFolder(dataDir: string): Promise<() => void> {
  const lock = new DatabaseSync(path.join(dataDir, "run", "lock.sqlite"));
  for (let tries = 0; ; tries++) {
    try {
      lock.exec("BEGIN EXCLUSIVE");
      return () => lock.close();
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
      if (tries === 10) console.log("Another start is under way in this folder: waiting for it.");
      await sleep(100);
    }
  }
}

/** https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/** Reads the folder's secrets; makes them on the first start. Only under the folder's lock. */
export function readSecrets(dataDir: string): Secrets {
  const kept = readKept(dataDir);
  if (kept) return kept;
  const secrets = makeSecrets();
  writeAtomically(fileOf(dataDir), `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}

/**
 * The keys that the folder's launch made for itself, as variables: a worker or a command with a
 * database of its own choice shares the folder, and would otherwise seal and sign by others.
 */
export function readKeys(dataDir: string): Partial<Record<string, string>> {
  const kept = readKept(dataDir);
  return { VAPID_PRIVATE_KEY: kept?.vapidPrivateKey, ENCRYPTION_KEY: kept?.encryptionKey };
}

const fileOf = (dataDir: string) => path.join(dataDir, "secrets.json");

function readKept(dataDir: string): Secrets | null {
  const file = fileOf(dataDir);
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : null;
}

function makeSecrets(): Secrets {
  const random = () => randomBytes(24).toString("hex");
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  return {
    databasePassword: random(),
    // The shapes of Stripe's own; the word « simulated » tells them apart in a log.
    stripeSecretKey: `sk_test_simulated_${random()}`,
    stripeWebhookSecret: `whsec_${random()}`,
    stripeConnectWebhookSecret: `whsec_${random()}`,
    // A key that begins with zeros would be written shorter than it is.
    vapidPrivateKey: Buffer.from(pair.getPrivateKey("hex").padStart(64, "0"), "hex").toString(
      "base64url",
    ),
    encryptionKey: randomBytes(32).toString("base64url"),
  };
}
