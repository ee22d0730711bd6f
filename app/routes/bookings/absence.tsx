import { Form, useNavigation } from "react-router";
import { contestAbsence, showAbsence } from "#core/bookings/presence/contest-absence.server.ts";
import { CONTEST_LABELS } from "#core/bookings/presence/labels.ts";
import type { Contest } from "#core/bookings/presence/rules.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { answerMailedLink, secretOf } from "../../forms/mailed-link.server.ts";
import { ContestButtons } from "../../parts/bookings/presence/client-presence.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/absence";

export const page = { isOpen: true };

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette réservation." },
  actionFailure: { title: "Erreur", text: "Votre réponse n'a pas été enregistrée. Réessayez." },
};

export const meta: Route.MetaFunction = () => titleMeta("Noté absent");

export { headers } from "../../public-pages/secret-address.server.ts";

/** An absence, by the link in its mail (rule: presence-code). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = secretOf(request);
  return { token, absence: await showAbsence(context.get(requestContext), token) };
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerMailedLink(request, (token, form) => {
    const word = form.get("word") as Contest;
    return contestAbsence(context.get(requestContext), { by: { token }, word });
  });
}

export default function ContestedAbsence({ loaderData, actionData }: Route.ComponentProps) {
  const { token, absence } = loaderData;
  const busy = useNavigation().state === "submitting";
  const said = absence?.contestedAs && CONTEST_LABELS[absence.contestedAs];
  return (
    <div className="page pt-6 pb-8 md:pt-10">
      <FormToast toast={actionData?.toast} />
      <h1>Noté absent</h1>
      <Panel aria-label="Votre réservation" className="mt-6 max-w-text">
        {absence ? (
          <>
            <h2 className="text-22 wrap-anywhere">{absence.texts.title}</h2>
            <Facts
              facts={[
                ["Quand", `${absence.texts.date}, ${absence.texts.time}`],
                ["Avec", absence.texts.professional],
              ]}
            />
          </>
        ) : (
          <>
            <p>Ce lien n'est plus valable.</p>
            <ButtonLink to={addresses.contact} className="mt-6">
              Nous écrire
            </ButtonLink>
          </>
        )}
        {said && (
          <Notice tone="success" role="status" className="mt-6">
            C'est noté : « {said} ». Cette absence ne compte plus, et votre praticien le sait.
            {absence.contestedAs === "not_held" && " Nous le lisons aussi, et vous répondons."}
          </Notice>
        )}
        {absence && !said && !absence.isOpen && (
          <Notice tone="info" className="mt-6">
            Le délai de 48 heures est passé : il n'y a plus rien à contester.
          </Notice>
        )}
        {absence?.isOpen && (
          <Form method="post" className="mt-6 grid gap-4">
            <HiddenFields token={token} />
            <p>Que s'est-il passé ?</p>
            <ContestButtons busy={busy} />
          </Form>
        )}
      </Panel>
    </div>
  );
}
