import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";

/*
 * Hashes passwords in a thread that does nothing else. The asynchronous function would fill the few
 * threads that files, compression and name look-ups wait for.
 */

/**
 * « salt:key », both in hexadecimal; the salt is used as the text of its digits. Better Auth hashed so
 * once, and what it hashed is still there.
 */
const KEY_BYTES = 64;
/** `N` of scrypt, RFC 7914. It is not in the hash: what was made at another cost is no match. */
export const COST = 16_384;
const r = 16;

export interface PasswordQuestion {
  password: string;
  /** The hash to compare with; without one, a new hash is made. */
  hash?: string;
  cost: number;
}

/** @returns the new hash, or whether the password is that of the hash given. */
export default function answer({ password, hash, cost }: PasswordQuestion): string | boolean {
  if (hash === undefined) return hashNow(password, cost);
  const [salt, key] = hash.split(":");
  if (!salt || !key) throw new Error("this is no hash of a password");
  const known = Buffer.from(key, "hex");
  return known.length === KEY_BYTES && timingSafeEqual(keyOf(password, salt, cost), known);
}

/** The hash, in this very thread: for whom nobody waits. */
export function hashNow(password: string, cost = COST): string {
  const salt = randomBytes(16).toString("hex");
  return `${salt}:${keyOf(password, salt, cost).toString("hex")}`;
}

function keyOf(password: string, salt: string, N: number): Buffer {
  const options = { N, r, p: 1, maxmem: 128 * N * r * 2 };
  return scryptSync(password.normalize("NFKC"), salt, KEY_BYTES, options);
}
