import type { Executor } from "#platform/postgres.server.ts";
import { sentMails } from "./store.server.ts";

export function listSentMails(
  db: Executor,
  about: { to: string; bookingId: string },
): Promise<{ kind: string; sentAt: Date }[]> {
  return sentMails(db, about);
}
