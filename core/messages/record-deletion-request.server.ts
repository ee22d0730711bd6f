import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { keepMessage } from "./keep-message.server.ts";
import { DELETION_REQUEST } from "./rules.ts";

/**
 * A professional asks for the deletion of their account: a message to the support like any other,
 * which keeps what has to be put back should they change their mind (R30).
 *
 * @param hidden the ids of what the request took off the site.
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
