import { declineGap, publishGap } from "#core/calendars/gaps/offer-gaps.server.ts";
import type { Context } from "#core/context.server.ts";
import * as addresses from "#site/addresses.ts";
import type { ToastMessage } from "../../ui/toasts/toast.ts";

type Act = (ctx: Context, form: FormData) => Promise<{ to?: string; toast: ToastMessage }>;

export const GAP_ACTIONS: Record<string, Act> = {
  async "publish-gap"(ctx, form) {
    const asked = { gapId: String(form.get("gapId")), cents: String(form.get("cents")) };
    const { slotId } = await publishGap(ctx, asked);
    return { to: addresses.published(slotId), toast: { title: "En ligne", tone: "success" } };
  },
  async "decline-gap"(ctx, form) {
    await declineGap(ctx, { gapId: String(form.get("gapId")) });
    return { toast: { title: "Cette heure reste à vous", tone: "success" } };
  },
};
