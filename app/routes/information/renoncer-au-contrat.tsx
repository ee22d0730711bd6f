import { useEffect, useRef } from "react";
import { REFUND_NOTICE_HOURS } from "#core/bookings/rules.ts";
import { WITHDRAWAL_DAYS, WITHDRAWAL_REFUND_DAYS } from "#core/contact/rules.ts";
import { withdrawFromContract } from "#core/contact/send-contact-message.server.ts";
import { formatLongDate, formatTime } from "#core/dates.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { asMessageError, withKept } from "../../failures/errors.server.ts";
import { messageOf, nextKey } from "../../forms/once.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { ProtectedForm } from "../../parts/drafts/protected-form.tsx";
import { textsOf } from "../../parts/drafts/tab-drafts.ts";
import { Facts } from "../../parts/information/legal-page.tsx";
import { PageHead } from "../../parts/information/page-head.tsx";
import { describedMeta } from "../../parts/seo/page-meta.ts";
import { Button } from "../../ui/button.tsx";
import { OnceForm, type Refused } from "../../ui/forms/once-form.tsx";
import { EmailField, TextAreaField, TextField } from "../../ui/forms/text-field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { ToastMessage } from "../../ui/toasts/toast.ts";
import type { Route } from "./+types/renoncer-au-contrat";

export const page = { shared: {} };

export const handle = {
  actionFailure: {
    title: "Erreur",
    text: "Votre déclaration n'a pas pu être enregistrée. Veuillez réessayer.",
  },
};

export const meta: Route.MetaFunction = () =>
  describedMeta(
    "Renoncer au contrat ici",
    "Exercez votre droit de rétractation en ligne. Vous recevez aussitôt un accusé de réception daté.",
  );

export function loader({ context }: Route.LoaderArgs) {
  const { actor } = context.get(requestContext);
  const values: WithdrawalValues = {
    name: actor ? `${actor.firstName} ${actor.lastName}`.trim() : "",
    email: actor?.email ?? "",
    contract: "",
  };
  return { values };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFields(request);
  const { name = "", email = "", contract = "" } = textsOf(form);
  const values: WithdrawalValues = { name, email, contract };
  try {
    const call = messageOf(form, "withdraw-from-contract");
    const { receivedAt, ...declared } = await answerOnce(
      context.get(requestContext),
      call,
      async (own) => {
        const taken = await withdrawFromContract(own, values);
        return { ...taken, receivedAt: taken.receivedAt.toISOString() };
      },
    );
    const receipt = { ...declared, receivedAt: new Date(receivedAt) };
    const toast: ToastMessage = {
      title: "Déclaration reçue",
      text: receipt.isMailed
        ? "Un accusé de réception est en route."
        : "Conservez la référence qui s'affiche.",
    };
    return { receipt, values, retryKey: undefined, fields: {}, toast };
  } catch (error) {
    return withKept(asMessageError(error), { receipt: null, values, retryKey: nextKey(error) });
  }
}

export default function Withdrawal({ loaderData, actionData }: Route.ComponentProps) {
  const receipt = actionData?.receipt;
  return (
    <>
      <PageHead
        title="Renoncer au contrat ici"
        picture="message"
        intro="Exercez votre droit de rétractation en ligne, gratuitement et sans donner de motif."
      />
      <div className="page grid gap-12 pt-10 md:pt-14 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-start lg:gap-20">
        <Panel aria-labelledby="declaration">
          <h2 id="declaration" className="mb-6">
            {receipt ? "Nous avons reçu votre rétractation" : "Votre déclaration"}
          </h2>
          <FormToast toast={actionData?.toast} />
          {receipt && actionData ? (
            <Receipt {...receipt} contract={actionData.values.contract} />
          ) : (
            <ProtectedForm name={addresses.withdrawal} answer={actionData}>
              {(typed) => (
                <WithdrawalForm
                  values={{
                    ...(actionData?.values ?? loaderData.values),
                    ...(typed && textsOf(typed)),
                  }}
                  fields={actionData?.fields}
                  retryKey={actionData?.retryKey}
                />
              )}
            </ProtectedForm>
          )}
        </Panel>
        <Explanations />
      </div>
    </>
  );
}

