import type { ReactNode } from "react";
import type { Profile } from "#core/accounts/schema.ts";
import type { ManagedGroups } from "#core/bookings/lists/rules.ts";
import type { BookingView, ManagedOffering } from "#core/bookings/schema.ts";
import type { Earnings } from "#core/earnings/schema.ts";
import type { OwnTaxDetails } from "#core/papers/schema.ts";
import type { OwnProfessional } from "#core/professionals/schema.ts";
import type { QuotaView, SubscriptionView } from "#core/subscriptions/schema.ts";
import * as addresses from "#site/addresses.ts";
import { EarningsCard } from "../../earnings/earnings.tsx";
import { ClientSessions, NextSessions, nextAppointments } from "./next-sessions.tsx";
import { DataCard } from "./personal-card.tsx";
import {
  ProfessionalCard,
  TaxCard,
  VerificationCard,
  type VerificationState,
  WorkingTimeCard,
} from "./professional-cards.tsx";
import { ProfessionalBenefits } from "./professional-invitation.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { QuotaCard } from "./quota-card.tsx";
import { SubscriptionCard } from "./subscription-card.tsx";

export function ProfessionalDashboard({
  profile,
  professional,
  managed,
  activities,
  quota,
  earnings,
  subscription,
  tax,
  verification,
  bookings,
  now,
  children,
}: {
  profile: Profile;
  professional: OwnProfessional;
  managed: ManagedGroups<ManagedOffering> | null;
  activities: ManagedGroups<ManagedOffering> | null;
  /** Null when it could not be read. */
  quota: QuotaView | null;
  earnings: Earnings | null;
  subscription: SubscriptionView | null;
  tax: OwnTaxDetails | null;
  verification: VerificationState | null;
  /** Null when they could not be read. */
  bookings: readonly BookingView[] | null;
  now: Date;
  children: ReactNode;
}) {
  const isBuyer = bookings !== null && (profile.isClient || bookings.length > 0);
  return (
    <>
      {quota && <QuotaCard quota={quota} className="lg:col-span-5" />}
      {managed && (
        <NextSessions
          id="rendez-vous"
          title="Prochains rendez-vous"
          sessions={nextAppointments(activities ? [managed, activities] : [managed], now)}
          all={{ to: addresses.agenda, of: "mon agenda" }}
          empty={{
            text: "Aucune réservation à venir.",
            to: addresses.professional(professional.id),
            action: "Voir ma page publique",
          }}
          now={now}
          className={quota ? "lg:col-span-7" : "lg:col-span-12"}
        />
      )}
      <EarningsCard earnings={earnings} className="lg:col-span-12" />
      <ProfessionalCard professional={professional} className="lg:col-span-7" />
      <div className="grid gap-6 lg:col-span-5">
        {children}
        {verification && <VerificationCard state={verification} />}
        <DataCard />
      </div>
      <WorkingTimeCard
        professional={professional}
        className={tax ? "lg:col-span-7" : "lg:col-span-12"}
      />
      {tax && <TaxCard tax={tax} className="lg:col-span-5" />}
      {isBuyer && <ClientSessions bookings={bookings} now={now} className="lg:col-span-7" />}
      <SubscriptionCard subscription={subscription} className="lg:col-span-5" />
      <QuickActions
        professionalId={professional.id}
        mayCreateActivities={profile.isPro && profile.canCreateActivities}
        hasActivities={Object.values(activities ?? {}).flat().length > 0}
        wide={isBuyer}
        className={isBuyer ? "lg:col-span-12" : "lg:col-span-7"}
      />
      <ProfessionalBenefits planId={subscription?.planId ?? null} className="lg:col-span-12" />
    </>
  );
}
