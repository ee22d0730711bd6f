import { Clock, Mail, MapPin, Phone } from "@lucide/icons";
import type { ReactNode } from "react";
import {
  CONTACT_SUBJECT_LABELS,
  CONTACT_SUBJECTS,
  isContactSubject,
} from "#core/contact/labels.ts";
import { MAX_CONTACT_MESSAGE } from "#core/contact/rules.ts";
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
import { PageHead } from "../../parts/information/page-head.tsx";
import { describedMeta } from "../../parts/seo/page-meta.ts";
import { MessageField, OnceForm, type Refused, SendButton } from "../../ui/forms/once-form.tsx";
import { EmailField, SelectField, TextField } from "../../ui/forms/text-field.tsx";
import { useLast } from "../../ui/hooks/use-last.ts";
import { Panel } from "../../ui/panel.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { TextLink, textLinkClass } from "../../ui/text-link.tsx";
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
  const { name = "", email = "", subject = "", message = "" } = textsOf(form);
  const values: ContactValues = { name, email, subject, message };
  try {
    const call = messageOf(form, "send-contact-email");
    const { messageId } = await answerOnce(context.get(requestContext), call, (own) =>
      sendContactMessage(own, values),
    );
    const toast: ToastMessage = {
      title: "Message envoyé !",
      text: "Nous avons bien reçu votre message et vous répondrons rapidement.",
    };
    const events: AnalyticsEvent[] = isContactSubject(subject)
      ? [{ name: "contact", data: { subject } }]
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

function ContactDetails() {
  return (
    <div className="grid gap-8">
      <section>
        <h2 className="text-22">Nos coordonnées</h2>
        <ul className="mt-4 grid gap-4">
          <Detail icon={<Icon of={Mail} />} term="E-mail">
            <a href={`mailto:${site.email}`} className={`${linkClass} wrap-anywhere`}>
              {site.email}
            </a>
          </Detail>
          <Detail icon={<Icon of={Phone} />} term="Téléphone">
            <a href={site.phone.href} className={`${linkClass} figures`}>
              {site.phone.label}
            </a>
          </Detail>
          <Detail icon={<Icon of={MapPin} />} term="Ville">
            {site.city}
          </Detail>
        </ul>
      </section>
      <section>
        <h2 className="text-22">Nos horaires</h2>
        <dl className="mt-4 grid gap-2">
          {site.hours.map(({ days, time }) => (
            <div
              key={days}
              className="flex justify-between gap-4 border-b border-sand-300 pb-2 last:border-0"
            >
              <dt>{days}</dt>
              <dd className="font-label figures">{time}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 flex gap-2.5 text-ink-soft">
          <Icon of={Clock} className="mt-0.5 size-5 shrink-0 text-sage-600" />
          Réponse sous {site.answersWithin}.
        </p>
      </section>
    </div>
  );
}

const linkClass = `inline-flex min-h-11 items-center ${textLinkClass}`;

function Detail({ icon, term, children }: { icon: ReactNode; term: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-4">
      <span
        aria-hidden
        className="grid size-11 shrink-0 place-items-center rounded-full bg-sage-100 text-sage-800 [&>svg]:size-5"
      >
        {icon}
      </span>
      <div className="min-w-0">
        <span className="block text-14 text-ink-soft">{term}</span>
        {children}
      </div>
    </li>
  );
}

type ContactValues = Record<"name" | "email" | "subject" | "message", string>;

function ContactForm({ values, ...refused }: Refused & { values: ContactValues }) {
  return (
    <OnceForm legend="Votre message" className="mt-6" {...refused}>
      {({ errorOf, busy }) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              name="name"
              label="Nom complet"
              error={errorOf("name")}
              autoComplete="name"
              defaultValue={values.name}
            />
            <EmailField label="E-mail" error={errorOf("email")} defaultValue={values.email} />
          </div>
          <SelectField
            name="subject"
            label="Sujet"
            error={errorOf("subject")}
            defaultValue={values.subject}
            choices={CONTACT_SUBJECTS.map((one) => [one, CONTACT_SUBJECT_LABELS[one]])}
          >
            <option value="">Choisissez un sujet</option>
          </SelectField>
          <MessageField
            max={MAX_CONTACT_MESSAGE}
            error={errorOf("message")}
            defaultValue={values.message}
          />
          <SendButton busy={busy} working="Envoi...">
            Envoyer le message
          </SendButton>
          <p className="text-14 text-ink-soft">
            Vos coordonnées ne servent qu'à vous répondre.{" "}
            <TextLink to={addresses.privacy}>En savoir plus</TextLink>
          </p>
        </>
      )}
    </OnceForm>
  );
}
