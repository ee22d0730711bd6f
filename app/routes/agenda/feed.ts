import { readFeed } from "#core/calendars/feed/manage-feed.server.ts";
import { requestContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import type { Route } from "./+types/feed";

// Programs that follow a calendar ask robots.txt first, as crawlers do.
export const page = { isOpen: true };

export async function loader({ params, context }: Route.LoaderArgs) {
  const content = await readFeed(context.get(requestContext), { secret: params.secret }).catch(
    asPage,
  );
  return new Response(content, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Cache-Control": "private, max-age=300",
      // The address is the secret.
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    },
  });
}
