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
import { showTaxDetails } from "#core/papers/decide-tax-request.server.ts";
import { deletionDueAt } from "#core/privacy/rules.ts";
import { paymentAccountState } from "#core/professionals/rules.ts";
import { showOwnProfessional } from "#core/professionals/show-seller.server.ts";
import { NO_PLAN, PLAN_NAMES } from "#core/subscriptions/labels.ts";
import { showQuota, showSubscription } from "#core/subscriptions/show-subscription.server.ts";
import { showOwnVerification } from "#core/verifications/show-verification.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asFormError, asPage } from "../../failures/errors.server.ts";
import { readPart } from "../../failures/read-part.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { findOwnRestrictions } from "../../parts/account/own-restrictions.server.ts";
import { OwnRestrictionNotices } from "../../parts/account/own-restrictions.tsx";
import { ClientSessions } from "../../parts/account/profile/client-sessions.tsx";
import { DangerZone } from "../../parts/account/profile/danger-zone.tsx";
import { DataCard } from "../../parts/account/profile/data-card.tsx";
import { PersonalCard } from "../../parts/account/profile/personal-card.tsx";
import { ProfessionalDashboard } from "../../parts/account/profile/professional-dashboard.tsx";
import { ProfessionalInvitation } from "../../parts/account/profile/professional-invitation.tsx";
import { ProfileHead } from "../../parts/account/profile/profile-head.tsx";
import { QuickActions } from "../../parts/account/profile/quick-actions.tsx";
import { SecurityCard } from "../../parts/account/profile/security-card.tsx";
import { SubscriptionCard } from "../../parts/account/profile/subscription-card.tsx";
import { UnfinishedBanner } from "../../parts/account/profile/unfinished-banner.tsx";
import { PartFailed } from "../../parts/layout/part-failed.tsx";
import { SessionManager } from "../../parts/manager/session-manager.tsx";
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
  const editing = searchParams.has("modifier");
  const isChangingPassword = searchParams.has("mot-de-passe");
  const now = ctx.now();
  if (!ctx.actor) return { own: null, missing: [], now, editing, isChangingPassword };
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
    deletionAskedAt,
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
    missing: [
      ...(booked ? [] : ["Impossible de charger vos sessions."]),
      ...(professionalId && !managed ? ["Impossible de récupérer les sessions"] : []),
    ],
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
      unfinished: isUnfinished(ctx.actor),
      leaving: deletionAskedAt && {
        askedAt: deletionAskedAt,
        dueAt: deletionDueAt(deletionAskedAt),
      },
      // The request itself is refused all the same.
      upcoming: upcoming ?? 0,
    },
    now,
    editing,
    isChangingPassword,
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
  const { own, missing, now, editing, isChangingPassword } = loaderData;
  useFreshOnReturn();
  if (!own) return <SignedOut />;
  const { profile, professional, managed, quota, subscription, security, unfinished } = own;
  const [firstManaged] = Object.values(managed ?? {}).flat();
  const professionalId = professional?.id ?? null;
  const personal = <PersonalCard profile={profile} editing={editing} fields={actionData?.fields} />;
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
      {missing.map((text) => (
        <PartFailed key={text} text={text} className="mb-6" />
      ))}
      <div className="grid gap-6 *:min-w-0 lg:grid-cols-12">
        {profile.isPro && professional ? (
          <ProfessionalDashboard {...own} professional={professional} now={now}>
            {personal}
          </ProfessionalDashboard>
        ) : (
          <>
            {own.bookings && (
              <ClientSessions bookings={own.bookings} now={now} className="lg:col-span-7" />
            )}
            <div className={own.bookings ? "grid lg:col-span-5" : "grid lg:col-span-12"}>
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
          security={security}
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

function SignedOut() {
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
