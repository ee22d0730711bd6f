import { MAX_UNREAD } from "#core/bookings/messages/rules.ts";
import type { Actor } from "#core/context.server.ts";
import * as addresses from "#site/addresses.ts";
import type { NavLink } from "../../browser/viewer.ts";

/** In words, so that no page's script counts. */
const messages = (unread: number): NavLink => ({
  to: addresses.messages,
  label: unread > 0 ? `Messages (${unread > MAX_UNREAD ? `${MAX_UNREAD}+` : unread})` : "Messages",
});

export function ownLinks(unread: number, offers: number, sells: boolean): NavLink[] {
  return [
    { to: addresses.ownSessions, label: sells ? "Mes réservations" : "Mes Sessions" },
    messages(unread),
    { to: addresses.favorites, label: "Mes favoris" },
    { to: addresses.alerts, label: "Mes alertes" },
    {
      to: addresses.waitingLists,
      label: `Mes listes d'attente${offers > 0 ? ` (${offers})` : ""}`,
    },
    { to: addresses.profile, label: "Mon profil" },
  ];
}

export function navFor(actor: Actor | null, unread: number): NavLink[] | undefined {
  if (!actor?.professionalId) return undefined;
  return [
    { to: addresses.agenda, label: "Agenda" },
    { to: addresses.ownOfferings, label: "Mes séances" },
    { to: addresses.earnings, label: "Revenus" },
    { to: addresses.profile, label: "Profil" },
    messages(unread),
  ];
}
