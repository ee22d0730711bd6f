import type { Transaction } from "#platform/postgres.server.ts";
import { IMAGE_BUCKETS, imageIdOf } from "./rules.ts";
import { lockImage, markWithheld } from "./store.server.ts";

/**
 * Keeps the files while it can be contested (rule: reported-content).
 * @returns false for an address that is none of ours, or whose picture is gone.
 */
export async function withholdImage(
  tx: Transaction,
  url: string,
  at: Date | null,
): Promise<boolean> {
  const id = IMAGE_BUCKETS.map((bucket) => imageIdOf(url, bucket)).find(Boolean);
  const image = id ? await lockImage(tx, id) : null;
  if (image) await markWithheld(tx, image.id, at);
  return image !== null;
}
