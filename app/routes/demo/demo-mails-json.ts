import { listDemoMails } from "#core/notifications/list-demo-mails.server.ts";
import { requestContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import type { Route } from "./+types/demo-mails-json";

/** Newest first; `?to=` keeps those to one address. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const to = new URL(request.url).searchParams.get("to") ?? undefined;
  const mails = await listDemoMails(context.get(requestContext), to).catch(asPage);
  return Response.json(
    mails.map(({ channel, to, subject, text, html, sentAt }) => {
      return { channel, to, subject, text, html, sentAt };
    }),
    { headers: { "Cache-Control": "no-store" } },
  );
}
