import { HELD_LABEL, whenToLook } from "#core/bookings/labels.ts";
import { resumePath } from "#core/bookings/rules.ts";
import type { OfferedSlot } from "#core/bookings/schema.ts";
import { unbookableLabel } from "#core/catalogue/labels.ts";
import type { SlotKind, Unbookable } from "#core/catalogue/schema.ts";
import type { Actor } from "#core/context.server.ts";
import * as addresses from "#site/addresses.ts";
import type { Closed } from "./booking-summary.tsx";

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
export function resumeFor(
  actor: object | null,
  kind: SlotKind,
  { id, slots }: { id: string; slots: readonly OfferedSlot[] },
): string | null {
  const isHeld = slots.some(({ heldUntil, mark }) => heldUntil !== null && !mark?.hold);
  return actor === null && isHeld ? resumePath(kind, id) : null;
}

/** Null where nobody can wait. */
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
