import { MAX_ANSWER } from "#core/contact/rules.ts";
import type { Context } from "#core/context.server.ts";
import { listActsOn } from "#core/operators/acts/list-acts.server.ts";
import { beginLetter, LETTER_TEMPLATES } from "#core/records/letters/labels.ts";
import type { Recipient } from "#core/records/letters/schema.ts";
import { showRecipient, writeLetter } from "#core/records/letters/write-letter.server.ts";
import { newId } from "#platform/ids.server.ts";
import { isUuid } from "#platform/uuid.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../../context.server.ts";
import { asPage } from "../../../failures/errors.server.ts";
import { readForm } from "../../../forms/read-form.ts";
import { actLines, decideConfirmed } from "../../../parts/operator/case.server.ts";
import { CaseFrame } from "../../../parts/operator/case-screen.tsx";
import { DecisionForm } from "../../../parts/operator/decision-form.tsx";
import { TextAreaField, TextField } from "../../../parts/operator/fields/answer-form.tsx";
import { officeMeta } from "../../../parts/operator/office.tsx";
import { TemplateLinks } from "../../../parts/operator/template-links.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Panel } from "../../../ui/panel.tsx";
import type { Route } from "./+types/ecrire-a";

export const handle = {
  failure: { title: "Erreur", text: "Impossible d'écrire à cette personne." },
  actionFailure: { title: "Erreur", text: "L'e-mail n'est pas parti. Réessayez." },
};

export const meta: Route.MetaFunction = () => officeMeta("Écrire");

const WHO: Record<Recipient["to"], string> = {
  client: "Au client",
  professional: "Au professionnel",
  owner: "Au titulaire du compte",
};

/** Writes to a side of a booking, or to the owner of an account (rule: operators-letters). */
export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const { id, to } = args.params;
  const found = await showRecipient(ctx, args.params).catch(asPage);
  const template = new URL(args.request.url).searchParams.get("modele");
  const side = to as Recipient["to"];
  const isOwner = side === "owner";
  return {
    ...{ title: `${WHO[side]} : ${found.name || found.email}`, context: found.email },
    from: fromOf(side, id, args.request.url),
    templates: LETTER_TEMPLATES.filter((one) => one.to.includes(side)).map(({ id, name }) => ({
      ...{ id, name },
    })),
    begun: beginLetter(found.name, template),
    // The form counts once, however often it is sent.
    hidden: { letterId: newId() },
    facts: [
      ["À", found.email],
      ["À propos de", found.subjectMatter],
      ["Réponse à", ctx.config.contactTo],
    ].filter((fact): fact is [string, string] => Boolean(fact[1])),
    acts: actLines(await listActsOn(ctx, { kind: isOwner ? "account" : "booking", id })),
  };
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const { id, to } = args.params;
  const act = (one: Context) => writeLetter(one, { ...form, ...args.params });
  return decideConfirmed(ctx, act, form, {
    ...{ done: "E-mail envoyé", to: fromOf(to, id, args.request.url).to },
  });
}

function fromOf(to: string, id: string, url: string): { label: string; to: string } {
  const { searchParams } = new URL(url);
  const paymentOf = (name: string) => {
    const asked = searchParams.get(name);
    return asked && isUuid(asked) ? asked : null;
  };
  const disputed = paymentOf("litige");
  if (disputed) return { label: "Litige", to: operatorAddresses.dispute(disputed) };
  const paid = paymentOf("paiement");
  if (paid) return { label: "Paiement", to: operatorAddresses.payment(paid) };
  return to === "owner"
    ? { label: "Compte", to: operatorAddresses.account(id) }
    : { label: "Réservation", to: operatorAddresses.booking(id) };
}

export default function Write({ loaderData, actionData }: Route.ComponentProps) {
  const { title, context, acts, facts, templates, begun, hidden, from } = loaderData;
  return (
    <CaseFrame
      {...{ title, context, acts }}
      place={null}
      deadline={null}
      steps={[from, { label: "Écrire" }]}
      mails={actionData?.mails}
      decision={
        <>
          <TemplateLinks templates={templates} />
          <DecisionForm
            key={begun.text}
            hidden={hidden}
            act="Écrire"
            reasonLabel="Pourquoi, lu plus tard par le contrôle"
            reasonHint="Par exemple le dossier que cela fait avancer."
            button="Envoyer l'e-mail"
            answer={actionData}
          >
            <TextField
              name="subject"
              label="Objet"
              maxLength={120}
              autoComplete="off"
              defaultValue={begun.subject}
            />
            <TextAreaField
              name="text"
              label="Votre message"
              hint="Envoyé tel quel. Le contrôle le relit au journal."
              rows={12}
              maxLength={MAX_ANSWER}
              defaultValue={begun.text}
            />
          </DecisionForm>
        </>
      }
    >
      <Panel id="destinataire" title="L'e-mail">
        <Facts facts={facts} />
      </Panel>
    </CaseFrame>
  );
}
