import { closeMessage, fileAsRights, showMessage } from "#core/contact/close-message.server.ts";
import { CONTACT_SUBJECT_LABELS, isContactSubject } from "#core/contact/labels.ts";
import { isAboutRights, MAX_ANSWER } from "#core/contact/rules.ts";
import type { Context } from "#core/context.server.ts";
import { formatMoment } from "#core/dates.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { ANSWER_TEMPLATES, beginAnswer } from "../../parts/operator/answer-templates.server.ts";
import { caseOf, decide, decideConfirmed } from "../../parts/operator/case.server.ts";
import { CaseScreen } from "../../parts/operator/case-screen.tsx";
import { DecisionForm } from "../../parts/operator/decision-form.tsx";
import { TextAreaField } from "../../parts/operator/fields/answer-form.tsx";
import { officeMeta } from "../../parts/operator/office.tsx";
import { TemplateLinks } from "../../parts/operator/template-links.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/message-recu";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger ce message." },
  actionFailure: { title: "Erreur", text: "Le message n'a pas été classé. Réessayez." },
};

export const meta: Route.MetaFunction = () => officeMeta("Message");

const KINDS = {
  contact: "Message",
  gift_card: "Demande de carte cadeau",
  withdrawal: "Déclaration de rétractation",
};

export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const { messageId } = args.params;
  const found = await showMessage(ctx, { messageId }).catch(asPage);
  const isRights = isAboutRights(found);
  const { name, email, message, kind, subject, createdAt, closedAt, authorId } = found;
  const about = isContactSubject(subject) ? CONTACT_SUBJECT_LABELS[subject] : KINDS[kind];
  return {
    ...(await caseOf(ctx, isRights ? "rights" : "message", { kind: "message", id: messageId })),
    ...{ sort: isRights ? "Demande sur ses données" : KINDS[kind], name, email, message, about },
    mayBeRights: kind === "contact" && !isRights,
    answer: beginAnswer(name, new URL(args.request.url).searchParams.get("modele")),
    templates: ANSWER_TEMPLATES.map(({ id, name }) => ({ id, name })),
    sent: found.answer,
    author: authorId
      ? operatorAddresses.account(authorId)
      : `${operatorAddresses.records}?${new URLSearchParams({ q: email })}`,
    facts: [
      ["Reçu", formatMoment(createdAt)],
      ["Compte", authorId ? "Connecté à l'envoi" : "Sans compte : l'adresse n'est pas prouvée"],
      ...(closedAt ? [["Classé", formatMoment(closedAt)]] : []),
    ] as [string, string][],
  };
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const { messageId } = args.params;
  if (form.act === "rights") {
    const done = "Rangé parmi les droits des personnes";
    return decide(
      fileAsRights(ctx, { ...form, messageId }),
      done,
      form,
      operatorAddresses.message(messageId),
    );
  }
  const act = (one: Context) => closeMessage(one, { ...form, messageId });
  return decideConfirmed(ctx, act, form, {
    done: form.answer ? "Réponse envoyée" : "Message classé",
  });
}

export default function ReceivedMessage({ loaderData, actionData }: Route.ComponentProps) {
  const { sort, name, email, message, about, answer, sent, deadline, acts, facts } = loaderData;
  const ofRights = actionData?.typed.act === "rights" ? actionData : undefined;
  const ofClosing = ofRights ? undefined : actionData;
  return (
    <CaseScreen
      {...{ sort, deadline, acts }}
      mails={actionData?.mails}
      title={`${name} : ${about}`}
      context={email}
      decision={
        <>
          <TemplateLinks templates={loaderData.templates} />
          <DecisionForm
            key={answer}
            act="Écrire la réponse"
            reasonLabel="Ce qui a été fait"
            reasonHint="Inscrit au journal : répondu, transmis, sans suite."
            button="Envoyer et classer"
            answer={ofClosing}
          >
            <TextAreaField
              name="answer"
              label="Votre réponse"
              hint={`Envoyée par e-mail à ${email}. Vide, rien ne part.`}
              rows={12}
              maxLength={MAX_ANSWER}
              defaultValue={answer}
            />
          </DecisionForm>
          {loaderData.mayBeRights && (
            <details open={ofRights !== undefined} className="mt-6 border-t border-sand-300 pt-3">
              <summary className="flex min-h-11 cursor-pointer items-center font-label">
                C'est une demande sur ses données
              </summary>
              <p className="mt-1 mb-4 text-14 text-ink-soft">
                Une copie, une correction, un effacement ou une opposition : la loi donne un mois
                pour y répondre.
              </p>
              <DecisionForm
                hidden={{ act: "rights" }}
                reasonLabel="Ce qu'il demande"
                reasonHint="Inscrit au journal. Rien n'est envoyé."
                button="Ranger parmi les droits"
                isAside
                answer={ofRights}
              />
            </details>
          )}
        </>
      }
    >
      <Panel id="message" title="Le message">
        <blockquote className="mt-4 border-l-2 border-sage-300 pl-4 wrap-anywhere whitespace-pre-line">
          {message}
        </blockquote>
        <Facts facts={facts} />
        <p className="mt-4">
          <TextLink to={loaderData.author}>Ses réservations et son abonnement</TextLink>
        </p>
        {sent && (
          <>
            <h3 className="mt-6 text-18">Notre réponse</h3>
            <p className="mt-2 wrap-anywhere whitespace-pre-line">{sent}</p>
          </>
        )}
      </Panel>
    </CaseScreen>
  );
}
