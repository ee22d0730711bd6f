import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { type BookingMail, readMailOf } from "../read-booking-mail.server.ts";
import { proposalState } from "./rules.ts";
import { type Answer, findAnswer } from "./store.server.ts";

export interface ProposalMail extends BookingMail {
  from: { start: Date; end: Date };
  to: { start: Date; end: Date };
  word: string | null;
  withdraws: boolean;
  expiresAt: Date;
  answer: Answer["answer"];
  /** Only the client may know it. */
  answerUrl: string;
  agendaUrl: string;
}

type Kind =
  | "hour-proposed"
  | "hour-moved-client"
  | "hour-moved-professional"
  | "hour-kept-professional"
  | "hour-withdrawn";

/** Null once it is answered, or the booking is gone. */
export async function readProposalMail(
  ctx: Context,
  { kind, data, secrets }: QueuedMail<Kind>,
): Promise<ProposalMail | null> {
  const found = await findAnswer(ctx.db, { id: data.answerId });
  const view = found && (await readMailOf(ctx, found.bookingId, "confirmed"));
  if (!view) return null;
  if (kind === "hour-proposed" && proposalState(found, ctx.now()) !== "open") return null;
  const { from, to, word, withdraws, expiresAt, answer } = found;
  const { appUrl } = ctx.config;
  return {
    ...view,
    ...{ from, to, word, withdraws, expiresAt, answer },
    answerUrl: appUrl + addresses.proposal(secrets?.token ?? ""),
    agendaUrl: appUrl + addresses.agenda,
  };
}
