import { cancelBooking } from "#core/bookings/cancellation/cancel-booking.server.ts";
import { cancelSlot } from "#core/bookings/cancellation/cancel-slot-bookings.server.ts";
import {
  archiveOffering,
  deleteOffering,
  setOfferingActive,
} from "#core/catalogue/authoring/delete-offering.server.ts";
import type { SlotKind } from "#core/catalogue/schema.ts";
import type { Context } from "#core/context.server.ts";
import type { AnalyticsEvent } from "../../browser/track.ts";
import type { ToastMessage } from "../../ui/toasts/toast.ts";

interface Done extends ToastMessage {
  events?: AnalyticsEvent[];
}
type Act = (ctx: Context, id: string, form: FormData) => Promise<Done>;

const CALLED_OFF: AnalyticsEvent = { name: "booking", data: { action: "cancelled", guest: false } };

/** A free booking is not refunded, so one sentence has to fit all. */
function calledOffLabel(count: number): string {
  return count === 1
    ? "1 réservation annulée : votre client est prévenu, et le remboursement de ce qu'il a payé est demandé."
    : `${count} réservations annulées : vos clients sont prévenus, et le remboursement de ce qu'ils ont payé est demandé.`;
}

/** A deactivated session still takes place for clients who have booked. */
function keptLabel({ booked }: { booked: number }): string | undefined {
  if (booked === 0) return undefined;
  const bookings =
    booked === 1
      ? "1 réservation à venir est maintenue"
      : `${booked} réservations à venir sont maintenues`;
  return `${bookings}. Pour y renoncer, annulez les créneaux réservés.`;
}

export const CANCELLATION_ACTIONS: Record<string, Act> = {
  async "cancel-slot"(ctx, _, form) {
    const { cancelled } = await cancelSlot(ctx, { slotId: String(form.get("slotId")) });
    const text = cancelled > 0 ? calledOffLabel(cancelled) : undefined;
    const events = Array.from({ length: cancelled }, () => CALLED_OFF);
    return { title: "Créneau annulé", text, events };
  },
  async "cancel-booking"(ctx, _, form) {
    const { refunded } = await cancelBooking(ctx, { bookingId: String(form.get("bookingId")) });
    const text = refunded
      ? "Le remboursement intégral du client est demandé. Il est prévenu par e-mail."
      : "Le client est prévenu.";
    return { title: "Réservation annulée", text, events: [CALLED_OFF] };
  },
};

const NAMES: Record<SlotKind, string> = { session: "Session", activity: "Activité" };

const actsOn = (kind: SlotKind): Record<string, Act | undefined> => ({
  ...CANCELLATION_ACTIONS,
  async delete(ctx, id) {
    await deleteOffering(ctx, kind, id);
    return { title: `${NAMES[kind]} supprimée avec succès` };
  },
  async activate(ctx, id) {
    await setOfferingActive(ctx, kind, { id, isActive: true });
    return { title: `${NAMES[kind]} activée` };
  },
  async archive(ctx, id) {
    await archiveOffering(ctx, kind, id);
    return { title: `${NAMES[kind]} archivée` };
  },
  async deactivate(ctx, id) {
    const kept = await setOfferingActive(ctx, kind, { id, isActive: false });
    return { title: `${NAMES[kind]} désactivée`, text: keptLabel(kept) };
  },
});

export const ACTS = { session: actsOn("session"), activity: actsOn("activity") };
