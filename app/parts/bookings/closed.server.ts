import { HELD_LABEL, whenToLook } from "#core/bookings/labels.ts";
import { resumePath } from "#core/bookings/rules.ts";
import type { OfferedSlot } from "#core/bookings/schema.ts";
import { unbookableLabel } from "#core/catalogue/labels.ts";
import type { SlotKind, Unbookable } from "#core/catalogue/schema.ts";
import type { Actor } from "#core/context.server.ts";
import type { Closed } from "./booking-summary.tsx";

const HEADINGS: Partial<Record<Unbookable, string>> = {
  no_slot: "À programmer",
  sold_out: "Complet",
  held: HELD_LABEL,
};

interface Offering {
  category: string;
  unbookable: Unbookable | null;
  professional: { id: string };
  slots: readonly { heldUntil: Date | null }[];
}

/** What the box of the page says instead of booking; null where something can be booked. */
export function closedFor(
  actor: Pick<Actor, "professionalId"> | null,
  kind: SlotKind,
  { category, unbookable: reason, professional, slots }: Offering,
  now: Date,
): Closed | null {
  if (!reason) return null;
  // Whose it is has something to do about any of the reasons, not about "own" alone.
  const isOwn = reason === "own" || actor?.professionalId === professional.id;
  const [until] = slots.flatMap(({ heldUntil }) => heldUntil ?? []).sort((a, b) => +a - +b);
  return {
    heading: HEADINGS[reason] ?? null,
    text: until ? whenToLook(until, now) : unbookableLabel(kind, reason),
    way: wayOut(kind, category, isOwn),
  };
}

/**
 * Where a visitor goes on with what they have begun to pay for in another browser; null where nothing
 * is held, or all of it by this very browser.
 */
export function resumeFor(
  actor: object | null,
  kind: SlotKind,
  { id, slots }: { id: string; slots: readonly OfferedSlot[] },
): string | null {
  const isHeld = slots.some(({ heldUntil, mark }) => heldUntil !== null && !mark?.hold);
  return actor === null && isHeld ? resumePath(kind, id) : null;
}

/** Where somebody goes who cannot book this: their own list, or others like it. */
function wayOut(kind: SlotKind, category: string, isOwn: boolean): Closed["way"] {
  if (kind === "activity") {
    return isOwn
      ? { to: "/mes-activites", label: "Gérer mes activités" }
      : { to: "/activites", label: "Voir d'autres activités" };
  }
  return isOwn
    ? { to: "/profil", label: "Gérer mes sessions" }
    : {
        to: `/sessions?category=${encodeURIComponent(category)}`,
        label: "Voir d'autres sessions",
      };
}
