import { CalendarCheck, ChartPie, Coins, Leaf } from "@lucide/icons";
import { useEffect, useRef } from "react";
import { type GiftCardEnquiry, MAX_GIFT_CARD_MESSAGE } from "#core/contact/rules.ts";
import { requestGiftCard } from "#core/contact/send-contact-message.server.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { asMessageError, withKept } from "../../failures/errors.server.ts";
import { messageOf, nextKey } from "../../forms/once.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { ProtectedForm } from "../../parts/drafts/protected-form.tsx";
import { textsOf } from "../../parts/drafts/tab-drafts.ts";
import { PageHead } from "../../parts/information/page-head.tsx";
import { Pitches } from "../../parts/information/pitch.tsx";
import { describedMeta } from "../../parts/seo/page-meta.ts";
import { ButtonLink, buttonClass } from "../../ui/button.tsx";
import { MessageField, OnceForm, type Refused, SendButton } from "../../ui/forms/once-form.tsx";
import { NumberField, TextField } from "../../ui/forms/text-field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { Picture } from "../../ui/pictures/picture.tsx";
import { TextLink, textLinkClass } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { ToastMessage } from "../../ui/toasts/toast.ts";
import type { Route } from "./+types/carte-cadeau";

export const page = { shared: {} };

export const handle = {
  actionFailure: {
    title: "Erreur",
    text: "Impossible d'envoyer votre demande. Veuillez réessayer.",
  },
};

export const meta: Route.MetaFunction = () =>
  describedMeta(
    "Carte cadeau entreprise",
    "Offrez une heure de bien-être à vos équipes : montants au choix, cartes valables un an, suivi de l'utilisation, devis sous 48 h.",
  );

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFields(request);
  const values = valuesOf(textsOf(form));
  try {
    const call = messageOf(form, "request-gift-card");
    await answerOnce(context.get(requestContext), call, async (own) => {
      await requestGiftCard(own, values);
      return { sent: true };
    });
    const toast: ToastMessage = {
      title: "Demande envoyée !",
      text: "Nous vous recontacterons dans les plus brefs délais.",
    };
    return { sent: true, values: null, retryKey: undefined, fields: {}, toast };
  } catch (error) {
    return withKept(asMessageError(error), { sent: false, values, retryKey: nextKey(error) });
  }
}

function valuesOf(form: Record<string, string>): GiftCardEnquiry {
  const { companyName = "", contactName = "", email = "" } = form;
  const { phone = "", employeeCount = "", message = "" } = form;
  return { companyName, contactName, email, phone, employeeCount, message };
}

const pitches = [
  {
    icon: <Icon of={Coins} />,
    title: "Des montants personnalisables",
    text: "Vous fixez le montant de chaque carte, le même pour tous ou selon l'occasion.",
  },
  {
    icon: <Icon of={CalendarCheck} />,
    title: "Valables un an",
    text: "Vos équipes ont douze mois pour trouver le moment qui leur convient.",
  },
  {
    icon: <Icon of={ChartPie} />,
    title: "Un suivi de l'utilisation",
    text: "Vous savez combien de cartes ont servi, sans savoir qui a réservé quoi.",
  },
  {
    icon: <Icon of={Leaf} />,
    title: "Un choix pour chacun",
    text: "Yoga, massage, méditation, sophrologie : chacun choisit, en ville ou en ligne.",
  },
];

const steps = [
  { title: "Demande", text: "Vous nous dites qui vous êtes et ce que vous imaginez." },
  {
    title: "Devis sous 48 h",
    text: "Nous vous proposons un montant, un nombre de cartes, un prix.",
  },
  {
    title: "Distribution",
    text: "Vous recevez les cartes par e-mail et les offrez quand vous voulez.",
  },
  {
    title: "Utilisation",
    text: "Chacun choisit sa séance et la règle avec sa carte, pendant un an.",
  },
];

