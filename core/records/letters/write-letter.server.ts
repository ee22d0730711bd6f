import type { Context } from "../../context.server.ts";
import { formatMoment } from "../../dates.ts";
import { AppError } from "../../errors.ts";
import { isDeletedAddress } from "../../mailbox.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { recordAct, recordReading } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { readAccount } from "../accounts/store.server.ts";
import { readBooking } from "../bookings/store.server.ts";
import { type LetterView, letterInput, type Recipient, recipientInput } from "./schema.ts";

/** @throws AppError `conflict` when the address is forgotten (rule: operators-letters). */
export async function showRecipient(ctx: Context, input: unknown): Promise<LetterView> {
  requireOperator(ctx);
  const recipient = parseInput(recipientInput, input);
  const { personId: _personId, ...view } = await findRecipient(ctx, recipient);
  await recordReading(ctx, objectOf(recipient));
  return view;
}

/**
 * Once for each form; the act keeps the words.
 * @throws AppError `conflict` for a forgotten address.
 */
export async function writeLetter(ctx: Context, input: unknown): Promise<void> {
  requireOperator(ctx);
  const recipient = parseInput(recipientInput, input);
  const { letterId, subject, text, reason } = parseInput(letterInput, input);
  const { id, to: side } = recipient;
  const object = objectOf(recipient);
  const { email: to, personId } = await findRecipient(ctx, recipient);
  await ctx.db.transaction(async (tx) => {
    const isNew = await enqueueMail(ctx, tx, {
      ...{ kind: "operator-letter", reference: letterId, to },
      data: object.kind === "booking" ? { bookingId: id } : { userId: id },
      // The act has the words for good: the outbox forgets them once they are sent.
      secrets: { subject, text },
    });
    if (!isNew) return;
    await recordAct(ctx, tx, {
      ...{ act: "letter_written", object, personId, reason },
      after: { side, subject, text },
    });
  });
}

export async function readLetterMail(
  ctx: Context,
  { data, secrets: { subject, text } }: QueuedMail<"operator-letter">,
) {
  const row = data.bookingId ? await readBooking(ctx.db, data.bookingId) : null;
  if (data.bookingId && !row) return null;
  const { contactTo } = ctx.config;
  return { subject, text, subjectMatter: row && subjectMatterOf(row), contactTo };
}

const objectOf = ({ id, to }: Recipient) => {
  return { kind: to === "owner" ? "account" : "booking", id } as const;
};

async function findRecipient({ db }: Context, { id, to }: Recipient) {
  if (to === "owner") return { ...(await findOwner(db, id)), subjectMatter: null };
  const row = await readBooking(db, id);
  if (!row) throw new AppError("not_found", { message: "Cette réservation n'existe pas." });
  const subjectMatter = subjectMatterOf(row);
  if (to === "professional")
    return { ...(await findOwner(db, row.professionalUserId)), subjectMatter };
  const { buyerEmail: email, clientId: personId } = row.booking;
  if (isDeletedAddress(email)) throw new AppError("conflict", { message: FORGOTTEN });
  return { name: row.firstName ?? "", email, personId, subjectMatter };
}

async function findOwner(db: Context["db"], userId: string) {
  const row = await readAccount(db, userId);
  if (!row) throw new AppError("not_found", { message: "Ce compte n'existe pas." });
  const { email, firstName, accountStatus } = row.profile;
  if (accountStatus === "deleted") throw new AppError("conflict", { message: FORGOTTEN });
  return { name: firstName ?? "", email, personId: userId };
}

function subjectMatterOf({ booking, start }: NonNullable<Awaited<ReturnType<typeof readBooking>>>) {
  return `${booking.sold.title}, ${formatMoment(start)}`;
}

const FORGOTTEN = "Cette personne a supprimé son compte : son adresse est oubliée.";
