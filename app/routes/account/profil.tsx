import { PrefetchPageLinks } from "react-router";
import { showSecurity } from "#core/accounts/logins/show-security.server.ts";
import { savedTexts } from "#core/accounts/profile/labels.ts";
import {
  basicProfile,
  showDeletionRequest,
  showProfile,
  updateProfile,
} from "#core/accounts/profile/update-profile.server.ts";
import { isProfessional, isUnfinished } from "#core/accounts/rules.ts";
import { listBookings, showUpcomingCount } from "#core/bookings/lists/list-bookings.server.ts";
import { listManaged } from "#core/bookings/lists/list-managed.server.ts";
import { listEarnings } from "#core/earnings/list-earnings.server.ts";
import { deletionDueAt } from "#core/privacy/rules.ts";
import { paymentAccountState } from "#core/professionals/rules.ts";
import { showOwnProfessional } from "#core/professionals/show-seller.server.ts";
import { NO_PLAN, PLAN_NAMES } from "#core/subscriptions/labels.ts";
import { showQuota, showSubscription } from "#core/subscriptions/show-subscription.server.ts";
import { showTaxDetails } from "#core/taxes/decide-tax-request.server.ts";
import { showOwnVerification } from "#core/verifications/show-verification.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asFormError, asPage } from "../../failures/errors.server.ts";
import { readPart } from "../../failures/read-part.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { findOwnRestrictions } from "../../parts/account/own-restrictions.server.ts";
import { OwnRestrictionNotices } from "../../parts/account/own-restrictions.tsx";
import { DangerZone } from "../../parts/account/profile/deletion.tsx";
import {
  ClientSessions,
  NextSessions,
  nextAppointments,
} from "../../parts/account/profile/next-sessions.tsx";
import { DataCard, PersonalCard } from "../../parts/account/profile/personal-card.tsx";
import {
  ProfessionalCard,
  TaxCard,
  VerificationCard,
  WorkingTimeCard,
} from "../../parts/account/profile/professional-cards.tsx";
import {
  ProfessionalBenefits,
  ProfessionalInvitation,
} from "../../parts/account/profile/professional-invitation.tsx";
import { ProfileHead, UnfinishedBanner } from "../../parts/account/profile/profile-head.tsx";
import { QuickActions } from "../../parts/account/profile/quick-actions.tsx";
import { QuotaCard } from "../../parts/account/profile/quota-card.tsx";
import { SecurityCard } from "../../parts/account/profile/security-card.tsx";
import { SubscriptionCard } from "../../parts/account/profile/subscription-card.tsx";
import { EarningsCard } from "../../parts/earnings/earnings.tsx";
import { PartFailed } from "../../parts/layout/part-failed.tsx";
import { SessionManager } from "../../parts/manager/manager.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { verificationState } from "../../parts/verification/own-proofs.server.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useFreshOnReturn } from "../../ui/hooks/use-fresh-on-return.ts";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/profil";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger votre profil." },
  actionFailure: { title: "Erreur", text: "Une erreur est survenue lors de la mise à jour." },
};

export const meta: Route.MetaFunction = () => titleMeta("Mon profil");

