import { requestContext } from "../../context.server.ts";
import { EditOffering } from "../../parts/authoring/edit-offering.tsx";
import { handleEdition, readEdition } from "../../parts/manager/edit-page.server.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import type { Route } from "./+types/session-edit";

export const page = { takesImage: true };

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger la session" },
  actionFailure: { title: "Erreur", text: "Impossible de mettre à jour la session" },
  intentFailures: {
    delete: { title: "Erreur", text: "Impossible de supprimer la session" },
    "cancel-slot": { title: "Erreur", text: "Impossible d'annuler ce créneau." },
    "cancel-booking": { title: "Erreur", text: "Impossible d'annuler cette réservation." },
  },
};

export const meta: Route.MetaFunction = () => titleMeta("Modifier la session");

export function loader({ params, context }: Route.LoaderArgs) {
  return readEdition(context.get(requestContext), "session", params.sessionId);
}

export function action({ request, params, context }: Route.ActionArgs) {
  return handleEdition(context.get(requestContext), request, "session", params.sessionId);
}

export default function EditSession({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <EditOffering
      kind="session"
      id={params.sessionId}
      heading="Modifier la session"
      stored={loaderData}
      answer={actionData}
    />
  );
}
