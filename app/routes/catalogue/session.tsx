import { listBookable } from "#core/search/list-bookable.server.ts";
import drawn from "#drawn/session-screen.tsx";
import { lateScreen, OnTouch } from "../../browser/on-touch.tsx";
import { requestContext } from "../../context.server.ts";
import { readPart } from "../../failures/read-part.server.ts";
import { book } from "../../parts/bookings/booking-action.server.ts";
import { readOfferingPage } from "../../parts/bookings/offering-page.server.ts";
import { readHearts } from "../../parts/favorites/read-hearts.server.ts";
import { describedMeta, summaryOf, titleMeta } from "../../parts/seo/page-meta.ts";
import type { Route } from "./+types/session";

export const page = { shared: { creneau: "id", seats: /^[1-6]$/ } } as const;

const OTHERS = 3;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const read = readOfferingPage(context, request, "session", params.sessionId);
  const { offering: session, ...page } = await read;
  const professionalId = session.professional.id;
  const bookable = await readPart(context, "other sessions", () =>
    listBookable(ctx, { professionalId, limit: OTHERS + 1 }),
  );
  const others = (bookable?.sessions ?? []).filter(({ id }) => id !== session.id).slice(0, OTHERS);
  return { session, ...page, others, hearts: await readHearts(context, [session, ...others]) };
}

export async function action({ request, params: { sessionId }, context }: Route.ActionArgs) {
  return book(context.get(requestContext), request, { sessionId });
}

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger les détails de la session" },
  actionFailure: { title: "Erreur", text: "Une erreur est survenue lors du paiement" },
};

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return titleMeta("Session introuvable");
  const { title, description } = loaderData.session;
  return describedMeta(title, summaryOf(description));
};

const late = lateScreen(drawn, () => import("./session-screen.tsx"));

export default function SessionPage(props: Route.ComponentProps) {
  return <OnTouch late={late} props={props} />;
}
