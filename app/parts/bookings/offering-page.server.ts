import type { RouterContextProvider } from "react-router";
import { HELD_LABEL, whenToLook } from "#core/bookings/labels.ts";
import { markOwnSlots } from "#core/bookings/lists/mark-own-slots.server.ts";
import { resumePath } from "#core/bookings/rules.ts";
import type { OfferedSlot } from "#core/bookings/schema.ts";
import { unbookableLabel } from "#core/catalogue/labels.ts";
import type { SlotKind, Unbookable } from "#core/catalogue/schema.ts";
import { showOffering } from "#core/catalogue/views/show-offering.server.ts";
import type { Actor } from "#core/context.server.ts";
import { showSeller } from "#core/professionals/show-seller.server.ts";
import { showReviews } from "#core/reviews/show-reviews.server.ts";
import { offersReminders } from "#core/sms/plan-texts.server.ts";
import * as addresses from "#site/addresses.ts";
import { pageContext, requestContext } from "../../context.server.ts";
import { readGuestProof } from "../../cookies/cookies.server.ts";
import { readNote } from "../../cookies/pending-note.server.ts";
import { asGonePage } from "../../failures/gone-page.server.ts";
import { readList, readPart } from "../../failures/read-part.server.ts";
import { textLinkClass } from "../../ui/text-link.tsx";
import { withPriceTexts } from "../catalogue/price-texts.server.ts";
import { drawReviews } from "../reviews/draw-reviews.server.tsx";
import type { Closed } from "./booking-summary.tsx";
import { drawHeld } from "./seats/held-seats.server.tsx";
import { drawSeller, NO_WITHDRAWAL } from "./terms/draw-seller.server.tsx";

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
    readPart(context, "reviews", () => showReviews(ctx, { offering: id, limit: REVIEWS })),
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
    reviews: drawReviews(shown?.reviews ?? null, { heading: "Avis", allOf: professional.id }),
    terms: (closed ? "" : TERMS) + drawSeller(seller),
    now: ctx.now(),
  };
}

const HEADINGS: Partial<Record<Unbookable, string>> = {
  no_slot: "À programmer",
  sold_out: "Complet",
  held: HELD_LABEL,
  closed: "Indisponible",
};

interface Offering {
  category: string;
  unbookable: Unbookable | null;
  professional: { id: string };
  slots: readonly Pick<OfferedSlot, "id" | "heldUntil" | "isWaitable">[];
}

export function closedFor(
  actor: Pick<Actor, "professionalId"> | null,
  kind: SlotKind,
  { category, unbookable: reason, professional, slots }: Offering,
  now: Date,
): Closed | null {
  if (!reason) return null;
  // The owner can act on any of the reasons, not on "own" alone.
  const isOwn = reason === "own" || actor?.professionalId === professional.id;
  const [until] = slots.flatMap(({ heldUntil }) => heldUntil ?? []).sort((a, b) => +a - +b);
  return {
    heading: HEADINGS[reason] ?? null,
    text: until ? whenToLook(until, now) : unbookableLabel(kind, reason),
    way: wayIn(slots) ?? wayOut(kind, category, isOwn),
  };
}

/** Null when nothing is held, or all of it by this very browser. */
function resumeFor(
  actor: object | null,
  kind: SlotKind,
  { id, slots }: { id: string; slots: readonly OfferedSlot[] },
): string | null {
  const isHeld = slots.some(({ heldUntil, mark }) => heldUntil !== null && !mark?.hold);
  return actor === null && isHeld ? resumePath(kind, id) : null;
}

function wayIn(slots: Offering["slots"]): Closed["way"] | null {
  const [first, ...others] = slots.filter(({ isWaitable }) => isWaitable);
  if (!first) return null;
  return others.length > 0
    ? { to: "#creneaux", label: "Choisir une liste d'attente" }
    : { to: addresses.waitingSlot(first.id), label: "Rejoindre la liste d'attente" };
}

function wayOut(kind: SlotKind, category: string, isOwn: boolean): Closed["way"] {
  if (kind === "activity") {
    return isOwn
      ? { to: addresses.ownActivities, label: "Gérer mes activités" }
      : { to: addresses.activities, label: "Voir d'autres activités" };
  }
  return isOwn
    ? { to: addresses.profile, label: "Gérer mes sessions" }
    : {
        to: `${addresses.sessions}?category=${encodeURIComponent(category)}`,
        label: "Voir d'autres sessions",
      };
}
