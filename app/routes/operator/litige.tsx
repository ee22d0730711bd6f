import type { Context } from "#core/context.server.ts";
import { formatMoment } from "#core/dates.ts";
import { cents, formatPrice } from "#core/money.ts";
import { MAX_REASON } from "#core/operators/acts/rules.ts";
import { disputeReasonLabel } from "#core/payments/labels.ts";
import {
  addEvidenceFile,
  removeEvidenceFile,
} from "#core/reconciliation/disputes/add-evidence-file.server.ts";
import { answerDispute } from "#core/reconciliation/disputes/answer-dispute.server.ts";
import { acceptLoss } from "#core/reconciliation/disputes/give-up-dispute.server.ts";
import { LOSS_LIMIT, needsSecondPerson } from "#core/reconciliation/disputes/rules.ts";
import { showDisputeRecord } from "#core/records/payments/show-payment-record.server.ts";
import { closedTo } from "#core/work-queue/rules.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { caseOf, decide, decideConfirmed } from "../../parts/operator/case.server.ts";
import { CaseScreen } from "../../parts/operator/case-screen.tsx";
import { EvidenceFiles, SentFiles } from "../../parts/operator/disputes/evidence-files.tsx";
import { EvidenceForm, EvidenceRead } from "../../parts/operator/disputes/evidence-form.tsx";
import { disputeFacts, ledgerView } from "../../parts/operator/disputes/ledger.server.ts";
import { LedgerTable } from "../../parts/operator/disputes/ledger.tsx";
import {
  AnswerForm,
  ConfirmField,
  type DecisionAnswer,
  SubmitButton,
  TextAreaField,
} from "../../parts/operator/fields/answer-form.tsx";
import { officeMeta } from "../../parts/operator/office.tsx";
import { happeningLines } from "../../parts/operator/records.server.ts";
import { Timeline } from "../../parts/operator/records.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/litige";

export const page = { takesImage: true };

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger ce litige." },
  actionFailure: { title: "Erreur", text: "Les preuves ne sont pas parties. Réessayez." },
};

export const meta: Route.MetaFunction = () => officeMeta("Litige");

/** Read by all roles; finance answers the bank (rule: dispute-evidence). */
export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const { paymentId } = args.params;
  const found = await showDisputeRecord(ctx, { paymentId }).catch(asPage);
  const { payment, ledger, evidence, files, sent, loss, happenings } = found;
  const { roles } = ctx.operator;
  const { amountCents, description, payerEmail, disputeStatus } = payment;
  const why = disputeReasonLabel(payment.disputeReason);
  return {
    ...(await caseOf(ctx, "dispute", { kind: "payment", id: paymentId })),
    title: `${formatPrice(amountCents)} : ${description}`,
    context: [why && `Motif de la banque : ${why}`, `payé par ${payerEmail}`]
      .filter(Boolean)
      .join(", "),
    booking: operatorAddresses.booking(payment.reference),
    toClient: operatorAddresses.write("client", payment.reference, { litige: paymentId }),
    toProfessional: operatorAddresses.write("professional", payment.reference, {
      litige: paymentId,
    }),
    answers: roles.includes("finance"),
    opensFiles: roles.includes("finance") || roles.includes("administration"),
    proposed: loss && {
      text: `${loss.proposer} propose d'accepter la perte de ${formatPrice(loss.amountCents)}\u00a0: «\u00a0${loss.reason}\u00a0»`,
      address: closedTo("goodwill", roles) ? null : operatorAddresses.goodwill(loss.id),
    },
    // A mere question of the bank's has taken nothing yet.
    loss: disputeStatus === "needs_response" &&
      !loss && {
        cost: formatPrice(cents(-ledger.total.platform)),
        kept: formatPrice(ledger.total.professional),
        limit: formatPrice(LOSS_LIMIT),
        isByTwo: needsSecondPerson(cents(-ledger.total.platform)),
      },
    happenings: happeningLines(happenings),
    paymentId,
    ledger: ledgerView(ledger),
    evidence: evidence && {
      ...evidence,
      messages: evidence.messages.map(({ at, ...message }) => ({
        ...message,
        at: formatMoment(at),
      })),
    },
    files: files.map(({ bytes, ...file }) => ({ ...file, more: sizeOf(bytes) })),
    sent: sent.map(({ sentAt, ...file }) => ({
      ...file,
      more: `envoyée le ${formatMoment(sentAt)}`,
    })),
    facts: [["Stripe", payment.paymentIntentId], ...disputeFacts(payment)].filter(
      (fact): fact is [string, string] => Boolean(fact[1]),
    ),
  };
}

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
  if (act === "accept-loss") {
    const typed = Object.fromEntries(fields);
    const accept = async (one: Context) => {
      const { closed } = await acceptLoss(one, { ...typed, paymentId });
      return closed
        ? "Perte acceptée, litige clos"
        : "Perte proposée : quelqu'un d'autre la confirme";
    };
    return decideConfirmed(ctx, accept, typed, {
      async says() {
        const { ledger } = await showDisputeRecord(ctx, { paymentId });
        const costCents = cents(-ledger.total.platform);
        return [
          `Coût pour la plateforme : ${formatPrice(costCents)}.`,
          needsSecondPerson(costCents)
            ? "Une deuxième personne confirme, puis la banque rend l'argent au client et ne lit plus aucune preuve."
            : "La banque rend l'argent au client, et ne lit plus aucune preuve. Les deux sont prévenus.",
        ];
      },
    });
  }
  const messages = fields.getAll("messages").map(String);
  const typed = { ...Object.fromEntries(fields), messages: messages.join(",") };
  const files = fields.getAll("files").map(String);
  const input: unknown = { ...typed, messages, files, paymentId };
  const answer = input as Parameters<typeof answerDispute>[1];
  return decideConfirmed(ctx, (one) => answerDispute(one, answer), typed, {
    done: "Preuves envoyées à la banque",
    says: async () => [
      `La banque reçoit vos textes. Messages joints : ${messages.length} ; pièces : ${files.length}.`,
      "Elle n'accepte qu'une réponse : plus rien ne pourra lui être envoyé.",
    ],
  });
}

