import { hashSecret, newSecret } from "#platform/ids.server.ts";
import { isRandomKey } from "./schema.ts";

/**
 * What the browser of a guest keeps of its first purchase. Where the call came with a random key, it
 * follows from that: when the answer is lost, and the cookie with it, the same call proves the same
 * guest again. A key that somebody thought up proves nothing.
 *
 * @returns 256 bits for a cookie; only their hash is stored.
 */
export function newGuestProof(key: unknown): string {
  return isRandomKey(key) ? hashSecret(`guest of ${key}`) : newSecret();
}
