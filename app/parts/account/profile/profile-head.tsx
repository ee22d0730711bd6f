import { Plus } from "@lucide/icons";
import type { Profile } from "#core/accounts/schema.ts";
import type { PaymentAccountState } from "#core/professionals/rules.ts";
import { roleBadges } from "#core/subscriptions/labels.ts";
import * as addresses from "#site/addresses.ts";
import { Badge } from "../../../ui/badge.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Icon } from "../../../ui/pictures/icon.tsx";
import { Monogram } from "../../catalogue/monogram.tsx";
import { PaymentAccountNotice } from "../../onboarding/payment-account-notice.tsx";

export function ProfileHead({
  profile,
  unfinished,
  quotaReached,
  account,
}: {
  profile: Profile;
  unfinished: boolean;
  quotaReached: boolean;
  account: PaymentAccountState;
}) {
  const name = `${profile.firstName} ${profile.lastName}`.trim();
  const { to, label } = mainAction(profile.professionalInfo !== null, account, quotaReached);
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-5 pt-6 pb-8">
      <div className="flex min-w-0 flex-1 basis-80 items-center gap-5">
        <Monogram name={name || profile.email} className="size-18" />
        <div className="min-w-0">
          <h1 className="text-28 wrap-anywhere md:text-36">
            {profile.firstName ? `Bonjour ${profile.firstName}` : "Bonjour"}
          </h1>
          <ul className="mt-2 flex flex-wrap gap-2">
            {roleBadges(profile).map((badge) => (
              <li key={badge}>
                <Badge tone={badge === "Client" ? "sand" : "sage"}>{badge}</Badge>
              </li>
            ))}
          </ul>
        </div>
      </div>
      {account === "restricted" || account === "lost" ? (
        <PaymentAccountNotice tone="danger" role="alert" className="basis-full" state={account} />
      ) : (
        <div className="grid max-sm:w-full">
          {!unfinished && (
            <ButtonLink to={to} variant="clay">
              {to === addresses.addSession && <Icon of={Plus} className="size-4" />}
              {label}
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  );
}

/** Asks for an account, or at the limit for a plan (rules: payment-account, quota-states). */
function mainAction(
  isProfessional: boolean,
  account: PaymentAccountState,
  quotaReached: boolean,
): { to: string; label: string } {
  if (!isProfessional) return { to: addresses.sessions, label: "Trouver une session" };
  if (account === "none") {
    return { to: addresses.paymentAccount, label: "Configurer mes paiements" };
  }
  if (quotaReached) return { to: addresses.plans, label: "Upgrader mon plan" };
  return { to: addresses.addSession, label: "Ajouter une session" };
}

export function UnfinishedBanner() {
  return (
    <Panel
      aria-labelledby="profil-a-terminer"
      className="mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4"
    >
      <div className="min-w-0 flex-1 basis-80">
        <h2 id="profil-a-terminer" className="text-22">
          Terminez votre profil professionnel
        </h2>
        <p className="mt-1 text-ink-soft">
          Présentez votre activité et confirmez votre plan : vous pourrez ensuite publier vos
          sessions.
        </p>
      </div>
      <ButtonLink to={addresses.becomeProfessional} variant="clay" className="max-sm:w-full">
        Terminer mon profil
      </ButtonLink>
    </Panel>
  );
}
