import { addressLabel } from "../catalogue/labels.ts";
import type { SlotKind, SlotView } from "../catalogue/schema.ts";
import { formatEnd, formatLongDate, formatTime, wholeMinute } from "../dates.ts";
import { type Cents, cents, formatPrice, priceLabel } from "../money.ts";
import { readPoint } from "../places/rules.ts";
import { RESALE_LABELS } from "./resale/labels.ts";
import { isPaid, type MoneyState, NEVER_PAID, stillPaidCents } from "./rules.ts";

export type BadgeTone = "danger" | "warning" | "success" | "neutral";
interface BadgeLabel {
  label: string;
  tone: BadgeTone;
}

interface Stated {
  status: string;
  cancelReason?: string | null;
  paymentStatus: string;
  isProcessing: boolean;
}

export const PROCESSING_LABEL = "Paiement en cours";

export function bookingBadge(booking: Stated): BadgeLabel {
  const { status, cancelReason, paymentStatus, isProcessing } = booking;
  if (cancelReason === "moved") return MOVED;
  if (cancelReason === "resold") return RESOLD;
  if (status === "cancelled") return { label: "Annulée", tone: "danger" };
  if (isProcessing) return { label: PROCESSING_LABEL, tone: "warning" };
  if (paymentStatus === "pending") return { label: "En attente de paiement", tone: "warning" };
  if (status === "confirmed") return { label: "Confirmée", tone: "success" };
  return { label: status, tone: "neutral" };
}

export function managerBadges(booking: Stated): BadgeLabel[] {
  const { status, cancelReason, paymentStatus, isProcessing } = booking;
  if (cancelReason === "moved") return [MOVED];
  if (cancelReason === "resold") return [RESOLD];
  const state = MANAGER_LABELS[status] ?? { label: status, tone: "neutral" };
  if (isProcessing) return [state, { label: PROCESSING_LABEL, tone: "warning" }];
  return status === "cancelled" ? [state] : [state, paymentBadge(paymentStatus)];
}

const MOVED: BadgeLabel = { label: "Déplacée", tone: "neutral" };

const RESOLD: BadgeLabel = { label: RESALE_LABELS.sold, tone: "neutral" };

const MANAGER_LABELS: Record<string, BadgeLabel> = {
  pending: { label: "En attente", tone: "warning" },
  confirmed: { label: "Confirmée", tone: "success" },
  cancelled: { label: "Annulée", tone: "danger" },
};

function paymentBadge(paymentStatus: string): BadgeLabel {
  return isPaid(paymentStatus)
    ? { label: "Payé", tone: "success" }
    : { label: "En attente de paiement", tone: "warning" };
}

interface Accounted extends MoneyState {
  status: string;
  cancelReason: string | null;
  pricePaidCents: Cents;
}

/** Null when nothing was returned, or nothing paid. */
export function refundNote(booking: Accounted): string | null {
  const { status, cancelReason, pricePaidCents, refundedCents, chargedBackCents } = booking;
  const given = returned(booking);
  if (status !== "cancelled") {
    return given && `${formatPrice(pricePaidCents)} payés, ${given.toLowerCase()}`;
  }
  const left = formatPrice(cents(pricePaidCents - refundedCents - chargedBackCents));
  if (booking.isInReview && cancelReason === "review") return "Paiement en vérification";
  if (booking.isDisputed && (booking.isInReview || booking.isRefunding))
    return "Paiement contesté : la banque décide";
  if (booking.isInReview) return `Remboursement de ${left} retardé`;
  if (booking.isRefunding) return `Remboursement de ${left} en cours`;
  if (given) return given;
  if (pricePaidCents === 0) return null;
  if (NEVER_PAID.some((reason) => reason === cancelReason)) return "Rien n'a été débité";
  return cancelReason === "client" ? "Non remboursée" : null;
}

