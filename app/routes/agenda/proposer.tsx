import { Form, useNavigation } from "react-router";
import { WORD_LENGTH } from "#core/bookings/period/rules.ts";
import { askedHourText } from "#core/bookings/proposals/labels.ts";
import { proposeHour } from "#core/bookings/proposals/propose-hour.server.ts";
import { showProposable } from "#core/bookings/proposals/show-proposal.server.ts";
import { withdrawProposal } from "#core/bookings/proposals/withdraw-proposal.server.ts";
import { dayKey, formatEnd, formatLongDay, formatTime } from "#core/dates.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext, signedInContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { keepSent } from "../../failures/ended-login.server.ts";
import { asOwnFormError, asPage, withKept } from "../../failures/errors.server.ts";
import { callOf, newKey, nextKey } from "../../forms/once.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { SIGNED_OUT } from "../../parts/authoring/refuse-form.server.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { KEY_FIELD, RetryKey } from "../../ui/forms/retry-key.tsx";
import { TextAreaField, TextField } from "../../ui/forms/text-field.tsx";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/proposer";

export const meta: Route.MetaFunction = () => titleMeta("Proposer une autre heure");

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger ce créneau." },
  actionFailure: { title: "Erreur", text: "La proposition n'a pas pu partir. Réessayez." },
};

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const ctx = signedInContext({ request, context });
  return { key: newKey(), now: ctx.now(), ...(await showProposable(ctx, params).catch(asPage)) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  keepSent(ctx, request, form, SIGNED_OUT);
  const { slotId } = params;
  const text = (name: string) => String(form.get(name) ?? "");
  const typed = { start: text("start"), word: text("word"), withdraws: form.has("withdraws") };
  try {
    if (text("intent") === "withdraw") {
      await withdrawProposal(ctx, { slotId });
      return redirectWithToast(addresses.propose(slotId), {
        title: "Proposition retirée",
        text: "Qui n'avait pas répondu garde l'heure prévue, et le lit par e-mail.",
      });
    }
    const { people } = await answerOnce(ctx, callOf(form, `propose-hour ${slotId}`), (own) =>
      proposeHour(own, { slotId, ...typed }),
    );
    return redirectWithToast(addresses.propose(slotId), {
      title: "C'est proposé",
      text: `${people === 1 ? "Une personne reçoit" : `${people} personnes reçoivent`} un e-mail, et répond par un lien.`,
    });
  } catch (error) {
    return withKept(asOwnFormError(error, request), {
      typed,
      key: nextKey(error) ?? text(KEY_FIELD),
    });
  }
}

export default function ProposeHour({ loaderData, actionData }: Route.ComponentProps) {
  const { title, start, end, people, outside, open, now, key, slotId } = loaderData;
  const busy = useNavigation().formMethod === "POST";
  const form = useFirstError(actionData?.fields);
  const errors = actionData?.fields ?? {};
  const canAsk = people.length > 0 && !open && start > now;
  return (
    <div className="page pt-2 pb-10">
      <FormToast toast={actionData?.toast} />
      <Breadcrumb
        steps={[{ label: "Agenda", to: addresses.agenda }, { label: "Proposer une autre heure" }]}
      />
      <h1 className="mt-2">Proposer une autre heure</h1>
      <p className="mt-2 text-ink-soft wrap-anywhere figures">
        {title}, {formatLongDay(start)}, {formatTime(start)} – {formatEnd(start, end)}
      </p>
      <Panel aria-label="Proposition" className="mt-6 max-w-text">
        {open ? (
          <>
            <Notice>{askedHourText(open)}</Notice>
            {!open.withdraws && (
              <Form method="post" className="mt-4">
                <HiddenFields intent="withdraw" />
                <Button type="submit" busy={busy}>
                  Retirer la proposition
                </Button>
              </Form>
            )}
          </>
        ) : !canAsk ? (
          <Notice>
            {start > now
              ? "Personne n'a réservé ce créneau : déplacez-le dans l'agenda."
              : "Ce créneau a commencé : il reste."}
          </Notice>
        ) : (
          <Form ref={form} method="post" noValidate className="grid gap-5">
            <RetryKey value={actionData?.key ?? key} />
            <p>
              {people.join(", ")}{" "}
              {people.length === 1 ? "accepte ou refuse" : "acceptent ou refusent"} par un lien,
              sans rien payer de plus. Sans réponse, la réservation reste.
              {outside > 0 && " Vos clients hors site sont à prévenir vous-même."}
            </p>
            <TextField
              name="start"
              label="Nouvelle heure"
              error={errors.start}
              type="datetime-local"
              defaultValue={actionData?.typed.start}
            />
            <TextAreaField
              name="word"
              label="Un mot pour eux"
              optional
              error={errors.word}
              hint={`Ajouté à l'e-mail, tel quel. ${WORD_LENGTH} caractères au plus.`}
              rows={3}
              maxLength={WORD_LENGTH}
              defaultValue={actionData?.typed.word}
            />
            <Checkbox
              name="withdraws"
              defaultChecked={actionData?.typed.withdraws}
              label="Je renonce à l'ancienne heure : qui ne vient pas à la nouvelle est remboursé en entier"
            />
            <div className="flex flex-wrap gap-3">
              <Button type="submit" variant="clay" busy={busy}>
                Proposer cette heure
              </Button>
              <ButtonLink to={addresses.agendaSlot(dayKey(start), slotId)} variant="quiet">
                Ne rien proposer
              </ButtonLink>
            </div>
          </Form>
        )}
      </Panel>
    </div>
  );
}
