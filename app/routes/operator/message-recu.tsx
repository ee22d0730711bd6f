import { Form } from "react-router";
import { closeMessage, fileAsRights, showMessage } from "#core/contact/close-message.server.ts";
import { CONTACT_SUBJECT_LABELS, isContactSubject } from "#core/contact/labels.ts";
import { ANSWER_MAX, isAboutRights } from "#core/contact/rules.ts";
import { formatMoment } from "#core/dates.ts";
import { listActsOn } from "#core/operators/acts/list-acts.server.ts";
import { findOwnWork } from "#core/queue/show-queue.server.ts";
import { site } from "#core/site.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { ANSWER_TEMPLATES, beginAnswer } from "../../parts/operator/answer-templates.server.ts";
import { CaseScreen } from "../../parts/operator/case-screen.tsx";
import { decide } from "../../parts/operator/decision.server.ts";
import { DecisionForm } from "../../parts/operator/decision-form.tsx";
import { actLines, deadlineOf, officeOf } from "../../parts/operator/office.server.ts";
import { TemplateLinks } from "../../parts/operator/template-links.tsx";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Field, TextArea } from "../../ui/forms/field.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/message-recu";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger ce message." },
  actionFailure: { title: "Erreur", text: "Le message n'a pas été classé. Réessayez." },
};

export const meta: Route.MetaFunction = () => [{ title: `Message — Opérateur ${site.name}` }];

const KINDS = {
  contact: "Message",
  gift_card: "Demande de carte cadeau",
  withdrawal: "Déclaration de rétractation",
};

/** A message of a form, until somebody has answered it (rule: work-queue). */
export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const { messageId } = args.params;
  const found = await showMessage(ctx, { messageId }).catch(asPage);
  const isRights = isAboutRights(found);
  const work = await findOwnWork(ctx, { kind: isRights ? "rights" : "message", id: messageId });
  const { name, email, message, kind, subject, createdAt, closedAt, authorId } = found;
  const about = isContactSubject(subject) ? CONTACT_SUBJECT_LABELS[subject] : KINDS[kind];
  return {
    office: officeOf(ctx.operator),
    deadline: work && deadlineOf(work, ctx.now()),
    acts: actLines(await listActsOn(ctx, { kind: "message", id: messageId })),
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
      fileAsRights(ctx, { messageId }),
      done,
      form,
      operatorAddresses.message(messageId),
    );
  }
  return decide(
    closeMessage(ctx, { ...form, messageId }),
    form.answer ? "Réponse envoyée" : "Message classé",
    form,
  );
}

export default function ReceivedMessage({ loaderData, actionData }: Route.ComponentProps) {
  const { office, sort, name, email, message, about, answer, sent, deadline, acts, facts } =
    loaderData;
  return (
    <CaseScreen
      {...{ office, sort, deadline, acts }}
      title={`${name} : ${about}`}
      context={email}
      decision={
        <>
          <TemplateLinks templates={loaderData.templates} />
          <DecisionForm
            key={answer}
            choices={[]}
            act="Écrire la réponse"
            reasonLabel="Ce qui a été fait"
            reasonHint="Inscrit au journal : répondu, transmis, sans suite."
            button="Envoyer et classer"
            answer={actionData}
          >
            {(errorOf) => (
              <Field
                label="Votre réponse"
                hint={`Envoyée par e-mail à ${email}. Vide, rien ne part.`}
                error={errorOf("answer")}
              >
                {(control) => (
                  <TextArea
                    {...control}
                    name="answer"
                    rows={12}
                    maxLength={ANSWER_MAX}
                    defaultValue={actionData?.typed.answer ?? answer}
                  />
                )}
              </Field>
            )}
          </DecisionForm>
          {loaderData.mayBeRights && (
            <Form method="post" className="mt-6 border-t border-sand-300 pt-4">
              <HiddenFields act="rights" />
              <p className="text-14 text-ink-soft">
                Demande-t-il une copie, une correction, un effacement ou une opposition ? La loi
                donne un mois pour y répondre.
              </p>
              <Button type="submit" size="small" className="mt-2">
                C'est une demande sur ses données
              </Button>
            </Form>
          )}
        </>
      }
    >
      <Panel aria-labelledby="message">
        <h2 id="message" className="text-22">
          Le message
        </h2>
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
