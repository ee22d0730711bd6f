import { PRESENCE_LABELS } from "#core/agenda/labels.ts";
import { writeToSlotClients } from "#core/bookings/messages/write-booking-message.server.ts";
import { enterCode, markPresence } from "#core/bookings/presence/mark-presence.server.ts";
import type { PresenceView } from "#core/bookings/presence/schema.ts";
import { declineGap, publishGap } from "#core/calendars/gaps/offer-gaps.server.ts";
import { tellOutsideClient } from "#core/catalogue/outside-clients/add-outside-client.server.ts";
import { moveSlot } from "#core/catalogue/publishing/publish-slot.server.ts";
import type { Context } from "#core/context.server.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import * as addresses from "#site/addresses.ts";
import { messageOf } from "../../forms/once.server.ts";
import type { ToastMessage } from "../../ui/toasts/toast.ts";

/** `here` is shown unless another page is named. */
interface Done {
  toast: ToastMessage;
  to?: string;
}
type Act = (ctx: Context, form: FormData) => Promise<Done>;

const textOf = (form: FormData, name: string) => String(form.get(name) ?? "");

const noted = ({ client, presence }: PresenceView): Done => ({
  toast: { title: "Présence notée", text: `${client} : ${PRESENCE_LABELS[presence]}` },
});

export const PANEL_ACTIONS: Record<string, Act> = {
  async "move-slot"(ctx, form) {
    const slotId = textOf(form, "slotId");
    await moveSlot(ctx, {
      slotId,
      version: textOf(form, "version"),
      start: `${textOf(form, "day")}T${textOf(form, "time")}`,
      minutes: textOf(form, "minutes"),
      seats: textOf(form, "seats"),
      parallel: form.has("parallel"),
    });
    return {
      toast: { title: "Créneau déplacé" },
      to: addresses.agendaSlot(textOf(form, "day"), slotId),
    };
  },
  async code(ctx, form) {
    const asked = { slotId: textOf(form, "slotId"), code: textOf(form, "code") };
    return noted(await enterCode(ctx, asked));
  },
  async presence(ctx, form) {
    const status = textOf(form, "status") as PresenceView["presence"];
    return noted(await markPresence(ctx, { bookingId: textOf(form, "bookingId"), status }));
  },
  async told(ctx, form) {
    const isTold = form.get("isTold") === "1";
    const [slotId, clientId] = [textOf(form, "slotId"), textOf(form, "clientId")];
    await tellOutsideClient(ctx, { slotId, clientId, isTold });
    return { toast: { title: isTold ? "Client prévenu" : "Client à prévenir" } };
  },
  async write(ctx, form) {
    const asked = { slotId: textOf(form, "slotId"), text: textOf(form, "text") };
    // Two taps send it once; after somebody else has booked it is another message.
    const call = messageOf(form, `write-to-slot ${asked.slotId}`);
    const { letters } = await answerOnce(ctx, call, (own) => writeToSlotClients(own, asked));
    const text =
      letters === 1
        ? "Il part par e-mail, sans votre adresse."
        : `Il part à ${letters} personnes par e-mail, chacune séparément, sans votre adresse.`;
    return { toast: { title: "Message envoyé", text } };
  },
};

export const GAP_ACTIONS: Record<string, Act> = {
  async "publish-gap"(ctx, form) {
    const asked = { gapId: textOf(form, "gapId"), cents: textOf(form, "cents") };
    const { slotId } = await publishGap(ctx, asked);
    return { to: addresses.published(slotId), toast: { title: "En ligne" } };
  },
  async "decline-gap"(ctx, form) {
    await declineGap(ctx, { gapId: textOf(form, "gapId") });
    return { toast: { title: "Cette heure reste à vous" } };
  },
};