/** @param owed refused by the provider, and still to be given back. */
export function moneyLines(booking: {
  price: Cents;
  refunded: Cents;
  onTheWay: Cents;
  owed: Cents;
  isDisputed: boolean;
}): [name: string, amount: string][] {
  const { price, refunded, onTheWay, owed, isDisputed } = booking;
  const left = cents(price - refunded - onTheWay - owed);
  if (left === price) return [["Prix", priceLabel(price)]];
  const lines: [string, Cents][] = [
    ["Payé", price],
    ["Rendu", refunded],
    [isDisputed ? "En attente de la banque" : "Remboursement demandé", onTheWay],
    [isDisputed ? "En attente de la banque" : "Remboursement retardé", owed],
    ["Reste payé", left],
  ];
  return lines
    .filter(([, amount]) => amount > 0)
    .map(([name, amount]) => [name, formatPrice(amount)]);
}

export function shownPrice(booking: Accounted): Cents {
  const isPart = booking.status === "confirmed" && !booking.isInReview;
  return isPart ? stillPaidCents(booking) : booking.pricePaidCents;
}

function returned(booking: Accounted): string | null {
  const { status, refundedCents, chargedBackCents, onTheWayCents } = booking;
  const given = [
    status === "confirmed" && booking.isInReview && "Remboursement retardé",
    onTheWayCents > 0 && `Remboursement de ${formatPrice(onTheWayCents)} en cours`,
    refundedCents > 0 && `${formatPrice(refundedCents)} remboursés`,
    chargedBackCents > 0 && `${formatPrice(chargedBackCents)} rendus par la banque`,
  ];
  return given.filter(Boolean).join(", ") || null;
}

export const DISPUTED_MESSAGE =
  "Ce paiement est contesté auprès de votre banque. Vous pourrez annuler cette réservation quand elle aura répondu.";

export const PROCESSING_CANCEL_MESSAGE =
  "Ce paiement ne peut plus être annulé tant que votre banque n'a pas répondu. S'il aboutit, vous pourrez annuler la réservation ; s'il est refusé, la place sera rendue.";

export const PROCESSING_BOOK_MESSAGE =
  "Un paiement est déjà en cours pour ce créneau avec votre adresse. Attendez la réponse de votre banque : un e-mail vous la donnera.";

export function disputedRefund(amount: Cents): string {
  return `Ce paiement est contesté auprès de votre banque : elle garde la somme le temps de décider. Si elle ne vous la rend pas, nous vous remboursons ${formatPrice(amount)}.`;
}

/** Null unless neither they nor we can move the money. */
export function moneyNotice(booking: Accounted): string | null {
  if (booking.isProcessing) return PROCESSING_MESSAGE;
  const { status, pricePaidCents, refundedCents, chargedBackCents } = booking;
  const isOfRefund = booking.isInReview && booking.cancelReason !== "review";
  if (status !== "cancelled" || !isOfRefund) return null;
  return booking.isDisputed
    ? disputedRefund(cents(pricePaidCents - refundedCents - chargedBackCents))
    : "Ce remboursement n'a pas encore pu être fait. Nous nous en occupons et vous écrirons dès qu'il est réglé.";
}

export const HELD_LABEL = "En cours de réservation";

function lookAgain(until: Date, now: Date): string {
  return until <= now ? "dans un instant" : `à ${formatTime(wholeMinute(until))}`;
}

export function heldLabel(until: Date, now: Date): string {
  return `${HELD_LABEL}, à revoir ${lookAgain(until, now)}`;
}

export const CLOSED_LABELS: Record<NonNullable<SlotView["closed"]>, string> = {
  notice: "Réservations closes",
  taken: "Indisponible à cette heure",
};

export const TAKEN_MESSAGE =
  "Ce créneau n'est plus disponible : votre praticien est pris à cette heure.";

export const IN_MAIL_LABEL = "À confirmer par e-mail";

export function whenToLook(until: Date, now: Date): string {
  return `Les dernières places ne sont pas encore payées : l'une d'elles peut se libérer ${lookAgain(until, now)}.`;
}

/** True for every e-mail, whatever is known of it (rule: same-answer). */
export function heldMessage(until: Date, now: Date, isGuest: boolean): string {
  const sentence = `${HELD_LABEL}\u00a0: une place peut se libérer ${lookAgain(until, now)}.`;
  return isGuest
    ? `${sentence} Si vous avez commencé à la réserver avec cet e-mail, un lien pour reprendre votre paiement s'y trouve.`
    : sentence;
}

export type BookingTexts = ReturnType<typeof bookingTexts>;

