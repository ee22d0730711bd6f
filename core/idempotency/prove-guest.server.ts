import { hashSecret, newSecret } from "#platform/ids.server.ts";
import { isRandomKey } from "./schema.ts";

/**
 * Makes the secret that a guest's browser keeps from its first purchase (rule: buyer-proof). After
 * a call with a random key it is derived from that key: when the answer is lost, and the cookie
 * with it, the same call proves the same guest again. A made-up key proves nothing.
 *
 * @returns 256 bits for a cookie; only their hash is stored.
 */
export function newGuestProof(key: unknown): string {
  return isRandomKey(key) ? hashSecret(`guest of ${key}`) : newSecret();
}
