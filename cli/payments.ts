import { formatDate } from "#core/dates.ts";
import { formatPrice } from "#core/money.ts";
import { noteDone } from "#core/monitoring/measure-state.server.ts";
import { listDoubleBookings } from "#core/occupancy/occupy-slot.server.ts";
import { judgeSecrets } from "#core/operators/logins/totp-secrets.server.ts";
import { listReviews } from "#core/payments/find-payment.server.ts";
import { judgeAnchor } from "#core/reconciliation/acts-chain/act-invariants.server.ts";
import { judgeDebts, judgeInvariants } from "#core/reconciliation/check-invariants.server.ts";
import { compareProvider } from "#core/reconciliation/compare-provider.server.ts";
import {
  decideOutsideRefund,
  decideReview,
} from "#core/reconciliation/decide-payment-review.server.ts";
import {
  reconcilePayments,
  resumeAfterRestore,
} from "#core/reconciliation/reconcile-payments.server.ts";
import { replayStripeEvent } from "#core/reconciliation/replay-stripe-event.server.ts";
import { reclaimShare } from "#core/reconciliation/share-reclaims/reclaim-share.server.ts";
import { reconcileSubscriptions } from "#core/subscriptions/sync-subscription.server.ts";
import { newId } from "#platform/ids.server.ts";
import { type Command, chosen, listing, ofSecondPerson, reasonOf, textOf } from "./command.ts";

export const commands: Record<string, Command> = {
  check: {
    help: "vérifie les invariants (places, argent, e-mails, accès, quotas) sur toute la base et chez Stripe",
    async run(ctx, _, print) {
      let total = 0;
      // Our own invariants come first, in case Stripe does not answer.
      const judges = [
        () => judgeInvariants(ctx.db, ctx.now()),
        () => judgeDebts(ctx.db, ctx.now()),
        () => judgeAnchor(ctx),
        () => judgeSecrets(ctx),
        () => compareProvider(ctx),
      ];
      for (const judge of judges) {
        for (const { invariant, faults } of await judge()) {
          print(`${invariant} : ${faults.length}`);
          for (const fault of faults) print(`   ${fault}`);
          total += faults.length;
        }
      }
      const overlaps = await listDoubleBookings(ctx.db, ctx.now());
      print(`Heures vendues « en parallèle », ce qui n'est pas une faute : ${overlaps.length}`);
      for (const overlap of overlaps) print(`   ${overlap}`);
      await noteDone(ctx, "checked", total);
      print(total === 0 ? "Tout est juste." : `Écarts : ${total}.`);
      return total === 0;
    },
  },
  reconcile: {
    help: "demande maintenant à Stripe l'état de tout ce qui n'est pas réglé",
    async run(ctx, _, print) {
      const left = (await reconcilePayments(ctx)) + (await reconcileSubscriptions(ctx));
      print(
        left === 0
          ? "Paiements et abonnements rapprochés."
          : `Pas encore rapprochés : ${left}. Les lignes du journal disent pourquoi ; le site réessaie toutes les 30 s.`,
      );
      return left === 0;
    },
  },
  "sell-from-here": {
    usage: "--reason <texte>",
    help: "dit qu'une base restaurée est désormais celle du site : ce qui a été payé depuis la sauvegarde est réservé de nouveau ou remboursé",
    isDestructive: true,
    async run(ctx, { options }, print) {
      const wasWaiting = await resumeAfterRestore(ctx, { reason: reasonOf(options) });
      print(
        wasWaiting
          ? "Cette base est celle du site. « reconcile » retrouve ce qui a été payé depuis la sauvegarde."
          : "Cette base n'attendait pas cette décision.",
      );
      return wasWaiting;
    },
  },
  "replay-event": {
    usage: "<evt_…> [--account <acct_…>] --reason <texte>",
    help: "traite de nouveau un événement de Stripe",
    async run(ctx, { args: [eventId = ""], options }, print) {
      const account = typeof options.account === "string" ? { account: options.account } : {};
      const asked = { eventId, ...account, reason: reasonOf(options) };
      print(`Traité : ${await replayStripeEvent(ctx, asked)}.`);
    },
  },
  reviews: listing(
    "liste les paiements qui attendent une décision",
    listReviews,
    ({ id, createdAt, amountCents, payerEmail, paymentIntentId, reviewReason, disputeStatus }) => {
      const why = [reviewReason, disputeStatus && `contestation : ${disputeStatus}`];
      return `${id}  ${formatDate(createdAt)}  ${formatPrice(amountCents)}  ${payerEmail}  ${paymentIntentId ?? "-"}  ${why.filter(Boolean).join(", ")}`;
    },
    "Aucun paiement n'attend de décision.",
  ),
  reclaim: {
    usage: "<paiement> <euros> --reason <texte>",
    help: "reprend au professionnel sa part d'un geste ou d'un litige perdu ; le motif lui est envoyé",
    isDestructive: true,
    async run(ctx, { args: [paymentId = "", amount = ""], options }, print) {
      const asked = { paymentId, reclaimId: newId(), amount, reason: textOf(options.reason) };
      const { made } = await reclaimShare(ctx, asked);
      print(
        made
          ? "Part reprise, le professionnel le sait."
          : "Reprise décidée : Stripe ne répond pas, « reconcile » redemande.",
      );
      return made;
    },
  },
  "settle-review": {
    usage:
      "<paiement> --refund | --accept [--amount <euros>] --on <jour> --means transfer|check|cash|other --reference <texte> --reason <texte>",
    help: "--refund redemande un remboursement refusé ou échoué ; --accept : le client a été remboursé autrement, de tout ou de ce montant, ce jour, par ce moyen ; à partir de 100 €, le propose (« goodwill-proposals »)",
    isDestructive: true,
    async run(ctx, { args: [paymentId = ""], options }, print) {
      const decision = chosen(options, { refund: "refund", accept: "accept" });
      const said = {
        ...{ amount: textOf(options.amount), reason: textOf(options.reason) },
        ...{ madeOn: textOf(options.on), means: textOf(options.means) },
        reference: textOf(options.reference),
      };
      const { decided, isSilent } = await decideReview(ctx, { paymentId, decision, ...said });
      const noted = decided
        ? "Remboursement noté comme fait par un autre moyen."
        : "Remboursement noté : à confirmer à deux.";
      const asked = isSilent
        ? "Stripe ne répond pas : la demande repart d'elle-même."
        : "Remboursement redemandé à Stripe.";
      print(decision === "refund" ? asked : noted);
    },
  },
  "decide-return": ofSecondPerson(
    "remboursement",
    "confirme un remboursement que quelqu'un d'autre a noté comme fait autrement, ou le refuse ; le motif du refus lui est envoyé",
    decideOutsideRefund,
    { grant: "Remboursement noté.", refuse: "Remboursement non confirmé." },
  ),
};
