import { Form, useNavigation } from "react-router";
import { seatsLabel } from "#core/bookings/seats/labels.ts";
import {
  addOutsideClient,
  removeOutsideClient,
  showOutsideClients,
} from "#core/catalogue/outside-clients/add-outside-client.server.ts";
import { dayKey, formatLongDay, formatTime } from "#core/dates.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext, signedInContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asFormError, asPage, withKept } from "../../failures/errors.server.ts";
import { callOf, newKey, nextKey } from "../../forms/once.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/forms/field.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import { RetryKey } from "../../ui/forms/retry-key.tsx";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { Panel } from "../../ui/panel.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/hors-site";

export const meta: Route.MetaFunction = () => titleMeta("Client hors site");

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger ce créneau." },
  actionFailure: { title: "Erreur", text: "Ce client n'a pas pu être noté." },
};

export async function loader({ params: { slotId }, request, context }: Route.LoaderArgs) {
  const ctx = signedInContext({ request, context });
  return { key: newKey(), ...(await showOutsideClients(ctx, { slotId }).catch(asPage)) };
}

export async function action({ params: { slotId }, request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  const text = (name: string) => String(form.get(name) ?? "");
  const here = addresses.outsideClients(encodeURIComponent(slotId));
  const done = (title: string) => redirectWithToast(here, { title });
  try {
    if (text("intent") === "remove") {
      await removeOutsideClient(ctx, { slotId, clientId: text("clientId") });
      return done("Client retiré");
    }
    const asked = { slotId, name: text("name"), seats: text("seats") };
    await answerOnce(ctx, callOf(form, `add-outside-client ${slotId}`), (own) =>
      addOutsideClient(own, asked),
    );
    return done("Client noté");
  } catch (error) {
    const typed = { name: text("name"), seats: text("seats") };
    return withKept(asFormError(error), { typed, key: nextKey(error) });
  }
}

export default function OutsideClients({ loaderData, actionData }: Route.ComponentProps) {
  const { key, slotId, title, start, end, left, isAwaited, clients } = loaderData;
  const { formMethod } = useNavigation();
  const form = useFirstError(actionData);
  const typed = actionData?.typed ?? { name: "", seats: "1" };
  const errors = actionData?.fields ?? {};
  return (
    <div className="page pt-4 pb-8">
      <FormToast toast={actionData?.toast} />
      <div className="mx-auto max-w-text">
        <Breadcrumb
          steps={[
            { label: "Agenda", to: addresses.agendaSlot(dayKey(start), slotId) },
            { label: "Client hors site" },
          ]}
        />
        <h1 className="mt-2">Client hors site</h1>
        <p className="mt-2 text-ink-soft wrap-anywhere figures">
          {title}, {formatLongDay(start)}, {formatTime(start)} – {formatTime(end)}.{" "}
          {left === 0 ? "Plus aucune place." : left === 1 ? "1 place." : `${left} places.`}
          {isAwaited && " Les places libérées vont d'abord à la liste d'attente."}
        </p>
        <Panel aria-label="Clients hors site" className="mt-6">
          {clients.length > 0 && (
            <ul className="mb-6 divide-y divide-hairline">
              {clients.map(({ id, name, seats }) => (
                <li key={id} className="flex items-center justify-between gap-4 py-2">
                  <span className="min-w-0 wrap-anywhere">
                    <b className="font-strong">{name ?? "Sans nom"}</b>
                    <span className="text-ink-soft figures">, {seatsLabel(seats)}</span>
                  </span>
                  <Form method="post">
                    <HiddenFields intent="remove" clientId={id} />
                    <Button type="submit" size="small" variant="quiet">
                      Retirer<span className="sr-only"> {name ?? "ce client"}</span>
                    </Button>
                  </Form>
                </li>
              ))}
            </ul>
          )}
          <Form
            key={clients.length}
            ref={form}
            method="post"
            noValidate
            className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]"
          >
            <RetryKey value={actionData?.key ?? key} />
            <Field label="Son nom" hint="Personne d'autre ne le lit." optional error={errors.name}>
              {(control) => (
                <TextInput {...control} name="name" autoComplete="off" defaultValue={typed.name} />
              )}
            </Field>
            <Field label="Places" error={errors.seats}>
              {(control) => <NumberInput {...control} name="seats" defaultValue={typed.seats} />}
            </Field>
            <div className="sm:col-span-2">
              <Button type="submit" variant="sage" busy={formMethod === "POST"}>
                Ajouter
              </Button>
              <p className="mt-3 text-14 text-ink-soft">
                Sans paiement, sans commission, sans rappel ni avis.
              </p>
            </div>
          </Form>
        </Panel>
      </div>
    </div>
  );
}
