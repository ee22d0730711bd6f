import { LOGIN_SECONDS } from "#core/accounts/rules.ts";
import { listBookings } from "#core/bookings/lists/list-bookings.server.ts";
import { requestContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { drawPresenceQr } from "../../parts/bookings/presence/presence-qr.server.ts";
import { drawKeptSessions } from "../../parts/offline/offline-pages.server.tsx";
import type { Route } from "./+types/sur-cet-appareil";

const MOST = 50;

/** Forgotten by the device when a login would have ended (rule: on-this-device). */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { bookings } = await listBookings(ctx, { when: "upcoming", limit: MOST }).catch(asPage);
  const now = ctx.now();
  const coming = bookings.filter(({ status, end }) => status === "confirmed" && end && end > now);
  const codes = coming.flatMap(({ id, presenceCode }) => {
    return presenceCode ? [[id, drawPresenceQr(ctx, { id, code: presenceCode })] as const] : [];
  });
  return new Response(drawKeptSessions(coming, new Map(codes), now), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "private, no-store",
      "X-Forget-At": String(now.getTime() + LOGIN_SECONDS * 1_000),
    },
  });
}
