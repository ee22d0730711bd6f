import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { book } from "../../parts/bookings/booking-action.server.ts";
import { readOfferingPage } from "../../parts/bookings/offering-page.server.ts";
import { OfferingPage } from "../../parts/bookings/offering-page.tsx";
import { describedMeta, summaryOf, titleMeta } from "../../parts/seo/page-meta.ts";
import { Badge } from "../../ui/badge.tsx";
import type { Route } from "./+types/activite";

export const page = { shared: { creneau: "id", seats: /^[1-6]$/ } } as const;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  return await readOfferingPage(context, request, "activity", params.activityId);
}

export async function action({ request, params: { activityId }, context }: Route.ActionArgs) {
  return book(context.get(requestContext), request, { activityId });
}

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger l'activité" },
  actionFailure: { title: "Erreur", text: "Une erreur est survenue lors du paiement" },
};

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return titleMeta("Activité introuvable");
  const { title, description } = loaderData.offering;
  return describedMeta(title, summaryOf(description));
};

export default function ActivityPage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, tags } = loaderData.offering;
  return (
    <OfferingPage
      {...loaderData}
      refusal={actionData}
      steps={[{ label: "Activités", to: addresses.activities }, { label: title }]}
      facts={{ className: "md:grid-cols-3" }}
      practitioner="Votre professionnel"
      keywords={
        tags.length > 0 && (
          <ul aria-label="Mots-clés" className="mt-6 flex flex-wrap gap-2">
            {tags.map((tag) => (
              <li key={tag} className="min-w-0">
                <Badge className="max-w-full">
                  <span className="truncate">{tag}</span>
                </Badge>
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}
