import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { keepMessage } from "./keep-message.server.ts";
import { DELETION_REQUEST } from "./rules.ts";

/**
 * Records a professional's request for the deletion of their account: an ordinary message to the
 * support, with the ids of everything to restore should they change their mind (rule:
 * account-deletion).
 *
 * @param hidden the ids of everything that the request hid.
 */
export async function recordDeletionRequest(
  ctx: Context,
  tx: Transaction,
  person: { firstName: string; lastName: string; email: string },
  hidden: readonly string[],
): Promise<void> {
  const name = `${person.firstName} ${person.lastName}`.trim();
  await keepMessage(ctx, tx, {
    kind: "contact",
    name: name || person.email,
    email: person.email,
    subject: "compte",
    message:
      "Je demande la suppression de mon compte professionnel. Demande envoyée depuis mon profil.",
    fields: { request: DELETION_REQUEST, hidden },
  });
}
