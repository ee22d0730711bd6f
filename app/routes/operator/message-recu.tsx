import { Link } from "react-router";
import { closeMessage, showMessage } from "#core/contact/close-message.server.ts";
import {
  ANSWER_TEMPLATES,
  beginAnswer,
  CONTACT_SUBJECT_LABELS,
  isContactSubject,
} from "#core/contact/labels.ts";
import { ANSWER_MAX } from "#core/contact/rules.ts";
import { listActsOn } from "#core/operators/acts/list-acts.server.ts";
import { findOwnWork } from "#core/queue/show-queue.server.ts";
import { site } from "#core/site.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { CaseScreen } from "../../parts/operator/case-screen.tsx";
import { decide } from "../../parts/operator/decision.server.ts";
import { DecisionForm } from "../../parts/operator/decision-form.tsx";
import { actLines, deadlineOf, momentOf, officeOf } from "../../parts/operator/office.server.ts";
import { Facts } from "../../ui/facts.tsx";
import { Field, TextArea } from "../../ui/forms/field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
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
  const work = await findOwnWork(ctx, { kind: "message", id: messageId });
  const { name, email, message, kind, subject, createdAt, closedAt, authorId } = found;
  const about = isContactSubject(subject) ? CONTACT_SUBJECT_LABELS[subject] : KINDS[kind];
  return {
    office: officeOf(ctx.operator),
    deadline: work && deadlineOf(work, ctx.now()),
    acts: actLines(await listActsOn(ctx, { kind: "message", id: messageId })),
    ...{ sort: KINDS[kind], name, email, message, about },
    answer: beginAnswer(name, new URL(args.request.url).searchParams.get("modele")),
    sent: found.answer,
    facts: [
      ["Reçu", momentOf(createdAt)],
      ["Compte", authorId ?? "Sans compte : l'adresse n'est pas prouvée"],
      ...(closedAt ? [["Classé", momentOf(closedAt)]] : []),
    ] as [string, string][],
  };
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const { messageId } = args.params;
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
          <p className="font-label">Commencer par</p>
          <ul className="mt-1 mb-6 flex flex-wrap gap-x-4">
            {ANSWER_TEMPLATES.map(({ id, name }) => (
              <li key={id}>
                <Link
                  to={`?modele=${id}`}
                  className={`inline-flex min-h-11 items-center ${textLinkClass}`}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
          <DecisionForm
            key={answer}
            choices={[]}
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
