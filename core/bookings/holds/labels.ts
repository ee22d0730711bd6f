import { MAX_SEATS } from "../../catalogue/slots/rules.ts";
import { formatTime } from "../../dates.ts";
import { formatPeriod } from "../../durations.ts";
import { ERROR_MESSAGES } from "../../errors.ts";
import {
  type HoldRefusal,
  LAPSES_COUNTED_FOR,
  MAX_CANCELLATIONS_OF_SLOT,
  MAX_LAPSES_PER_BUYER,
} from "./rules.ts";

/** @param own the open checkouts that this buyer may continue with. */
export function tooManyHolds(
  own: readonly { title: string; checkoutExpiresAt: Date | null }[],
  isGuest: boolean,
): string {
  const sentence = ERROR_MESSAGES.too_many_holds.slice(0, -1);
  const named = own.map(({ title, checkoutExpiresAt: until }) => {
    const quoted = `«\u00a0${title}\u00a0»`;
    return until ? `${quoted} (jusqu'à ${formatTime(until)})` : quoted;
  });
  const where = isGuest ? "sur leur page" : "dans Mes Sessions";
  return `${sentence}, ${where} : ${named.join(", ")}.`;
}

const COUNTED = formatPeriod(LAPSES_COUNTED_FOR);

const REFUSALS: Record<Exclude<HoldRefusal, "checkouts">, string> = {
  seats_of_slot: `Vous retenez déjà ${MAX_SEATS} places de ce créneau. Confirmez-les, ou laissez-les se libérer.`,
  cancellations: `Vous avez déjà réservé puis annulé ce créneau ${MAX_CANCELLATIONS_OF_SLOT} fois en ${COUNTED}. Choisissez un autre créneau.`,
  lapses: `${MAX_LAPSES_PER_BUYER} réservations commencées sont restées sans suite en ${COUNTED}.`,
  seats_of_address:
    "Trop de places sont retenues depuis votre connexion. Veuillez réessayer dans quelques minutes.",
  lapses_of_address: `Trop de réservations commencées depuis votre connexion sont restées sans suite en ${COUNTED}.`,
  free_of_address: `Trop de réservations gratuites ont été faites depuis votre connexion en ${COUNTED}.`,
};
const NEEDS_ACCOUNT: readonly HoldRefusal[] = ["lapses", "lapses_of_address", "free_of_address"];

export function holdRefusal(reason: Exclude<HoldRefusal, "checkouts">, isGuest: boolean): string {
  if (!NEEDS_ACCOUNT.includes(reason)) return REFUSALS[reason];
  const way = isGuest
    ? "Connectez-vous pour réserver."
    : `Vous pourrez réserver à nouveau d'ici ${COUNTED}.`;
  return `${REFUSALS[reason]} ${way}`;
}
