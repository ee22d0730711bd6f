import { showDemoCalendar } from "#core/calendars/demo/show-demo-calendar.server.ts";
import { requestContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import type { Route } from "./+types/demo-agenda";

export async function loader({ context }: Route.LoaderArgs) {
  const content = await showDemoCalendar(context.get(requestContext)).catch(asPage);
  return new Response(content, {
    headers: { "Content-Type": "text/calendar; charset=utf-8", "Cache-Control": "no-store" },
  });
}