const RETURNS = { plan_updated: "Plan mis à jour", subscription_updated: "Abonnement activé !" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { searchParams } = new URL(request.url);
  const now = ctx.now();
  if (!ctx.actor) return { own: null, now };
  const subscription = await readPart(context, "subscription", () => showSubscription(ctx));
  const returned = Object.entries(RETURNS).find(([name]) => searchParams.has(name));
  if (returned) {
    const planId = subscription?.planId;
    const toast = planId
      ? { title: returned[1], text: `Votre plan : ${PLAN_NAMES[planId]}.` }
      : { title: RETURNS.plan_updated, text: NO_PLAN };
    return redirectWithToast(addresses.profile, toast);
  }
  const { professionalId } = ctx.actor;
  const profile =
    (await readPart(context, "profile", () => showProfile(ctx).catch(asPage))) ??
    basicProfile(ctx.actor, now);
  const [
    professional,
    managed,
    activities,
    quota,
    earnings,
    booked,
    askedAt,
    upcoming,
    security,
    tax,
    verification,
    restrictions,
  ] = await Promise.all([
    readPart(context, "business", () => showOwnProfessional(ctx)),
    readPart(context, "sessions", () => listManaged(ctx, "session")),
    readPart(context, "activities", () => listManaged(ctx, "activity")),
    profile.isPro ? readPart(context, "quota", () => showQuota(ctx)) : null,
    professionalId ? readPart(context, "earnings", () => listEarnings(ctx)) : null,
    readPart(context, "bookings", () => listBookings(ctx, { when: "upcoming", limit: 10 })),
    isProfessional(ctx.actor)
      ? readPart(context, "deletion request", () => showDeletionRequest(ctx))
      : null,
    readPart(context, "number of bookings", () => showUpcomingCount(ctx)),
    readPart(context, "security", () => showSecurity(ctx)),
    professionalId ? readPart(context, "tax details", () => showTaxDetails(ctx)) : null,
    professionalId ? readPart(context, "verification", () => showOwnVerification(ctx)) : null,
    professionalId
      ? readPart(context, "restrictions", () => findOwnRestrictions(ctx, professionalId))
      : null,
  ]);
  return {
    /** What is null could not be read. */
    own: {
      profile,
      professional,
      managed,
      activities,
      quota,
      earnings,
      subscription,
      tax,
      restrictions,
      verification: verification && verificationState(verification, now),
      bookings: booked?.bookings ?? null,
      security,
      lacksSessions: professionalId !== null && !managed,
      unfinished: isUnfinished(ctx.actor),
      leaving: askedAt && { askedAt, dueAt: deletionDueAt(askedAt) },
      // The request itself is refused all the same.
      upcoming: upcoming ?? 0,
    },
    now,
    isEditing: searchParams.has("modifier"),
    isChangingPassword: searchParams.has("mot-de-passe"),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const { firstName, lastName, phone } = await readForm(request);
  const typed = { firstName, lastName, phone };
  // An empty field of this card keeps its value.
  const filled = Object.entries(typed).filter(([, value]) => String(value ?? "").trim() !== "");
  try {
    const before = await showProfile(ctx);
    const toast = savedTexts(typed, before, await updateProfile(ctx, Object.fromEntries(filled)));
    return redirectWithToast(addresses.profile, toast);
  } catch (error) {
    return asFormError(error);
  }
}

export default function ProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  useFreshOnReturn();
  if (!loaderData.own) {
    return (
      <div className="page pt-10">
        <EmptyState
          heading="h1"
          picture="yoga-b"
          title="Connexion requise"
          link={{ to: addresses.logIn, label: "Se connecter" }}
        >
          Connectez-vous pour voir votre profil et vos réservations.
        </EmptyState>
      </div>
    );
  }
  const { own, now, isEditing, isChangingPassword } = loaderData;
  const { profile, professional, managed, activities, quota, subscription, tax, bookings } = own;
  const { verification, unfinished } = own;
  const isBuyer = bookings !== null && (profile.isClient || bookings.length > 0);
  const [firstManaged] = Object.values(managed ?? {}).flat();
  const professionalId = professional?.id ?? null;
  const personal = (
    <PersonalCard profile={profile} editing={isEditing} fields={actionData?.fields} />
  );
  return (
    <div className="page">
      <ProfileHead
        profile={profile}
        unfinished={unfinished}
        quotaReached={quota?.state === "reached"}
        account={professional ? paymentAccountState(professional) : "none"}
      />
      {own.restrictions && <OwnRestrictionNotices {...own.restrictions} />}
      {unfinished && <UnfinishedBanner />}
      {!bookings && <PartFailed text="Impossible de charger vos sessions." className="mb-6" />}
      {own.lacksSessions && (
        <PartFailed text="Impossible de récupérer les sessions" className="mb-6" />
      )}
      <div className="grid gap-6 *:min-w-0 lg:grid-cols-12">
        {profile.isPro && professional ? (
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
            <EarningsCard earnings={own.earnings} className="lg:col-span-12" />
            <ProfessionalCard professional={professional} className="lg:col-span-7" />
            <div className="grid gap-6 lg:col-span-5">
              {personal}
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
            <ProfessionalBenefits
              planId={subscription?.planId ?? null}
              className="lg:col-span-12"
            />
          </>
        ) : (
          <>
            {bookings && <ClientSessions bookings={bookings} now={now} className="lg:col-span-7" />}
            <div className={bookings ? "grid lg:col-span-5" : "grid lg:col-span-12"}>
              {personal}
            </div>
            <QuickActions professionalId={null} className="lg:col-span-7" />
            {!unfinished && <ProfessionalInvitation className="lg:col-span-5" />}
            <SubscriptionCard
              subscription={subscription}
              className={unfinished ? "lg:col-span-5" : "lg:col-span-7"}
            />
            <DataCard className={unfinished ? "lg:col-span-12" : "lg:col-span-5"} />
          </>
        )}
        {managed && (
          <div id="sessions-publiees" className="lg:col-span-12">
            {/* Its screen has the words for a cut network (rule: keep-the-page). */}
            {firstManaged && <PrefetchPageLinks page={addresses.editSession(firstManaged.id)} />}
            <SessionManager
              groups={managed}
              now={now}
              canBePaid={Boolean(professional?.stripeConnectAccountId)}
            />
          </div>
        )}
        <SecurityCard
          email={profile.email}
          security={own.security}
          isChanging={isChangingPassword}
          className="lg:col-span-12"
        />
        <DangerZone
          isProfessional={isProfessional({ ...profile, professionalId })}
          leaving={own.leaving}
          upcoming={own.upcoming}
          bookingsAt={managed ? "#sessions-publiees" : addresses.ownSessions}
          now={now}
          className="lg:col-span-12"
        />
      </div>
      <FormToast toast={actionData?.toast} />
    </div>
  );
}
