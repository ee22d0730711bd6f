import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { keepMessage } from "./keep-message.server.ts";
import { DELETION_REQUEST } from "./rules.ts";
import { findDeletionRequest } from "./store.server.ts";

/**
 * A professional asks for the deletion of their account: a message to the support like any other,
 * once, marked so that the operator's list finds it (R30).
 */
export async function recordDeletionRequest(
  ctx: Context,
  tx: Transaction,
  person: { userId: string; firstName: string; lastName: string; email: string },
): Promise<void> {
  if (await findDeletionRequest(tx, person.userId)) return;
  const name = `${person.firstName} ${person.lastName}`.trim();
  await keepMessage(ctx, tx, {
    kind: "contact",
    name: name || person.email,
    email: person.email,
    subject: "compte",
    message:
      "Je demande la suppression de mon compte professionnel. Demande envoyée depuis mon profil.",
    fields: { request: DELETION_REQUEST },
  });
}