export function bookingTexts(booking: {
  kind: SlotKind;
  title: string | null;
  start: Date | null;
  end: Date | null;
  professionalName: string | null;
  isOnline: boolean;
  city: string | null;
  postalCode: string | null;
  address: string | null;
}) {
  const { kind, start, end } = booking;
  const what = kind === "session" ? "Session" : "Activité";
  const town = { ...booking, city: booking.city ?? "Ville non définie" };
  const online = booking.isOnline ? `${what} en ligne` : null;
  return {
    title: booking.title ?? `${what} supprimée`,
    date: start ? formatLongDate(start) : "Date non définie",
    time: start && end ? `${formatTime(start)} - ${formatEnd(start, end)}` : "Horaire non défini",
    professional: booking.professionalName ?? "Professionnel non disponible",
    /** In postal order, for mails and calendars. */
    place: online ?? addressLabel(town),
    /** As one looks for it in a list. */
    cityFirst:
      online ??
      [addressLabel({ ...town, address: null }), booking.address].filter(Boolean).join(", "),
  };
}

/** OpenStreetMap finds addresses as written and follows nobody; null online (rule: own-pin). */
export function mapUrl(booking: {
  status: string;
  isOnline: boolean;
  address: string | null;
  postalCode: string | null;
  city: string | null;
  pin: string | null;
}): string | null {
  if (booking.status !== "confirmed" || booking.isOnline) return null;
  const pin = readPoint(booking.pin ?? "");
  if (pin) {
    const { latitude, longitude } = pin;
    return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`;
  }
  const place = addressLabel(booking);
  return place ? `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}` : null;
}

type Named = Record<"clientFirstName" | "clientLastName", string | null>;

export const clientName = (booking: Named & { buyerEmail: string }): string =>
  fullName(booking) || booking.buyerEmail;

export const fullName = ({ clientFirstName, clientLastName }: Named): string =>
  [clientFirstName, clientLastName].filter(Boolean).join(" ");

export const UNPAID_MESSAGE =
  "Ce paiement n'a pas abouti : aucun montant n'a été débité et la place a été rendue.";

export const PROCESSING_MESSAGE =
  "Votre banque n'a pas encore répondu. Votre place est retenue d'ici là : un e-mail vous dira si le paiement a abouti. Ne payez pas une seconde fois.";

export const FAILED_MESSAGE =
  "Votre banque a refusé ce paiement : aucun montant n'a été débité et la place a été rendue.";

export const SILENT_MESSAGE =
  "Le service de paiement ne répond pas. Votre réservation est gardée : réessayez dans un instant.";

export const UNPAYABLE_MESSAGE =
  "Ce praticien ne peut pas recevoir de paiement pour le moment. Rien n'a été débité et aucune place n'est retenue.";

export const REVIEW_MESSAGE =
  "Nous vérifions ce paiement. Votre réservation n'est pas confirmée et la place a été rendue. Si une somme a été débitée, elle vous sera remboursée ; un e-mail vous le dira.";

export const CALLED_OFF_MESSAGE =
  "Cette réservation a été annulée depuis. L'e-mail d'annulation dit ce qui vous est rendu.";

export const LATE_TITLE = "Paiement arrivé trop tard";
export const LATE_MESSAGE =
  "Votre paiement est arrivé trop tard : cette place n'était plus à prendre. Son remboursement intégral a été demandé : un e-mail vous le confirme.";

export const GUEST_MESSAGES = {
  newUser: "Votre compte a été créé et votre réservation confirmée.",
  existingUser: "Votre réservation a été confirmée et associée à votre compte existant.",
  neutral: "Votre réservation a été confirmée. Les détails sont dans l'email de confirmation.",
  refunded: LATE_MESSAGE,
  declined:
    "Cette réservation n'a pas pu être confirmée : un e-mail vous dit pourquoi. Le remboursement intégral de votre paiement a été demandé.",
  cancelled: UNPAID_MESSAGE,
  processing: `Paiement en cours. ${PROCESSING_MESSAGE}`,
  failed: FAILED_MESSAGE,
  review: REVIEW_MESSAGE,
  called_off: CALLED_OFF_MESSAGE,
  failure: "Échec de la vérification du paiement",
} as const;
