import { requestContext } from "../../context.server.ts";
import { EditOffering } from "../../parts/authoring/edit-offering.tsx";
import { handleEdition, readEdition } from "../../parts/manager/edit-page.server.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import type { Route } from "./+types/editer-activite";

export const page = { takesImage: true };

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger l'activité" },
  actionFailure: { title: "Erreur", text: "Impossible de mettre à jour l'activité" },
  intentFailures: {
    delete: { title: "Erreur", text: "Impossible de supprimer l'activité" },
    "cancel-slot": { title: "Erreur", text: "Impossible d'annuler ce créneau." },
    "cancel-booking": { title: "Erreur", text: "Impossible d'annuler cette réservation." },
  },
};

export const meta: Route.MetaFunction = () => titleMeta("Modifier l'activité");

export function loader({ params, context }: Route.LoaderArgs) {
  return readEdition(context.get(requestContext), "activity", params.activityId);
}

export function action({ request, params, context }: Route.ActionArgs) {
  return handleEdition(context.get(requestContext), request, "activity", params.activityId);
}

export default function EditActivity({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <EditOffering
      kind="activity"
      id={params.activityId}
      heading="Modifier l'activité"
      stored={loaderData}
      answer={actionData}
    />
  );
}
