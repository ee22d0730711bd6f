import { howReturned } from "#core/bookings/goodwill/labels.ts";
import { typedAmount } from "#core/bookings/goodwill/schema.ts";
import type { Context } from "#core/context.server.ts";
import { dayKey } from "#core/dates.ts";
import { formatPrice } from "#core/money.ts";
import { reviewLabel } from "#core/payments/labels.ts";
import { decideReview } from "#core/reconciliation/decide-payment-review.server.ts";
import { OUTSIDE_REFUND_NEEDS_TWO_FROM } from "#core/reconciliation/rules.ts";
import { reclaimShare } from "#core/reconciliation/share-reclaims/reclaim-share.server.ts";
import { PAYMENT_STATE_NAMES } from "#core/records/labels.ts";
import { showPaymentRecord } from "#core/records/payments/show-payment-record.server.ts";
import { RETURN_MEANS_NAMES } from "#core/return-means.ts";
import type { Role } from "#core/roles.ts";
import { closedTo } from "#core/work-queue/rules.ts";
import { findOwnWork } from "#core/work-queue/show-queue.server.ts";
import { newId } from "#platform/ids.server.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { actLines, deadlineOf, decideConfirmed } from "../../parts/operator/case.server.ts";
import { CaseFrame } from "../../parts/operator/case-screen.tsx";
import { type Choice, DecisionForm } from "../../parts/operator/decision-form.tsx";
import { disputeFacts, ledgerView } from "../../parts/operator/disputes/ledger.server.ts";
import { LedgerTable } from "../../parts/operator/disputes/ledger.tsx";
import { SelectField, TextField } from "../../parts/operator/fields/answer-form.tsx";
import { officeMeta } from "../../parts/operator/office.tsx";
import { happeningLines } from "../../parts/operator/records.server.ts";
import { Timeline } from "../../parts/operator/records.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/paiement";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger ce paiement." },
  actionFailure: { title: "Erreur", text: "La décision n'a pas été prise. Réessayez." },
};

export const meta: Route.MetaFunction = () => officeMeta("Paiement");

type Found = Awaited<ReturnType<typeof showPaymentRecord>>;

function choicesOf({ payment, owed, waiting, reclaimableCents }: Found, roles: readonly Role[]) {
  const choices: Choice[] = [];
  if (roles.includes("finance") && payment.status === "review") {
    choices.push({
      ...{ value: "refund", name: "Redemander le remboursement" },
      text: "Stripe l'a refusé ou n'a pu le faire ; le solde suffit de nouveau.",
    });
    if (!waiting) {
      const missing = owed
        ? ` Il lui manque ${formatPrice(owed.amountCents)}.`
        : " Il est noté comme rendu en entier.";
      choices.push({
        ...{ value: "accept", name: "Noter comme remboursé autrement" },
        text: `Le client a déjà son argent, par virement ou au tableau de bord.${missing} À partir de ${formatPrice(OUTSIDE_REFUND_NEEDS_TWO_FROM)} par paiement, quelqu'un d'autre confirme ; la somme reste due jusque-là.`,
      });
    }
  }
  if (roles.includes("administration") && reclaimableCents > 0) {
    choices.push({
      ...{ value: "reclaim", name: "Reprendre le versement" },
      text: `Jusqu'à ${formatPrice(reclaimableCents)}, la part du professionnel dans ce que Parenthèse a payé. Le motif lui est envoyé tel quel. Sans retour.`,
    });
  }
  return choices;
}

function amountOf({ owed, waiting, reclaimableCents }: Found, roles: readonly Role[]) {
  const isNoted = owed !== null && !waiting && roles.includes("finance");
  const isReclaimed = reclaimableCents > 0 && roles.includes("administration");
  if (!isNoted && !isReclaimed) return null;
  const noted =
    isNoted &&
    `Rendu hors de Stripe : ${formatPrice(owed.amountCents)} au plus. Vide ${owed.isPart ? "si le tableau de bord le montre" : "pour tout"}.`;
  const reclaimed =
    isReclaimed && `Pour une reprise seulement : ${formatPrice(reclaimableCents)} au plus.`;
  const label = isReclaimed ? "Montant à reprendre, en euros" : "Montant rendu, en euros";
  return {
    label: isNoted && isReclaimed ? "Montant, en euros" : label,
    hint: [noted, reclaimed].filter(Boolean).join(" "),
  };
}

