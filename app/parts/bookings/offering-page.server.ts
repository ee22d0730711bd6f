import type { RouterContextProvider } from "react-router";
import { markOwnSlots } from "#core/bookings/lists/mark-own-slots.server.ts";
import type { SlotKind } from "#core/catalogue/schema.ts";
import { showOffering } from "#core/catalogue/views/show-offering.server.ts";
import { showSeller } from "#core/professionals/show-seller.server.ts";
import { showReviews } from "#core/reviews/show-reviews.server.ts";
import { offersReminders } from "#core/sms/plan-texts.server.ts";
import * as addresses from "#site/addresses.ts";
import { pageContext, requestContext } from "../../context.server.ts";
import { readGuestProof } from "../../cookies/guest-proof.server.ts";
import { readNote } from "../../cookies/pending-note.server.ts";
import { asGonePage } from "../../failures/gone-page.server.ts";
import { readList, readPart } from "../../failures/read-part.server.ts";
import { textLinkClass } from "../../ui/text-link.tsx";
import { withPriceTexts } from "../catalogue/price-texts.server.ts";
import { drawReviews } from "../reviews/draw-reviews.server.tsx";
import { drawHeld } from "./seats/held-seats.server.tsx";
import { drawSeller, NO_WITHDRAWAL } from "./terms/draw-seller.server.tsx";
import { closedFor, resumeFor } from "./why-closed.server.ts";

const REVIEWS = 3;

const link = (to: string, words: string) => `<a href="${to}" class="${textLinkClass}">${words}</a>`;

/** HTML from the server, so that it costs the browser no script. */
const TERMS = `<p>En réservant, vous acceptez nos ${link(addresses.terms, "conditions")}. Voir aussi notre ${link(
  addresses.privacy,
  "politique de confidentialité",
)}. ${NO_WITHDRAWAL}</p>`;

const UNREAD = { heading: null, text: "Impossible de charger les créneaux." };

/** Where its slots cannot be read, the rest stands. */
export async function readOfferingPage(
  context: Readonly<RouterContextProvider>,
  request: Request,
  kind: SlotKind,
  id: string,
) {
  const ctx = context.get(requestContext);
  const show = (parts?: { hasSlots: boolean }) =>
    showOffering(ctx, kind, id, parts).catch((error) => asGonePage(ctx, { kind, id }, error));
  const reading = show();
  const whole = await readList(context, "slots", () => reading);
  // A database that is away would only be waited for twice.
  const { isDatabaseAway } = context.get(pageContext);
  const found = whole ?? (await (isDatabaseAway ? reading : show({ hasSlots: false })));
  const { professional } = found;
  const [marked, reminds, shown, seller] = await Promise.all([
    readPart(context, "own slots", () => markOwnSlots(ctx, kind, found, readGuestProof(request))),
    readPart(context, "reminders", () => offersReminders(ctx, professional.id)),
    readPart(
      context,
      "reviews",
      async () => (await showReviews(ctx, { offering: id, limit: REVIEWS })).reviews,
    ),
    readPart(context, "seller", () => showSeller(ctx, { professionalId: professional.id })),
  ]);
  const offering = marked ?? found;
  const { note, smsNumber } = readNote(request, id);
  const { slots, ...priced } = withPriceTexts(offering, ctx.now());
  const closed = whole
    ? closedFor(ctx.actor, kind, offering, ctx.now())
    : { ...UNREAD, way: { to: new URL(request.url).pathname, label: "Réessayer" } };
  return {
    offering: { ...priced, slots: slots.map((slot) => ({ ...slot, held: drawHeld(slot) })) },
    closed,
    resume: resumeFor(ctx.actor, kind, offering),
    signedIn: ctx.actor !== null,
    note,
    reminder: reminds ? smsNumber : null,
    seats: new URL(request.url).searchParams.get("seats"),
    reviews: drawReviews(shown, { heading: "Avis", allOf: professional.id }),
    terms: (closed ? "" : TERMS) + drawSeller(seller),
    now: ctx.now(),
  };
}
