import type { z } from "zod";
import { matchesHash } from "#platform/ids.server.ts";
import * as addresses from "#site/addresses.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { parseInput } from "../../parse.ts";
import { shortName } from "../messages/rules.ts";
import { readMailOf } from "../read-booking-mail.server.ts";
import { refundableOnceMoved } from "../rules.ts";
import { findBookingRow } from "../store.server.ts";
import { permitFrom } from "./propose-hour.server.ts";
import { proposalState } from "./rules.ts";
import { showProposalInput } from "./schema.ts";
import { type Answer, findAnswer } from "./store.server.ts";

export type ProposalView = Awaited<ReturnType<typeof showProposal>>;

/**
 * Changes nothing, because mail scanners open links too (rule: another-hour).
 * @throws AppError `unauthenticated`, `not_found`.
 */
export async function showProposal(ctx: Context, raw: z.input<typeof showProposalInput>) {
  const found = await permitAnswer(ctx, parseInput(showProposalInput, raw));
  const row = await findBookingRow(ctx.db, found.bookingId);
  if (!row) throw new AppError("not_found");
  const { withdraws, word, expiresAt, from, to, kind, offeringId } = found;
  const until = refundableOnceMoved(found, to.start);
  return {
    state: proposalState(found, ctx.now()),
    ...{ kind, offeringId, from, to, word, withdraws, expiresAt },
    ...{ title: row.title, professional: row.professionalName, isFree: row.pricePaidCents === 0 },
    refundableUntil: until > ctx.now() ? until : null,
  };
}

export async function permitAnswer(
  ctx: Context,
  by: z.output<typeof showProposalInput>,
): Promise<Answer> {
  if ("bookingId" in by) {
    const { guestProof, ...of } = by;
    const { userId = null } = guestProof ? (ctx.actor ?? {}) : requireActor(ctx);
    const found = await findAnswer(ctx.db, of);
    const isClient = found && userId !== null && found.clientId === userId;
    const isBuyer =
      guestProof && found?.guestProofHash && matchesHash(guestProof, found.guestProofHash);
    if (!found || !(isClient || isBuyer)) throw new AppError("not_found");
    return found;
  }
  const [, id, secret = ""] = by.token.match(/^([0-9a-f-]{36})\.([\w-]{43})$/) ?? [];
  const found = id ? await findAnswer(ctx.db, { id }) : null;
  if (!found || !matchesHash(secret, found.secretHash)) throw new AppError("not_found");
  return found;
}

/** @throws AppError `unauthenticated`, `not_found`, `forbidden`. */
export async function showProposable(ctx: Context, { slotId }: { slotId: string }) {
  const { title, start, end, outside, open, people } = await permitFrom(ctx, slotId);
  const names = people.map(({ first, last }) =>
    shortName({ clientFirstName: first, clientLastName: last }),
  );
  return { slotId, title, start, end, outside, open, people: names };
}

type Kind =
  | "hour-proposed"
  | "hour-moved-client"
  | "hour-moved-professional"
  | "hour-kept-professional"
  | "hour-withdrawn";

export async function readProposalMail(ctx: Context, { kind, data, secrets }: QueuedMail<Kind>) {
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
