import { previewCancellation } from "../../bookings/cancellation/cancel-booking.server.ts";
import { CONTEST_LABELS } from "../../bookings/presence/labels.ts";
import type { CancelReason } from "../../bookings/rules.ts";
import type { Context } from "../../context.server.ts";
import { formatMoment } from "../../dates.ts";
import { AppError } from "../../errors.ts";
import { listActsOn } from "../../operators/acts/list-acts.server.ts";
import { recordReading } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { CANCEL_REASONS } from "../labels.ts";
import { bookingInput, type Happening } from "../schema.ts";
import { findReview, listChanges, listLetters, listProposals } from "../timeline/store.server.ts";
import {
  inOrder,
  tellActs,
  tellMailsAbout,
  tellPayments,
  toldByUs,
} from "../timeline/tell-payments.server.ts";
import { readBooking } from "./store.server.ts";

type Row = NonNullable<Awaited<ReturnType<typeof readBooking>>>;

/**
 * With all that happened to it (rule: records); `ended` is null while it stands.
 * @throws AppError `not_found` for no booking.
 */
export async function showBookingRecord(ctx: Context, input: unknown) {
  requireOperator(ctx);
  const { bookingId } = parseInput(bookingInput, input);
  const row = await readBooking(ctx.db, bookingId);
  if (!row) throw new AppError("not_found", { message: "Cette réservation n'existe pas." });
  await recordReading(ctx, { kind: "booking", id: bookingId });
  const paid = await tellPayments(ctx, bookingId);
  const acts = await listActsOn(ctx, { kind: "booking", id: bookingId });
  const { booking } = row;
  const { cancelReason } = booking;
  return {
    id: bookingId,
    title: booking.sold.title,
    start: row.start,
    seats: booking.seats,
    status: booking.status,
    ended: cancelReason && CANCEL_REASONS[cancelReason],
    priceCents: booking.pricePaidCents,
    refundableUntil: booking.refundableUntil,
    client: {
      userId: booking.clientId,
      name: [row.firstName, row.lastName].filter(Boolean).join(" "),
      email: booking.buyerEmail,
    },
    professional: { userId: row.professionalUserId, name: row.professional },
    payments: paid.payments,
    ...(await previewCancellation(ctx, bookingId)),
    happenings: inOrder([
      ...tellBooking(row),
      ...(await tellTalks(ctx, bookingId)),
      ...paid.happenings,
      ...(await tellMailsAbout(ctx.db, bookingId)),
      ...tellActs(acts),
    ]),
    acts: [...acts, ...paid.acts].toSorted((one, other) => other.number - one.number),
  };
}

const PRESENCES = { present: "Présence notée", late: "Retard noté", absent: "Absence notée" };
const PRESENCE_BY = { code: "par le code", professional: "par le professionnel" };

function tellBooking({ booking }: Row): Happening[] {
  const { createdAt, confirmedAt, cancelledAt, presence, presenceAt, presenceBy } = booking;
  const reason = booking.cancelReason;
  return toldByUs([
    { at: createdAt, what: "Places retenues", more: booking.buyerEmail },
    { at: confirmedAt, what: "Réservation confirmée", more: null },
    { at: booking.resaleAt, what: "Places remises en vente", more: null },
    {
      at: cancelledAt,
      what: "Réservation annulée",
      more: reason && CANCEL_REASONS[reason as CancelReason],
    },
    {
      at: presenceAt,
      what: presence ? PRESENCES[presence] : "",
      more: presenceBy && PRESENCE_BY[presenceBy],
    },
    {
      at: booking.contestedAt,
      what: "Absence contestée par le client",
      more: booking.contestedAs && `« ${CONTEST_LABELS[booking.contestedAs]} »`,
    },
  ]);
}

const hourOf = (start: string) => formatMoment(new Date(start));
const WRITERS = { client: "Message du client", professional: "Message du professionnel" };
const ANSWERS = {
  accepted: "Autre heure acceptée",
  refused: "Autre heure refusée",
  lapsed: "Autre heure restée sans réponse",
  withdrawn: "Autre heure retirée par le professionnel",
};

async function tellTalks({ db }: Context, bookingId: string): Promise<Happening[]> {
  const changes = await listChanges(db, bookingId);
  const letters = await listLetters(db, bookingId);
  const proposals = await listProposals(db, bookingId);
  const review = await findReview(db, bookingId);
  return toldByUs([
    ...changes.map(({ at, was, isNow }) => {
      const hasMoved = was.start !== isNow.start;
      const more = hasMoved ? `${hourOf(was.start)} → ${hourOf(isNow.start)}` : null;
      return { at, what: hasMoved ? "Réservation déplacée" : "Offre changée", more };
    }),
    ...letters.map(({ at, by, readAt }) => {
      return { at, what: WRITERS[by], more: readAt ? "lu" : "pas encore lu" };
    }),
    ...proposals.map(({ at }) => ({ at, what: "Autre heure proposée", more: null })),
    ...proposals.flatMap(({ answer, answeredAt }) =>
      answer ? [{ at: answeredAt, what: ANSWERS[answer], more: null }] : [],
    ),
    {
      at: review?.at ?? null,
      what: "Avis écrit",
      more: review?.rating ? `${review.rating} sur 5` : null,
    },
  ]);
}
