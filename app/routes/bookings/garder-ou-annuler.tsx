import { Form, useNavigation } from "react-router";
import { formatPrice } from "#core/money.ts";
import { REFUND_DELAY } from "#core/payments/labels.ts";
import {
  type ChoiceView,
  chooseRefund,
  showChoice,
} from "#core/sanctions/clients/choose-refund.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { answerMailedLink, secretOf } from "../../forms/mailed-link.server.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/garder-ou-annuler";

export const page = { isOpen: true };

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette réservation." },
  actionFailure: { title: "Erreur", text: "Votre choix n'a pas été enregistré. Réessayez." },
};

export const meta: Route.MetaFunction = () => titleMeta("Garder ou annuler");

export { headers } from "../../public-pages/secret-address.server.ts";

/** A booking whose professional is suspended or leaves (rule: booked-clients-choose). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = secretOf(request);
  return { token, choice: await showChoice(context.get(requestContext), { token }) };
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerMailedLink(request, (token, form) =>
    chooseRefund(context.get(requestContext), {
      token,
      choice: String(form.get("choice") ?? "") as "kept" | "refunded",
      refundCents: Number(form.get("refundCents")) || 0,
    }),
  );
}

function stateOf({ state, paidCents }: ChoiceView): string | null {
  switch (state) {
    case "open":
      return null;
    case "kept":
      return "C'est noté : votre réservation est gardée. Vous pouvez encore changer d'avis jusqu'au début de la séance.";
    case "refunded":
      return paidCents > 0
        ? `Votre réservation est annulée. Le remboursement arrive sous ${REFUND_DELAY} selon votre banque ; son montant est dans l'e-mail d'annulation.`
        : "Votre réservation est annulée.";
    case "cancelled":
      return "Cette réservation est déjà annulée.";
    case "stands":
      return "Votre réservation a lieu comme prévu, et suit ses conditions habituelles.";
    case "over":
      return "Il n'y a plus rien à choisir ici : votre réservation a commencé.";
  }
}

export default function KeepOrCancel({ loaderData, actionData }: Route.ComponentProps) {
  const { token, choice } = loaderData;
  const { state, formData } = useNavigation();
  const busy = state === "submitting";
  const said = choice && stateOf(choice);
  return (
    <div className="page pt-6 pb-8 md:pt-10">
      <FormToast toast={actionData?.toast} />
      <h1>Garder ou annuler</h1>
      <Panel aria-label="Votre réservation" className="mt-6 max-w-text">
        {!choice && (
          <>
            <p>Ce lien n'est plus valable.</p>
            <ButtonLink to={addresses.contact} className="mt-6">
              Nous écrire
            </ButtonLink>
          </>
        )}
        {choice && (
          <>
            <h2 className="text-22 wrap-anywhere">{choice.texts.title}</h2>
            <Facts
              facts={[
                ["Quand", `${choice.texts.date}, ${choice.texts.time}`],
                ["Avec", choice.texts.professional],
                ["Payé", choice.paidCents > 0 ? formatPrice(choice.paidCents) : "Gratuit"],
              ]}
            />
          </>
        )}
        {said && (
          <Notice
            tone={choice?.state === "over" ? "info" : "success"}
            role="status"
            className="mt-6"
          >
            {said}
          </Notice>
        )}
        {choice && (choice.state === "open" || choice.state === "kept") && (
          <Form method="post" className="mt-6">
            <HiddenFields token={token} refundCents={choice.refundCents} />
            <fieldset disabled={busy} className="grid gap-4">
              <legend className="mb-4">
                {choice.measure === "suspended"
                  ? "Ce praticien ne propose plus de séances sur Parenthèse jusqu'à nouvel ordre."
                  : "Ce praticien quitte Parenthèse."}{" "}
                Sans réponse de votre part, la réservation est gardée.
              </legend>
              {choice.state === "open" && (
                <Button
                  type="submit"
                  name="choice"
                  value="kept"
                  variant="sage"
                  size="large"
                  block
                  busy={busy && formData?.get("choice") === "kept"}
                >
                  Garder ma réservation
                </Button>
              )}
              <Button
                type="submit"
                name="choice"
                value="refunded"
                size="large"
                block
                busy={busy && formData?.get("choice") === "refunded"}
              >
                {choice.refundCents > 0
                  ? `Annuler et être remboursé de ${formatPrice(choice.refundCents)}`
                  : "Annuler ma réservation"}
              </Button>
            </fieldset>
          </Form>
        )}
      </Panel>
    </div>
  );
}
