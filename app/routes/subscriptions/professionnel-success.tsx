import { useEffect } from "react";
import { useNavigate } from "react-router";
import { isAppError } from "#core/errors.ts";
import { verifySubscription } from "#core/subscriptions/checkouts/verify-subscription.server.ts";
import { boughtLabel } from "#core/subscriptions/labels.ts";
import { planAndPriceOf } from "#core/subscriptions/rules.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { ResultLink, ResultScreen } from "../../parts/bookings/result-screen.tsx";
import {
  LogInToVerify,
  problem,
  useVerification,
  VerificationForm,
  type Verified,
} from "../../parts/bookings/verification-form.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import {
  PURCHASE_ENDS,
  type PurchaseResult,
  purchaseEnd,
} from "../../parts/subscriptions/purchase-ends.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/professionnel-success";

type Result = PurchaseResult | "pending" | "signed-out";

const CAN_ASK_AGAIN: readonly Result[] = ["pending", "processing", "error"];

/** Milliseconds. */
const REDIRECT_DELAY = 2_000;
const PROFILE = `${addresses.profile}?subscription_updated=true`;

const FAILURE = {
  title: "Erreur",
  text: "Une erreur est survenue lors de la vérification du paiement",
};

export const handle = { actionFailure: FAILURE };

export const meta: Route.MetaFunction = () => titleMeta("Votre abonnement");

export function loader({ request }: Route.LoaderArgs) {
  return { hasId: Boolean(new URL(request.url).searchParams.get("session_id")) };
}

const failed = problem("error", FAILURE.title, FAILURE.text);

const ended = (end: keyof typeof PURCHASE_ENDS): Verified<Result> =>
  problem(end, PURCHASE_ENDS[end].title, PURCHASE_ENDS[end].text);

export async function action({ request, context }: Route.ActionArgs): Promise<Verified<Result>> {
  const sessionId = new URL(request.url).searchParams.get("session_id") ?? "";
  try {
    const verdict = await verifySubscription(context.get(requestContext), { sessionId });
    if (verdict.priceKey) {
      return {
        result: "success",
        toast: { title: "Abonnement activé !", text: boughtLabel(verdict.priceKey) },
        happened: [
          {
            name: "subscription",
            data: { action: "activated", plan: planAndPriceOf(verdict.priceKey).plan.id },
          },
        ],
      };
    }
    if (verdict.returned) return ended("returned");
    if (verdict.bank === "deciding") return ended("processing");
    if (verdict.bank === "refused") return ended("refused");
    return problem("pending", "Paiement en attente", "Votre paiement est en cours de traitement");
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.code === "unauthenticated"
      ? problem("signed-out", "Erreur", error.message)
      : failed;
  }
}

export default function SubscriptionSuccess({ loaderData: { hasId } }: Route.ComponentProps) {
  const { result, toast, Form } = useVerification<Result>(hasId ? null : "error", "error");
  useWayOn(result === "success");
  const verifying = result === null;
  return (
    <ResultScreen
      title={titleOf(result)}
      picture={result === "success" ? "yoga" : "meditation-c"}
      busy={verifying}
      actions={
        <>
          <ResultLink to={PROFILE} variant="sage" disabled={verifying}>
            Voir mon profil
          </ResultLink>
          {result !== "success" && (
            <ResultLink to={addresses.plans} variant="outline" disabled={verifying}>
              Voir nos offres
            </ResultLink>
          )}
        </>
      }
    >
      {/* Also the toast on the profile a moment later, so it is said once only. */}
      <FormToast toast={result === "success" ? null : toast} />
      <Words result={result} bought={toast?.text} />
      {hasId && (verifying || CAN_ASK_AGAIN.includes(result)) && (
        <VerificationForm Form={Form} verifying={verifying} />
      )}
    </ResultScreen>
  );
}

function titleOf(result: Result | null): string {
  if (result === null) return "Vérification en cours...";
  if (result === "success") return "Abonnement activé !";
  return purchaseEnd(result)?.title ?? "Vérification du paiement";
}

function Words({ result, bought }: { result: Result | null; bought: string | undefined }) {
  switch (result) {
    case null:
      return <p>Un instant, nous vérifions votre paiement...</p>;
    case "success":
      return (
        <>
          <p className="font-strong text-ink figures">{bought}</p>
          <p>Votre abonnement est actif. Vous allez retrouver votre profil.</p>
        </>
      );
    case "processing":
    case "refused":
    case "returned":
      return <p>{PURCHASE_ENDS[result].text}</p>;
    case "signed-out":
      return <LogInToVerify />;
    default:
      return (
        <p>
          Si le montant a été débité, votre abonnement sera activé sous peu. Sinon,{" "}
          <TextLink to={addresses.contact}>contactez le support</TextLink>.
        </p>
      );
  }
}

function useWayOn(isVerified: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isVerified) return;
    const timer = setTimeout(() => navigate(PROFILE, { replace: true }), REDIRECT_DELAY);
    return () => clearTimeout(timer);
  }, [isVerified, navigate]);
}
