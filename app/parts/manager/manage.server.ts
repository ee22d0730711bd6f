import { cancelBooking } from "#core/bookings/cancel-booking.server.ts";
import { cancelSlot } from "#core/bookings/cancel-slot.server.ts";
import { deleteActivity } from "#core/catalogue/delete-activity.server.ts";
import { deleteSession } from "#core/catalogue/delete-session.server.ts";
import type { SlotKind } from "#core/catalogue/schema.ts";
import { setSessionActive } from "#core/catalogue/set-session-active.server.ts";
import { updateActivity } from "#core/catalogue/update-activity.server.ts";
import type { Context } from "#core/context.server.ts";
import type { AnalyticsEvent } from "../../browser/track.ts";
import type { ToastMessage } from "../../ui/toasts/toast.ts";

interface Done extends ToastMessage {
  events?: AnalyticsEvent[];
}
type Act = (ctx: Context, id: string, form: FormData) => Promise<Done>;

const done = (title: string, text?: string): Done => ({ title, text, tone: "success" });

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

/** The actions on slots and bookings, the same for both kinds. */
const CALLING_OFF: Record<string, Act> = {
  async "cancel-slot"(ctx, _, form) {
    const { cancelled } = await cancelSlot(ctx, { slotId: String(form.get("slotId")) });
    const text = cancelled > 0 ? calledOffLabel(cancelled) : undefined;
    const events = Array.from({ length: cancelled }, () => CALLED_OFF);
    return { ...done("Créneau annulé", text), events };
  },
  async "cancel-booking"(ctx, _, form) {
    const { refunded } = await cancelBooking(ctx, { bookingId: String(form.get("bookingId")) });
    const text = refunded
      ? "Le remboursement intégral du client est demandé. Il est prévenu par e-mail."
      : "Le client est prévenu.";
    return { ...done("Réservation annulée", text), events: [CALLED_OFF] };
  },
};

/** Carries out the manager's forms about an offering, its slots and bookings, by their `intent`. */
export const ACTS: Record<SlotKind, Record<string, Act | undefined>> = {
  session: {
    ...CALLING_OFF,
    async delete(ctx, sessionId) {
      await deleteSession(ctx, { sessionId });
      return done("Session supprimée avec succès");
    },
    async activate(ctx, sessionId) {
      await setSessionActive(ctx, { sessionId, isActive: true });
      return done("Session activée");
    },
    async deactivate(ctx, sessionId) {
      const kept = await setSessionActive(ctx, { sessionId, isActive: false });
      return done("Session désactivée", keptLabel(kept));
    },
  },
  activity: {
    ...CALLING_OFF,
    async delete(ctx, activityId) {
      await deleteActivity(ctx, { activityId });
      return done("Activité supprimée avec succès");
    },
    async activate(ctx, activityId) {
      await updateActivity(ctx, { activityId, changes: { isActive: true } });
      return done("Activité activée");
    },
    async deactivate(ctx, activityId) {
      const kept = await updateActivity(ctx, { activityId, changes: { isActive: false } });
      return done("Activité désactivée", keptLabel(kept));
    },
  },
};
