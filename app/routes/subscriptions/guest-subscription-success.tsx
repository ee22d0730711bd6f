import { CircleCheck } from "@lucide/icons";
import { useSearchParams } from "react-router";
import { isAppError } from "#core/errors.ts";
import { verifyGuestSubscription } from "#core/subscriptions/checkouts/verify-subscription.server.ts";
import {
  boughtLabel,
  GUEST_SUBSCRIPTION_MESSAGES,
  PLAN_NAMES,
} from "#core/subscriptions/labels.ts";
import { isPlanType, PLAN_TYPES, planOfType } from "#core/subscriptions/rules.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { readGuestProof } from "../../cookies/cookies.server.ts";
import { ResultLink, ResultScreen } from "../../parts/bookings/result-screen.tsx";
import {
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
import { Notice } from "../../ui/notice.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/guest-subscription-success";

const FAILURE = { title: "Erreur de vérification", text: GUEST_SUBSCRIPTION_MESSAGES.failure };

export const handle = { actionFailure: FAILURE };

export const meta: Route.MetaFunction = () => titleMeta("Votre abonnement");

/** Verifies only with both plan and e-mail; otherwise it stays in the verifying state. */
export function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  return { isComplete: Boolean(searchParams.get("plan") && searchParams.get("email")) };
}

const failed = (text: string): Verified<PurchaseResult> =>
  problem(
    text === GUEST_SUBSCRIPTION_MESSAGES.returned ? "returned" : "error",
    FAILURE.title,
    text,
  );

export async function action({
  request,
  context,
}: Route.ActionArgs): Promise<Verified<PurchaseResult>> {
  const { searchParams } = new URL(request.url);
  const planType = searchParams.get("plan") ?? "";
  try {
    const { success, message, bank } = await verifyGuestSubscription(context.get(requestContext), {
      sessionId: searchParams.get("session_id"),
      planType,
      email: searchParams.get("email") ?? "",
      guestProof: readGuestProof(request),
    });
    if (bank === "deciding") return problem("processing", PURCHASE_ENDS.processing.title, message);
    if (bank === "refused") return problem("refused", PURCHASE_ENDS.refused.title, message);
    if (!success) return failed(message);
    return {
      result: "success",
      toast: { title: "Abonnement activé !", text: message },
      happened: [{ name: "subscription", data: { action: "activated", plan: planType } }],
    };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return failed(FAILURE.text);
  }
}

export default function GuestSubscriptionSuccess({
  loaderData: { isComplete },
}: Route.ComponentProps) {
  const { result, toast, Form } = useVerification<PurchaseResult>(null, "error", isComplete);
  const verifying = result === null;
  const succeeded = result === "success";
  return (
    <ResultScreen
      title={titleOf(result)}
      picture={succeeded ? "yoga" : "meditation-c"}
      busy={verifying}
      actions={
        <>
          {result === "refused" ? (
            <ResultLink to={addresses.plans} variant="sage" disabled={false}>
              Voir nos offres
            </ResultLink>
          ) : (
            <ResultLink
              to={verifying || succeeded ? addresses.logIn : addresses.contact}
              variant="sage"
              disabled={verifying}
            >
              {verifying || succeeded ? "Se connecter" : "Contacter le support"}
            </ResultLink>
          )}
          <ResultLink to={addresses.home} variant="outline" disabled={verifying}>
            Retour à l'accueil
          </ResultLink>
        </>
      }
    >
      <FormToast toast={toast} />
      <Words result={result} />
      {isComplete && (verifying || result === "processing" || result === "error") && (
        <VerificationForm Form={Form} verifying={verifying} />
      )}
    </ResultScreen>
  );
}

function titleOf(result: PurchaseResult | null): string {
  if (result === null) return "Vérification en cours...";
  if (result === "error") return FAILURE.title;
  return purchaseEnd(result)?.title ?? "Abonnement activé !";
}

function Words({ result }: { result: PurchaseResult | null }) {
  const [params] = useSearchParams();
  switch (result) {
    case null:
      return <p>Un instant, nous vérifions votre abonnement...</p>;
    case "error":
      return (
        <p>
          {GUEST_SUBSCRIPTION_MESSAGES.failure}. Si le montant a été débité, contactez le support :
          votre abonnement sera activé ou remboursé.
        </p>
      );
    case "success":
      return <Activated plan={params.get("plan")} email={params.get("email")} />;
    default:
      return <p>{PURCHASE_ENDS[result].text}</p>;
  }
}

function Activated({ plan, email }: { plan: string | null; email: string | null }) {
  const name = isPlanType(plan) ? PLAN_NAMES[planOfType(plan)].toUpperCase() : "";
  const type = isPlanType(plan) ? PLAN_TYPES[plan] : "free";
  const priceKey = type === "free" ? null : type;
  return (
    <>
      <ul className="grid gap-2 text-left text-ink">
        <li className="flex items-center gap-3">
          <Icon of={CircleCheck} className="size-6 shrink-0 text-success" />
          <span>
            Plan <b className="font-strong">{name}</b> activé
            {priceKey && (
              <span className="block text-ink-soft figures">{boughtLabel(priceKey)}</span>
            )}
          </span>
        </li>
        <li className="flex items-center gap-3">
          <Icon of={CircleCheck} className="size-6 shrink-0 text-success" />
          <span className="wrap-anywhere">
            Un e-mail avec vos identifiants a été envoyé à {email}
          </span>
        </li>
      </ul>
      <Notice className="text-left">
        Changez votre mot de passe temporaire dès votre première connexion. Si vous aviez déjà un
        compte, rien n'y change : connectez-vous comme d'habitude.
      </Notice>
    </>
  );
}
