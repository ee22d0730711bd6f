import { redirect } from "react-router";
import { askForLink } from "#core/bookings/links/send-booking-link.server.ts";
import type { FieldErrors } from "#core/errors.ts";
import { isId } from "#core/payments/rules.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { asGuestFormError, withKept } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { AuthScreen } from "../../parts/account/login/auth-screen.tsx";
import { LinkRequest } from "../../parts/account/login/link-request.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Notice } from "../../ui/notice.tsx";
import type { Route } from "./+types/reprendre";

export const page = { isOpen: true };

export const handle = {
  actionFailure: { title: "Erreur", text: "Une erreur est survenue lors de l'envoi de l'email" },
};

export const meta: Route.MetaFunction = () => titleMeta("Reprendre mon paiement");

function offeringOf(request: Request) {
  const { searchParams } = new URL(request.url);
  const kind = searchParams.has("activity") ? "activity" : "session";
  const id = searchParams.get(kind);
  return isId(id) ? ({ kind, id, path: addresses.offering(kind, id) } as const) : null;
}

export function loader({ request }: Route.LoaderArgs) {
  const offering = offeringOf(request);
  if (!offering) throw redirect(addresses.sessions);
  return { path: offering.path };
}

export async function action({ request, context }: Route.ActionArgs) {
  const offering = offeringOf(request);
  if (!offering) throw redirect(addresses.sessions);
  const { kind, id } = offering;
  const form = await readForm(request);
  const email = typeof form.email === "string" ? form.email : "";
  try {
    const asked = kind === "session" ? { sessionId: id } : { activityId: id };
    await askForLink(context.get(requestContext), { ...asked, email });
    return { sent: true, email, fields: {} as FieldErrors, toast: undefined };
  } catch (error) {
    return withKept(asGuestFormError(error), { sent: false, email });
  }
}

export default function ResumePayment({ loaderData: { path }, actionData }: Route.ComponentProps) {
  return (
    <AuthScreen
      title="Reprendre mon paiement"
      intro="Un lien pour reprendre ici est envoyé à l'e-mail avec lequel vous avez commencé à réserver."
    >
      <LinkRequest
        answer={actionData}
        autoComplete="email"
        back={{ to: path, label: "Revenir à la réservation" }}
        said={(email) => (
          <Notice tone="success" role="status">
            Si une place est retenue ici avec l'adresse {email}, un lien pour reprendre le paiement
            s'y trouve, ou y arrive dans un instant. Il n'est envoyé qu'une fois par jour : pensez à
            regarder dans vos courriers indésirables.
          </Notice>
        )}
      />
    </AuthScreen>
  );
}