function Receipt({
  messageId,
  email,
  receivedAt,
  isMailed,
  contract,
}: {
  messageId: string;
  email: string;
  receivedAt: Date;
  isMailed: boolean;
  contract: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="grid gap-4">
      {isMailed ? (
        <p>
          Un accusé de réception part vers <strong className="wrap-anywhere">{email}</strong>.
          Conservez-le : il prouve la date de votre déclaration.
        </p>
      ) : (
        <p>
          Votre déclaration est enregistrée. Trop d'accusés de réception ont été demandés pour{" "}
          <strong className="wrap-anywhere">{email}</strong> depuis une heure : imprimez cette page
          ou notez sa référence, elle prouve la date de votre déclaration.
        </p>
      )}
      <Facts
        facts={[
          ["Reçue le", `${formatLongDate(receivedAt)} à ${formatTime(receivedAt)}`],
          ["Contrat concerné", contract],
          ["Référence", messageId],
        ]}
      />
      <p className="text-ink-soft">
        Nous vérifions si la loi vous ouvre ce droit et nous vous répondons sous{" "}
        {site.answersWithin}. Si c'est le cas, vous êtes remboursé sous {WITHDRAWAL_REFUND_DAYS}{" "}
        jours.
      </p>
    </div>
  );
}

function Explanations() {
  return (
    <div className="grid max-w-text gap-8">
      <section>
        <h2 className="text-22">Votre séance a une date ?</h2>
        <p className="mt-3 text-ink-soft">
          La loi ne prévoit pas de rétractation pour une activité de loisirs réservée pour un jour
          et une heure précis (code de la consommation, article L221-28, 12°). Le praticien a gardé
          cette heure pour vous et ne peut plus la proposer à un autre.
        </p>
        <p className="mt-3 text-ink-soft">
          Vous pouvez pourtant annuler : jusqu'à {REFUND_NOTICE_HOURS} heures avant le début, vous
          êtes remboursé en entier. C'est immédiat, dans{" "}
          <TextLink to={addresses.ownSessions}>Mes Sessions</TextLink>.
        </p>
      </section>
      <section>
        <h2 className="text-22">Quand ce formulaire sert</h2>
        <p className="mt-3 text-ink-soft">
          Pour un contrat conclu en ligne sans date fixée, vous avez {WITHDRAWAL_DAYS} jours à
          compter de sa conclusion. Envoyez votre déclaration même si vous n'êtes pas sûr d'y avoir
          droit : nous l'examinons, et sa date compte.
        </p>
      </section>
      <section>
        <h2 className="text-22">Et ensuite</h2>
        <p className="mt-3 text-ink-soft">
          Vous recevez tout de suite un e-mail avec votre déclaration, sa date et son heure. Nous
          répondons sous {site.answersWithin}. Une question ?{" "}
          <TextLink to={addresses.contactAbout("reservation")}>Écrivez-nous</TextLink>.
        </p>
      </section>
    </div>
  );
}

type WithdrawalValues = Record<"name" | "email" | "contract", string>;

/** Confirms in the words of the law (code de la consommation, D221-5). */
function WithdrawalForm({ values, ...refused }: Refused & { values: WithdrawalValues }) {
  return (
    <OnceForm legend="Votre déclaration" {...refused}>
      {({ errorOf, busy }) => (
        <>
          <TextField
            name="name"
            label="Nom complet"
            error={errorOf("name")}
            autoComplete="name"
            defaultValue={values.name}
          />
          <EmailField
            label="E-mail"
            hint="L'accusé de réception y est envoyé aussitôt."
            error={errorOf("email")}
            defaultValue={values.email}
          />
          <TextAreaField
            name="contract"
            label="Réservation ou contrat concerné"
            hint="Par exemple la séance, sa date et le praticien, ou l'abonnement et sa date."
            error={errorOf("contract")}
            rows={3}
            defaultValue={values.contract}
          />
          <p className="rounded-control bg-sand-100 px-4 py-3">
            Je vous notifie par la présente ma rétractation de ce contrat.
          </p>
          <Button type="submit" variant="clay" size="large" block busy={busy}>
            Confirmer la rétractation
          </Button>
        </>
      )}
    </OnceForm>
  );
}