export default function GiftCard({ actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Carte cadeau entreprise"
        picture="carte-cadeau"
        intro="Offrez à vos équipes une heure rien qu'à elles. Une carte, des dizaines de pratiques, et la liberté de choisir."
      >
        <a
          href="#demande"
          className={buttonClass({ variant: "clay", size: "large", className: "mt-7" })}
        >
          Demander un devis
        </a>
      </PageHead>
      <section className="page pt-14">
        <h2 className="sr-only">Pourquoi une carte cadeau</h2>
        <Pitches pitches={pitches} />
      </section>
      <section className="section page">
        <h2 className="md:text-36">Comment ça marche</h2>
        <ol className="mt-8 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="border-t border-sand-300 pt-5">
              <span aria-hidden className="font-display text-36 text-sage-600 figures">
                {index + 1}
              </span>
              <h3 className="mt-2">{title}</h3>
              <p className="mt-2 max-w-[44ch] text-ink-soft">{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section id="demande" className="section page" aria-labelledby="demande-titre">
        <div className="grid gap-10 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)] lg:gap-20">
          <div>
            <h2 id="demande-titre" className="md:text-36">
              Parlez-nous de votre projet
            </h2>
            <p className="mt-3 max-w-[44ch] text-ink-soft">
              Dix cartes ou mille : nous préparons un devis sous 48 h, sans engagement.
            </p>
            <p className="mt-6 max-w-[44ch] text-ink-soft">
              Vous préférez en parler ? Appelez le{" "}
              <a href={site.phone.href} className={`${textLinkClass} figures whitespace-nowrap`}>
                {site.phone.label}
              </a>
              , du lundi au samedi.
            </p>
          </div>
          <Panel as="div">
            <FormToast toast={actionData?.toast} />
            {actionData?.sent ? (
              <Sent />
            ) : (
              <ProtectedForm name={addresses.giftCard} answer={actionData}>
                {(typed) => (
                  <GiftCardForm
                    values={typed ? valuesOf(textsOf(typed)) : actionData?.values}
                    fields={actionData?.fields}
                    retryKey={actionData?.retryKey}
                  />
                )}
              </ProtectedForm>
            )}
          </Panel>
        </div>
      </section>
    </>
  );
}

function Sent() {
  const box = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="grid justify-items-center gap-2 py-6 text-center">
      <Picture
        name="carte-cadeau"
        sizes="176px"
        className="mb-4 aspect-square w-44 rounded-t-full rounded-b-card object-cover"
      />
      <h3>Votre demande est en route</h3>
      <p className="max-w-[48ch] text-ink-soft">
        Nous l'avons bien reçue. Un devis vous parvient par e-mail sous 48 h.
      </p>
      <ButtonLink to={addresses.giftCard} preventScrollReset variant="sage" className="mt-4">
        Envoyer une nouvelle demande
      </ButtonLink>
    </div>
  );
}

const lines = [
  { name: "companyName", label: "Entreprise", autoComplete: "organization" },
  { name: "contactName", label: "Nom du contact", autoComplete: "name" },
  { name: "email", label: "E-mail professionnel", type: "email", autoComplete: "email" },
  { name: "phone", label: "Téléphone", type: "tel", autoComplete: "tel" },
] as const;

function GiftCardForm({
  values,
  ...refused
}: Refused & { values: GiftCardEnquiry | null | undefined }) {
  return (
    <OnceForm legend="Votre demande" {...refused}>
      {({ errorOf, busy }) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            {lines.map((line) => (
              <TextField
                key={line.name}
                {...line}
                error={errorOf(line.name)}
                defaultValue={values?.[line.name]}
              />
            ))}
            <NumberField
              name="employeeCount"
              label="Nombre d'employés"
              error={errorOf("employeeCount")}
              defaultValue={values?.employeeCount}
            />
          </div>
          <MessageField
            max={MAX_GIFT_CARD_MESSAGE}
            error={errorOf("message")}
            defaultValue={values?.message}
            placeholder="Le montant par personne, l'occasion, la date souhaitée…"
          />
          <SendButton busy={busy} working="Envoi en cours...">
            Demander un devis
          </SendButton>
          <p className="text-14 text-ink-soft">
            Vos coordonnées ne servent qu'à préparer votre devis.{" "}
            <TextLink to={addresses.privacy}>En savoir plus</TextLink>
          </p>
        </>
      )}
    </OnceForm>
  );
}
