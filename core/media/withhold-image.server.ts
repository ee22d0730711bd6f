import type { Transaction } from "#platform/postgres.server.ts";
import { IMAGE_BUCKETS, imageIdOf } from "./rules.ts";
import { lockImage, markWithheld } from "./store.server.ts";

/**
 * Keeps a picture from being shown by anything (rule: reported-content), or lets it be again; its
 * files stay for as long as that can be contested. The caller takes it off what shows it.
 *
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
