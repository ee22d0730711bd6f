import { formatPrice } from "#core/money.ts";
import { listActsOn } from "#core/operators/acts/list-acts.server.ts";
import { disputeLabel } from "#core/payments/labels.ts";
import { findOwnWork } from "#core/queue/show-queue.server.ts";
import {
  addEvidenceFile,
  removeEvidenceFile,
} from "#core/reconciliation/disputes/add-evidence-file.server.ts";
import { answerDispute } from "#core/reconciliation/disputes/answer-dispute.server.ts";
import { showDispute } from "#core/reconciliation/disputes/show-dispute.server.ts";
import { site } from "#core/site.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { CaseScreen } from "../../parts/operator/case-screen.tsx";
import { decide } from "../../parts/operator/decision.server.ts";
import { EvidenceFiles } from "../../parts/operator/evidence-files.tsx";
import { EvidenceForm } from "../../parts/operator/evidence-form.tsx";
import { actLines, deadlineOf, momentOf, officeOf } from "../../parts/operator/office.server.ts";
import { Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/litige";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger ce litige." },
  actionFailure: { title: "Erreur", text: "Les preuves ne sont pas parties. Réessayez." },
};

export const meta: Route.MetaFunction = () => [{ title: `Litige — Opérateur ${site.name}` }];

/** A payment that its payer's bank contests, with what can be said for it (rule: dispute-evidence). */
export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const { paymentId } = args.params;
  const { payment, evidence, files } = await showDispute(ctx, { paymentId }).catch(asPage);
  const work = await findOwnWork(ctx, { kind: "dispute", id: paymentId });
  const { amountCents, description, payerEmail, disputeStatus, disputeDueAt } = payment;
  return {
    office: officeOf(ctx.operator),
    deadline: work && deadlineOf(work, ctx.now()),
    acts: actLines(await listActsOn(ctx, { kind: "payment", id: paymentId })),
    title: `${formatPrice(amountCents)} : ${description}`,
    context: `Payé par ${payerEmail}`,
    paymentId,
    evidence: evidence && {
      ...evidence,
      messages: evidence.messages.map(({ at, ...message }) => ({ ...message, at: momentOf(at) })),
    },
    files: files.map(({ bytes, ...file }) => ({ ...file, size: sizeOf(bytes) })),
    facts: [
      ["Stripe", payment.paymentIntentId],
      ["Contestation", disputeStatus && disputeLabel(disputeStatus)],
      ["Preuves attendues", disputeDueAt && momentOf(disputeDueAt)],
    ].filter((fact): fact is [string, string] => Boolean(fact[1])),
  };
}

/** « 312 Ko », « 1,4 Mo » */
function sizeOf(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1024);
  const megabytes = (kilobytes / 1024).toFixed(1).replace(".", ",");
  return kilobytes < 1024 ? `${kilobytes} Ko` : `${megabytes} Mo`;
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const { paymentId } = args.params;
  const fields = await readFields(args.request);
  const act = fields.get("act");
  if (act === "add-file" || act === "remove-file") {
    const { file, ...rest } = Object.fromEntries(fields);
    const typed = { act, kind: String(rest.kind ?? "") };
    const here = operatorAddresses.dispute(paymentId);
    return act === "add-file"
      ? decide(addEvidenceFile(ctx, { ...rest, file, paymentId }), "Pièce ajoutée", typed, here)
      : decide(removeEvidenceFile(ctx, { ...rest, paymentId }), "Pièce retirée", typed, here);
  }
  const messages = fields.getAll("messages").map(String);
  const typed = { ...Object.fromEntries(fields), messages: messages.join(",") };
  const input = { ...typed, messages, files: fields.getAll("files").map(String), paymentId };
  const done = answerDispute(ctx, input as unknown as Parameters<typeof answerDispute>[1]);
  return decide(done, "Preuves envoyées à la banque", typed);
}

export default function Dispute({ loaderData, actionData }: Route.ComponentProps) {
  const { office, title, context, deadline, acts, facts, evidence, files, paymentId } = loaderData;
  const ofFile = actionData?.typed.act ? actionData : undefined;
  return (
    <CaseScreen
      {...{ office, sort: "Litige", title, context, deadline, acts }}
      decision={
        <div className="grid gap-3">
          <p>
            <TextLink to="#preuves">Relire et envoyer les preuves</TextLink>
          </p>
          <p className="text-14 text-ink-soft">
            Rien à opposer ? Ne répondez pas : à l'échéance, la banque rend l'argent au client.
          </p>
        </div>
      }
    >
      {evidence && deadline && (
        <Panel aria-labelledby="pieces">
          <h2 id="pieces" className="text-22">
            Pièces jointes
          </h2>
          <EvidenceFiles files={files} answer={ofFile} />
        </Panel>
      )}
      <Panel aria-labelledby="preuves">
        <h2 id="preuves" className="text-22">
          Ce que la banque lira
        </h2>
        {evidence && deadline ? (
          <EvidenceForm
            evidence={evidence}
            files={files.map(({ fileId }) => fileId)}
            answer={ofFile ? undefined : actionData}
          />
        ) : (
          <p className="mt-4">La banque n'attend pas de preuves pour ce paiement.</p>
        )}
      </Panel>
      <Panel aria-labelledby="paiement">
        <h2 id="paiement" className="text-22">
          Le paiement
        </h2>
        <Facts facts={facts} />
        <p className="mt-4">
          <TextLink to={operatorAddresses.payment(paymentId)}>Le chemin de l'argent</TextLink>
        </p>
      </Panel>
    </CaseScreen>
  );
}
