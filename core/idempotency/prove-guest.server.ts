import { z } from "zod";
import { hashSecret, newSecret } from "#platform/ids.server.ts";

/**
 * What the browser of a guest keeps of its first purchase. Where the call came with a random key, it
 * follows from that: when the answer is lost, and the cookie with it, the same call proves the same
 * guest again. A key that somebody thought up proves nothing.
 *
 * @returns 256 bits for a cookie; only their hash is stored.
 */
export function newGuestProof(key: unknown): string {
  const random = z.uuid().safeParse(key);
  return random.success ? hashSecret(`guest of ${random.data}`) : newSecret();
}
