import { showCalendarFile } from "#core/bookings/show-calendar-file.server.ts";
import { requestContext } from "../../context.server.ts";
import { readGuestProof } from "../../cookies/cookies.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import type { Route } from "./+types/calendar-file";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { filename, content, contentType } = await showCalendarFile(context.get(requestContext), {
    bookingId: params.bookingId,
    guestProof: readGuestProof(request),
  }).catch(asPage);
  return new Response(content, {
    headers: {
      "Content-Type": contentType,
      "Content-Disposition": `attachment; filename="${filename}"`,
    },
  });
}
