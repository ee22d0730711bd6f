import { Form, useNavigation } from "react-router";
import { seatsLabel } from "#core/bookings/seats/labels.ts";
import { MAX_SEATS } from "#core/catalogue/slots/rules.ts";
import { joinWaitingList } from "#core/waiting-list/join-waiting-list.server.ts";
import { NOT_FULL_MESSAGE } from "#core/waiting-list/labels.ts";
import { showWaitingSlot } from "#core/waiting-list/list-waiting.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext, signedInContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asOwnFormError, asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { SlotLine } from "../../parts/waiting-list/slot-line.tsx";
import { entryWords, slotWords } from "../../parts/waiting-list/waiting-words.server.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { SelectField } from "../../ui/forms/text-field.tsx";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/liste-attente";

export const meta: Route.MetaFunction = () => titleMeta("Liste d'attente");

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette liste d'attente." },
  actionFailure: { title: "Erreur", text: "Vous n'avez pas pu être mis sur la liste d'attente." },
};

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = signedInContext({ request, context });
  const { slot, own } = await showWaitingSlot(ctx, params).catch(asPage);
  return {
    slot: slotWords(slot),
    own: own && entryWords(own),
    most: Math.min(slot.capacity, MAX_SEATS),
    isFull: slot.onSale === 0,
    page: addresses.offering(slot.kind, slot.offeringId),
  };
}

export async function action({ request, context, params: { slotId } }: Route.ActionArgs) {
  const { seats } = await readForm(request);
  try {
    const asked = { slotId, ...(seats !== undefined && { seats: Number(seats) }) };
    const { rank } = await joinWaitingList(context.get(requestContext), asked);
    return redirectWithToast(addresses.waitingLists, {
      title: "Vous êtes sur la liste d'attente",
      text: `${rank === 1 ? "Vous êtes en tête de file" : `Il y a ${rank - 1} personne${rank > 2 ? "s" : ""} avant vous`}. Un e-mail vous prévient dès qu'une place se libère.`,
    });
  } catch (error) {
    return asOwnFormError(error, request);
  }
}

/** Somebody joins the line of a full slot (rule: waiting-list). */
export default function JoinWaitingList({ loaderData, actionData }: Route.ComponentProps) {
  const { slot, own, most, isFull, page } = loaderData;
  return (
    <div className="page pb-8">
      <FormToast toast={actionData?.toast} />
      <Breadcrumb
        steps={[
          { label: "Mes listes d'attente", to: addresses.waitingLists },
          { label: "Liste d'attente" },
        ]}
      />
      <h1 className="mt-4 text-36">Liste d'attente</h1>
      <Panel aria-label={slot.title} className="mt-6 max-w-text">
        <SlotLine slot={slot}>
          <p className="mt-2 text-14 figures">{slot.waiting}</p>
        </SlotLine>
        {own ? (
          <>
            <Notice tone="success" className="mt-6">
              Vous êtes sur la liste : {own.rank.toLowerCase()}, pour {own.seats}.
            </Notice>
            <ButtonLink to={addresses.waitingLists} block className="mt-4">
              Voir mes listes d'attente
            </ButtonLink>
          </>
        ) : isFull ? (
          <Join most={most} answer={actionData} />
        ) : (
          <>
            <Notice tone="info" className="mt-6">
              {NOT_FULL_MESSAGE}
            </Notice>
            <ButtonLink to={page} variant="clay" block className="mt-4">
              Voir la page
            </ButtonLink>
          </>
        )}
      </Panel>
    </div>
  );
}

function Join({ most, answer }: { most: number; answer: Route.ComponentProps["actionData"] }) {
  const form = useFirstError(answer);
  const busy = useNavigation().formMethod === "POST";
  return (
    <Form ref={form} method="post" noValidate className="mt-6 grid gap-5">
      {most > 1 && (
        <SelectField
          name="seats"
          label="Pour combien"
          error={answer?.fields?.seats}
          defaultValue={1}
          choices={Array.from({ length: most }, (_, at) => [at + 1, seatsLabel(at + 1)])}
        />
      )}
      <p className="text-14 text-ink-soft">
        Rien à payer pour attendre. Quand vient votre tour, un e-mail vous le dit et la place vous
        est gardée 30 minutes, 10 si la séance commence dans les 3 heures. Vous quittez la liste en
        un geste.
      </p>
      <Button type="submit" variant="clay" size="large" block busy={busy}>
        M'inscrire sur la liste
      </Button>
    </Form>
  );
}