export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const { paymentId } = args.params;
  const found = await showPaymentRecord(ctx, { paymentId }).catch(asPage);
  const { payment, shares } = found;
  const { roles } = ctx.operator;
  const work = await findOwnWork(ctx, { kind: ["dispute", "payment"], id: paymentId });
  const { amountCents, description, payerEmail } = payment;
  const choices = choicesOf(found, roles);
  return {
    deadline: work && deadlineOf(work, ctx.now()),
    acts: actLines(found.acts),
    ...{ sort: work?.name ?? "Paiement", title: `${formatPrice(amountCents)} : ${description}` },
    context: `Payé par ${payerEmail}`,
    choices,
    amount: amountOf(found, roles),
    // Only a note has a proof, whatever else may be decided here.
    proofUntil: choices.some(({ value }) => value === "accept") ? dayKey(ctx.now()) : null,
    waiting: found.waiting && {
      text: `${found.waiting.proposer} note ${formatPrice(found.waiting.amountCents)} comme remboursés ${found.waiting.proof ? `${howReturned(found.waiting.proof)}, référence «\u00a0${found.waiting.proof.reference}\u00a0»` : "autrement"}\u00a0: «\u00a0${found.waiting.reason}\u00a0»`,
      address: closedTo("goodwill", roles) ? null : operatorAddresses.goodwill(found.waiting.id),
    },
    // The form counts once, however often it is sent (rule: share-reclaimed).
    hidden: { reclaimId: newId() },
    dispute:
      payment.disputeStatus && roles.includes("finance")
        ? operatorAddresses.dispute(paymentId)
        : null,
    booking: operatorAddresses.booking(payment.reference),
    toClient: operatorAddresses.write("client", payment.reference, { paiement: paymentId }),
    toProfessional: operatorAddresses.write("professional", payment.reference, {
      paiement: paymentId,
    }),
    ledger: ledgerView(found.ledger),
    happenings: happeningLines(found.happenings),
    facts: [
      ["Stripe", payment.paymentIntentId],
      ["État", PAYMENT_STATE_NAMES[payment.status]],
      ["En examen", payment.reviewReason && reviewLabel(payment.reviewReason)],
      ...disputeFacts(payment),
      ["Rendu au client", shares && formatPrice(shares.returnedCents)],
      ["Chez le professionnel", shares && formatPrice(shares.professionalCents)],
    ].filter((fact): fact is [string, string] => Boolean(fact[1])),
  };
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const { paymentId } = args.params;
  if (form.decision === "reclaim") {
    const input = { ...form, paymentId } as Parameters<typeof reclaimShare>[1];
    const reclaim = async (one: Context) =>
      (await reclaimShare(one, input)).made ? RECLAIMED : RECLAIMED_LATER;
    return decideConfirmed(ctx, reclaim, form, {
      to: operatorAddresses.payment(paymentId),
      says: async () => [
        `${formatPrice(typedAmount.parse(form.amount))} sont repris au professionnel, à qui votre motif est écrit mot pour mot.`,
      ],
    });
  }
  const input = { ...form, paymentId } as Parameters<typeof decideReview>[1];
  const settle = async (one: Context) => {
    const { decided, isSilent } = await decideReview(one, input);
    if (!decided) return "Remboursement noté : quelqu'un d'autre le confirme";
    if (isSilent) return "Stripe ne répond pas : la demande repart d'elle-même";
    return form.decision === "refund" ? "Remboursement redemandé" : "Remboursement noté";
  };
  return decideConfirmed(ctx, settle, form, {
    async says() {
      const { owed, payment } = await showPaymentRecord(ctx, { paymentId });
      const amount =
        typedAmount.safeParse(form.amount).data ?? (owed?.isPart ? null : owed?.amountCents);
      const sum = amount ? formatPrice(amount) : "Ce que le tableau de bord montre";
      return form.decision === "refund"
        ? [
            `Stripe rend à ${payment.payerEmail} ce qui lui est dû. Les e-mails partent une fois l'argent rendu.`,
          ]
        : [`${sum} : noté comme déjà rendu à ${payment.payerEmail}, et donc plus dû.`];
    },
  });
}

const RECLAIMED = "Part reprise, le professionnel le sait";
const RECLAIMED_LATER = "Reprise décidée : Stripe ne répond pas, elle suivra d'elle-même";

export default function PaymentFile({ loaderData, actionData }: Route.ComponentProps) {
  const { sort, title, context, deadline, acts, facts, choices, hidden } = loaderData;
  const { booking, dispute, ledger, happenings, amount, waiting, proofUntil } = loaderData;
  return (
    <CaseFrame
      {...{ title, context, deadline, acts }}
      mails={actionData?.mails}
      place="File"
      steps={[{ label: "File", to: operatorAddresses.queue }, { label: sort }]}
      decision={
        <div className="grid gap-5">
          {dispute && (
            <p>
              Ce paiement a été contesté : <TextLink to={dispute}>ouvrir le litige</TextLink>.
            </p>
          )}
          {waiting && (
            <Notice tone="info">
              {waiting.text}{" "}
              {waiting.address && <TextLink to={waiting.address}>Confirmer ou refuser</TextLink>}
            </Notice>
          )}
          {choices.length > 0 ? (
            <DecisionForm
              choices={choices}
              hidden={hidden}
              reasonLabel={
                choices.some(({ value }) => value === "reclaim")
                  ? "Motif, lu par le contrôle ; d'une reprise, aussi par le professionnel"
                  : "Motif, lu plus tard par le contrôle"
              }
              reasonHint="Ce qui s'est passé."
              answer={actionData}
            >
              {amount && (
                <TextField name="amount" {...amount} inputMode="decimal" autoComplete="off" />
              )}
              {proofUntil && (
                <fieldset className="grid gap-6">
                  <legend className="mb-4 font-label">S'il a été remboursé autrement</legend>
                  <TextField name="madeOn" label="Rendu le" type="date" max={proofUntil} />
                  <SelectField
                    name="means"
                    label="Moyen"
                    empty="À choisir"
                    options={Object.entries(RETURN_MEANS_NAMES)}
                  />
                  <TextField
                    name="reference"
                    label="Référence"
                    hint="Celle que la banque montre : le client la lit dans son e-mail."
                    autoComplete="off"
                    maxLength={100}
                  />
                </fieldset>
              )}
            </DecisionForm>
          ) : (
            !dispute &&
            !waiting && <Notice tone="info">Rien n'est à faire ici, ou pas avec vos rôles.</Notice>
          )}
        </div>
      }
    >
      <Panel id="argent" title="L'argent">
        <LedgerTable ledger={ledger} />
        <Facts facts={facts} />
        <p className="mt-4 flex flex-wrap gap-x-6">
          <TextLink to={booking}>La réservation et tout son déroulé</TextLink>
          <TextLink to={loaderData.toClient}>Écrire au client</TextLink>
          <TextLink to={loaderData.toProfessional}>Écrire au professionnel</TextLink>
        </p>
      </Panel>
      <Timeline happenings={happenings} />
    </CaseFrame>
  );
}