export default function Dispute({ loaderData, actionData }: Route.ComponentProps) {
  const { title, context, deadline, acts, facts, evidence, files, sent, paymentId } = loaderData;
  const { booking, loss, proposed, answers, opensFiles, happenings } = loaderData;
  const ofLoss = actionData?.typed.act === "accept-loss" ? actionData : undefined;
  const ofFile = actionData?.typed.act && !ofLoss ? actionData : undefined;
  return (
    <CaseScreen
      {...{ sort: "Litige", title, context, deadline, acts }}
      decision={
        <div className="grid gap-3">
          {proposed && (
            <Notice tone="info">
              {proposed.text}{" "}
              {proposed.address && <TextLink to={proposed.address}>Confirmer ou refuser</TextLink>}
            </Notice>
          )}
          {answers ? (
            <>
              <p>
                <TextLink to="#contester">Relire et envoyer les preuves</TextLink>
              </p>
              {loss && <LossForm {...loss} answer={ofLoss} />}
            </>
          ) : (
            <Notice tone="info">Le rôle finance répond à la banque. Vous lisez ce dossier.</Notice>
          )}
        </div>
      }
    >
      <Panel id="argent" title="L'argent">
        <LedgerTable ledger={loaderData.ledger} />
        <Facts facts={facts} />
        <p className="mt-4 flex flex-wrap gap-x-6">
          <TextLink to={booking}>La réservation</TextLink>
          <TextLink to={operatorAddresses.payment(paymentId)}>Le paiement</TextLink>
          <TextLink to={loaderData.toClient}>Écrire au client</TextLink>
          <TextLink to={loaderData.toProfessional}>Écrire au professionnel</TextLink>
        </p>
      </Panel>
      {evidence && deadline && answers && (
        <Panel id="pieces" title="Pièces jointes">
          <EvidenceFiles {...{ paymentId, files }} answer={ofFile} />
        </Panel>
      )}
      <Panel id="preuves" title="Ce que la banque lira">
        {evidence && deadline ? (
          answers ? (
            <EvidenceForm
              evidence={evidence}
              files={files.map(({ fileId }) => fileId)}
              answer={ofFile || ofLoss ? undefined : actionData}
            />
          ) : (
            <EvidenceRead evidence={evidence} />
          )
        ) : (
          <p className="mt-4">La banque n'attend pas de preuves pour ce paiement.</p>
        )}
        {!answers && files.length > 0 && (
          <SentFiles title="Pièces jointes" {...{ paymentId, opensFiles, files }} />
        )}
        {sent.length > 0 && (
          <SentFiles title="Pièces envoyées" {...{ paymentId, opensFiles }} files={sent} />
        )}
      </Panel>
      <Timeline happenings={happenings} />
    </CaseScreen>
  );
}

/** In two steps, since nothing can be sent to the bank after it. */
function LossForm({
  cost,
  kept,
  limit,
  isByTwo,
  answer,
}: Exclude<Route.ComponentProps["loaderData"]["loss"], false> & {
  answer: DecisionAnswer | undefined;
}) {
  return (
    <details open={answer !== undefined} className="border-t border-sand-300 pt-3">
      <summary className="flex min-h-11 cursor-pointer items-center font-label">
        Accepter la perte
      </summary>
      <AnswerForm
        answer={answer}
        legend="Accepter la perte"
        hidden={{ act: "accept-loss" }}
        layout="mt-2 grid gap-4"
      >
        <p className="text-14 figures">
          Coût pour la plateforme&nbsp;: {cost}. Le praticien garde {kept}. Sans retour&nbsp;: la
          banque rend l'argent au client, et ne lit plus aucune preuve. Au-dessus de {limit}, une
          deuxième personne confirme.
        </p>
        <TextAreaField
          name="reason"
          label="Pourquoi ne pas contester"
          hint="20 signes au moins, lus plus tard par le contrôle."
          rows={3}
          maxLength={MAX_REASON}
        />
        <ConfirmField />
        <SubmitButton variant="danger" block>
          {isByTwo ? "Proposer d'accepter la perte" : "Accepter la perte"}
        </SubmitButton>
      </AnswerForm>
    </details>
  );
}
