import type { RouterContextProvider } from "react-router";
import { markOwnSlots } from "#core/bookings/lists/mark-own-slots.server.ts";
import type { OfferingView, SlotKind } from "#core/catalogue/schema.ts";
import { showReviews } from "#core/reviews/show-reviews.server.ts";
import { offersReminders } from "#core/sms/offers-reminders.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { readGuestProof } from "../../cookies/guest-proof.server.ts";
import { readNote } from "../../cookies/pending-note.server.ts";
import { readPart } from "../../failures/read-part.server.ts";
import { textLinkClass } from "../../ui/text-link.tsx";
import { withPriceTexts } from "../catalogue/price-texts.server.ts";
import { drawReviews } from "../reviews/draw-reviews.server.tsx";
import { drawHeld } from "./seats/held-seats.server.tsx";
import { closedFor, resumeFor } from "./why-closed.server.ts";

/** The newest, before those of the professional's other offerings. */
const REVIEWS = 3;

const link = (to: string, words: string) => `<a href="${to}" class="${textLinkClass}">${words}</a>`;

/**
 * The terms of the purchase, as HTML that the server writes, so that they cost the browser no
 * script. A leisure service on a fixed date has no right of withdrawal.
 */
const TERMS = `En réservant, vous acceptez nos ${link(addresses.terms, "conditions")}. Voir aussi notre ${link(
  addresses.privacy,
  "politique de confidentialité",
)}. Le droit de rétractation ne s'applique pas à une activité de loisirs à date fixe (code de la consommation, article L221-28, 12°).`;

/** Reads everything around an offering that its page and its booking form show this visitor. */
export async function readOfferingPage(
  context: Readonly<RouterContextProvider>,
  request: Request,
  kind: SlotKind,
  found: OfferingView,
) {
  const ctx = context.get(requestContext);
  const { id, professional } = found;
  const [marked, reminds, shown] = await Promise.all([
    readPart(context, "own slots", () => markOwnSlots(ctx, kind, found, readGuestProof(request))),
    readPart(context, "reminders", () => offersReminders(ctx, professional.id)),
    readPart(context, "reviews", () => showReviews(ctx, { offering: id, limit: REVIEWS })),
  ]);
  const offering = marked ?? found;
  const { note, smsNumber } = readNote(request, id);
  const { slots, ...priced } = withPriceTexts(offering, ctx.now());
  return {
    offering: { ...priced, slots: slots.map((slot) => ({ ...slot, held: drawHeld(slot) })) },
    closed: closedFor(ctx.actor, kind, offering, ctx.now()),
    resume: resumeFor(ctx.actor, kind, offering),
    signedIn: ctx.actor !== null,
    note,
    reminder: reminds ? smsNumber : null,
    seats: new URL(request.url).searchParams.get("seats"),
    reviews: drawReviews(shown?.reviews ?? [], { heading: "Avis", allOf: professional.id }),
    terms: TERMS,
    now: ctx.now(),
  };
}
