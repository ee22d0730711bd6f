import { decideGoodwill, showGoodwill } from "#core/bookings/goodwill/give-goodwill.server.ts";
import { howReturned } from "#core/bookings/goodwill/labels.ts";
import type { ProposalKind } from "#core/bookings/goodwill/schema.ts";
import { formatMoment } from "#core/dates.ts";
import { formatPrice } from "#core/money.ts";
import { decideOutsideRefund } from "#core/reconciliation/decide-payment-review.server.ts";
import { decideLoss } from "#core/reconciliation/disputes/give-up-dispute.server.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { caseOf, decideConfirmed } from "../../parts/operator/case.server.ts";
import { CaseScreen } from "../../parts/operator/case-screen.tsx";
import { DecisionForm } from "../../parts/operator/decision-form.tsx";
import { officeMeta } from "../../parts/operator/office.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/geste";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette proposition." },
  actionFailure: { title: "Erreur", text: "La décision n'a pas été prise. Réessayez." },
};

export const meta: Route.MetaFunction = () => officeMeta("À deux");

/** Whatever somebody has proposed above their limit, for a second person (rule: goodwill). */
export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const { proposalId } = args.params;
  const proposal = await showGoodwill(ctx, { proposalId }).catch(asPage);
  const { kind, bookingId, paymentId, amountCents, title, proposer, proposedBy, reason } = proposal;
  const { evidenceDueAt, createdAt } = proposal;
  const object = paymentId
    ? ({ kind: "payment", id: paymentId } as const)
    : ({ kind: "booking", id: bookingId } as const);
  return {
    ...(await caseOf(ctx, "goodwill", object, proposalId)),
    ...{ kind, title: `${NAMES[kind]} de ${formatPrice(amountCents)}\u00a0: ${title}` },
    context: `Proposé par ${proposer}`,
    isOwn: proposedBy === ctx.operator.operatorId,
    // It was agreed to, and Stripe did not answer: only the closing is missing.
    isGranted: proposal.granted === true,
    booking: operatorAddresses.booking(bookingId),
    payment:
      paymentId &&
      (kind === "loss" ? operatorAddresses.dispute : operatorAddresses.payment)(paymentId),
    facts: [
      ["Client", proposal.buyerEmail],
      ["Prix payé", formatPrice(proposal.priceCents)],
      ["Proposé", formatMoment(createdAt)],
      ["Preuves attendues", evidenceDueAt && formatMoment(evidenceDueAt)],
      ["Rendu", proposal.proof && howReturned(proposal.proof)],
      ["Référence", proposal.proof?.reference],
      ["Motif", reason],
    ].filter((fact): fact is [string, string] => Boolean(fact[1])),
  };
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const input = { ...form, ...args.params } as unknown as Parameters<typeof decideGoodwill>[1];
  const { act, granted, refused } =
    DECISIONS[form.kind === "loss" || form.kind === "return" ? form.kind : "gift"];
  const isGrant = form.decision === "grant";
  return decideConfirmed(ctx, (one) => act(one, input), form, {
    done: isGrant ? granted : refused,
    async says() {
      if (!isGrant) return [];
      const { kind, amountCents } = await showGoodwill(ctx, args.params);
      return [`${formatPrice(amountCents)}. ${WORDS[kind].grant.text}`];
    },
  });
}

const NAMES: Record<ProposalKind, string> = {
  ...{ gift: "Geste", loss: "Perte", return: "Remboursement noté" },
};

const DECISIONS: Record<
  ProposalKind,
  { act: typeof decideGoodwill; granted: string; refused: string }
> = {
  gift: {
    act: decideGoodwill,
    ...{ granted: "Geste commercial accordé", refused: "Geste commercial refusé" },
  },
  loss: {
    ...{ act: decideLoss, granted: "Perte acceptée, litige clos", refused: "Perte refusée" },
  },
  return: {
    act: decideOutsideRefund,
    ...{ granted: "Remboursement noté", refused: "Remboursement non confirmé" },
  },
};

const GIFT = {
  ...{ sort: "Geste commercial", heading: "Le geste" },
  link: "",
  grant: {
    ...{ value: "grant", name: "Accorder" },
    text: "Rendu au client, qui est prévenu par e-mail. À la charge de Parenthèse.",
  },
  drop: "Rien n'est rendu au client.",
};
const LOSS = {
  ...{ sort: "Perte à confirmer", heading: "La perte", link: "Le litige et ses preuves" },
  grant: {
    ...{ value: "grant", name: "Confirmer la perte" },
    text: "Le litige est clos aussitôt, sans retour\u00a0: la banque ne lit plus aucune preuve. Les deux sont prévenus. À la charge de Parenthèse.",
  },
  drop: "Le litige reste ouvert, les preuves peuvent partir.",
};
const RETURN = {
  ...{ sort: "Remboursement à confirmer", heading: "Le remboursement" },
  link: "Le paiement et tout son déroulé",
  grant: {
    ...{ value: "grant", name: "Confirmer le remboursement" },
    text: "Noté comme rendu autrement que par Stripe\u00a0; le client est prévenu. Vérifiez le virement avant.",
  },
  drop: "Rien n'est noté, le client attend toujours.",
};
const WORDS = { gift: GIFT, loss: LOSS, return: RETURN };

export default function Goodwill({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, title, context, deadline, acts, facts, booking, payment } = loaderData;
  const { isOwn, isGranted } = loaderData;
  const words = WORDS[kind];
  const refuse = {
    ...{ value: "refuse", name: isOwn ? "Y renoncer" : "Refuser" },
    text: isOwn ? words.drop : "Le motif est envoyé à qui l'a proposé.",
  };
  return (
    <CaseScreen
      {...{ sort: words.sort, title, context, deadline, acts }}
      mails={actionData?.mails}
      decision={
        <DecisionForm
          choices={[...(isOwn && !isGranted ? [] : [words.grant]), ...(isGranted ? [] : [refuse])]}
          hidden={{ kind }}
          reasonLabel={
            isOwn
              ? "Motif, lu plus tard par le contrôle"
              : "Motif, lu par le contrôle et par qui l'a proposé"
          }
          reasonHint="Ce qui a été vérifié, ou ce qui manque."
          answer={actionData}
        />
      }
    >
      <Panel id="geste" title={words.heading}>
        <Facts facts={facts} />
        <p className="mt-4 flex flex-wrap gap-x-6">
          {payment && <TextLink to={payment}>{words.link}</TextLink>}
          <TextLink to={booking}>La réservation et tout son déroulé</TextLink>
        </p>
      </Panel>
    </CaseScreen>
  );
}
