import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";

/* Spares the pool of threads that files, compression and name lookups need. */

/** « salt:key » in hexadecimal, the salt as text: Better Auth's hashes are still there. */
const KEY_BYTES = 64;
/** Scrypt's `N` (RFC 7914), absent from the hash, so other costs never match. */
export const COST = 16_384;
const r = 16;

export interface PasswordQuestion {
  password: string;
  hash?: string;
  cost: number;
}

export default function answer({ password, hash, cost }: PasswordQuestion): string | boolean {
  if (hash === undefined) return hashNow(password, cost);
  const [salt, key] = hash.split(":");
  if (!salt || !key) throw new Error("this is no hash of a password");
  const known = Buffer.from(key, "hex");
  return known.length === KEY_BYTES && timingSafeEqual(keyOf(password, salt, cost), known);
}

export function hashNow(password: string, cost = COST): string {
  const salt = randomBytes(16).toString("hex");
  return `${salt}:${keyOf(password, salt, cost).toString("hex")}`;
}

function keyOf(password: string, salt: string, N: number): Buffer {
  const options = { N, r, p: 1, maxmem: 128 * N * r * 2 };
  return scryptSync(password.normalize("NFKC"), salt, KEY_BYTES, options);
}
