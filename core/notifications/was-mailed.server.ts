import type { Executor } from "#platform/postgres.server.ts";
import type { MailKind } from "./schema.ts";
import { hasMail } from "./store.server.ts";

/** Whether a mail of this kind has gone to somebody for this reference, or is about to. */
export function wasMailed(db: Executor, kind: MailKind, reference: string): Promise<boolean> {
  return hasMail(db, kind, reference);
}
