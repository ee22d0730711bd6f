import {
  decideMessageCase,
  showMessageCase,
} from "#core/bookings/reported-messages/decide-message-case.server.ts";
import {
  MESSAGE_REASON_WORDS,
  type MessageReason,
} from "#core/bookings/reported-messages/rules.ts";
import type { Context } from "#core/context.server.ts";
import { formatMoment } from "#core/dates.ts";
import { showAuthorHistory } from "#core/records/authors/show-author-history.server.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { answeringOf, caseOf, decideConfirmed } from "../../parts/operator/case.server.ts";
import { CaseScreen } from "../../parts/operator/case-screen.tsx";
import { officeMeta } from "../../parts/operator/office.tsx";
import { contestLines, historyOf } from "../../parts/operator/reported/reported.server.ts";
import {
  AuthorHistory,
  Contests,
  ReportedDecision,
  ReportLines,
} from "../../parts/operator/reported/reported.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import type { Route } from "./+types/message-signale";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger ce message." },
  actionFailure: { title: "Erreur", text: "La décision n'a pas été prise. Réessayez." },
};

export const meta: Route.MetaFunction = () => officeMeta("Message signalé");

export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const { messageId } = args.params;
  const found = await showMessageCase(ctx, { messageId }).catch(asPage);
  const { by, client, professional, authorId } = found;
  return {
    ...(await caseOf(ctx, "letter", { kind: "letter", id: messageId })),
    answering: answeringOf(found.answering),
    title: by === "client" ? `Message à ${professional}` : `Message de ${professional}`,
    context: by === "client" ? `De ${client}` : `À ${client}`,
    text: found.text,
    facts: [
      ["Offre", found.offering],
      ["Écrit", formatMoment(found.createdAt)],
      ["État", found.isRemoved ? "Retiré" : "Lisible"],
    ] as [string, string][],
    history:
      authorId && historyOf(await showAuthorHistory(ctx, { userId: authorId, except: messageId })),
    contests: contestLines(found.contests, "l'auteur du message"),
    reports: found.reports.map(({ reason, text, createdAt, outcome, answer, reporter }) => ({
      text,
      said: `${MESSAGE_REASON_WORDS[reason as MessageReason]}. ${formatMoment(createdAt)}, ${reporter}${outcome === null ? "" : ` · Répondu : ${answer}`}`,
    })),
  };
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const input = { ...form, messageId: args.params.messageId };
  const done = form.decision === "remove" ? "Message retiré" : "Message gardé";
  const act = (one: Context) =>
    decideMessageCase(one, input as Parameters<typeof decideMessageCase>[1]);
  return decideConfirmed(ctx, act, form, { done });
}

export default function ReportedMessage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, context, text, facts, deadline, answering, acts } = loaderData;
  return (
    <CaseScreen
      {...{ title, context, deadline, answering, acts }}
      sort="Message signalé"
      mails={actionData?.mails}
      decision={
        <ReportedDecision
          choices={[
            { value: "keep", name: "Garder le message", text: "Il reste lisible des deux côtés." },
            {
              ...{ value: "remove", name: "Retirer le message" },
              text: "Plus personne ne le lit. La réservation ne change pas.",
            },
          ]}
          reasonHint="Écrit à qui l'a signalé, et à son auteur s'il est retiré, mot pour mot."
          answer={actionData}
          basisHint="Inutile si le message est gardé."
        />
      }
    >
      <Panel id="signale" title="Ce qui est signalé">
        <blockquote className="mt-4 border-l-2 border-sage-300 pl-4 wrap-anywhere whitespace-pre-line">
          {text || "Son auteur a supprimé son compte : le texte n'est plus là."}
        </blockquote>
        <Facts facts={facts} />
      </Panel>
      <Contests lines={loaderData.contests} />
      <ReportLines lines={loaderData.reports} />
      {loaderData.history && <AuthorHistory history={loaderData.history} />}
    </CaseScreen>
  );
}
