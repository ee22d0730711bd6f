import { isContactSubject } from "#core/contact/labels.ts";
import { sendContactMessage } from "#core/contact/send-contact-message.server.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import type { AnalyticsEvent } from "../../browser/track.ts";
import { requestContext } from "../../context.server.ts";
import { asMessageError, withKept } from "../../failures/errors.server.ts";
import { messageOf, nextKey } from "../../forms/once.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { ProtectedForm } from "../../parts/drafts/protected-form.tsx";
import { textsOf } from "../../parts/drafts/tab-drafts.ts";
import { ContactDetails } from "../../parts/information/contact-details.tsx";
import { ContactForm, type ContactValues } from "../../parts/information/contact-form.tsx";
import { PageHead } from "../../parts/information/page-head.tsx";
import { describedMeta } from "../../parts/seo/page-meta.ts";
import { useLast } from "../../ui/hooks/use-last.ts";
import { Panel } from "../../ui/panel.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { ToastMessage } from "../../ui/toasts/toast.ts";
import type { Route } from "./+types/contact";

export const page = { shared: { sujet: /^[a-z]{1,30}$/ } };

export const handle = {
  actionFailure: {
    title: "Erreur",
    text: "Une erreur est survenue lors de l'envoi du message. Veuillez réessayer.",
  },
};

export const meta: Route.MetaFunction = () =>
  describedMeta(
    "Contact",
    `Une question sur une réservation, un paiement ou votre compte ? Écrivez-nous : réponse sous ${site.answersWithin}.`,
  );

/** `?sujet=` chooses the subject (rule: working-controls). */
export function loader({ request, context }: Route.LoaderArgs) {
  const { actor } = context.get(requestContext);
  const subject = new URL(request.url).searchParams.get("sujet");
  const values: ContactValues = {
    name: actor ? `${actor.firstName} ${actor.lastName}`.trim() : "",
    email: actor?.email ?? "",
    subject: isContactSubject(subject) ? subject : "",
    message: "",
  };
  return { values };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFields(request);
  const field = (name: string) => String(form.get(name) ?? "");
  const values: ContactValues = {
    name: field("name"),
    email: field("email"),
    subject: field("subject"),
    message: field("message"),
  };
  try {
    const call = messageOf(form, "send-contact-email");
    const { messageId } = await answerOnce(context.get(requestContext), call, (own) =>
      sendContactMessage(own, values),
    );
    const toast: ToastMessage = {
      title: "Message envoyé !",
      text: "Nous avons bien reçu votre message et vous répondrons rapidement.",
    };
    const events: AnalyticsEvent[] = isContactSubject(values.subject)
      ? [{ name: "contact", data: { subject: values.subject } }]
      : [];
    return { sent: { messageId }, values: null, retryKey: undefined, fields: {}, toast, events };
  } catch (error) {
    return withKept(asMessageError(error), { sent: null, values, retryKey: nextKey(error) });
  }
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const sent = actionData?.sent;
  const lastSent = useLast(sent?.messageId);
  const empty = sent ? { ...loaderData.values, subject: "" } : loaderData.values;
  return (
    <>
      <PageHead
        title="Contactez-nous"
        picture="message"
        intro={`Une question, un souci, une idée ? Écrivez-nous. Une personne vous répond sous ${site.answersWithin}.`}
      />
      <div className="page grid gap-12 pt-10 md:pt-14 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)] lg:items-start lg:gap-20">
        <Panel aria-labelledby="ecrire">
          <h2 id="ecrire">Écrivez-nous</h2>
          <FormToast toast={actionData?.toast} />
          <ProtectedForm name={addresses.contact} answer={actionData} taken={Boolean(sent)}>
            {(typed) => (
              <ContactForm
                key={lastSent}
                values={typed ? { ...empty, ...textsOf(typed) } : (actionData?.values ?? empty)}
                fields={actionData?.fields}
                retryKey={actionData?.retryKey}
              />
            )}
          </ProtectedForm>
        </Panel>
        <ContactDetails />
      </div>
    </>
  );
}
