import { data } from "react-router";
import { roleBadges } from "#core/accounts/labels.ts";
import { showProfile } from "#core/accounts/show-profile.server.ts";
import { updateProfile } from "#core/accounts/update-profile.server.ts";
import { listManagedSessions } from "#core/bookings/list-managed-sessions.server.ts";
import { requestContext } from "../context.server.ts";
import { asFormError, asPage } from "../errors.server.ts";
import { redirectWithToast } from "../flash.server.ts";
import { PersonalCard } from "../parts/account/personal-card.tsx";
import { QuickActions } from "../parts/account/quick-actions.tsx";
import { Monogram } from "../parts/catalogue/monogram.tsx";
import { SessionManager } from "../parts/manager/session-manager.tsx";
import { readForm } from "../read-form.ts";
import { site } from "../site.ts";
import { Badge } from "../ui/badge.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { FormToast } from "../ui/form-toast.tsx";
import type { Route } from "./+types/profil";

export const handle = {
  actionFailure: { title: "Erreur", text: "Une erreur est survenue lors de la mise à jour." },
};

export const meta: Route.MetaFunction = () => [{ title: `Mon profil — ${site.name}` }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const editing = new URL(request.url).searchParams.has("modifier");
  if (!ctx.actor) return { profile: null, managed: null, now: ctx.now(), editing };
  const profile = await showProfile(ctx).catch(asPage);
  return { profile, managed: await listManagedSessions(ctx), now: ctx.now(), editing };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const { firstName, lastName, phone } = await readForm(request);
  try {
    await updateProfile(ctx, { firstName, lastName, phone });
    return redirectWithToast("/profil", { title: "Profil mis à jour", tone: "success" });
  } catch (error) {
    const failure = asFormError(error);
    return data(failure.data, failure.init ?? {});
  }
}

export default function ProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, managed, now, editing } = loaderData;
  if (!profile) return <SignedOut />;
  const name = `${profile.firstName} ${profile.lastName}`.trim();
  return (
    <div className="page">
      <div className="flex flex-wrap items-center gap-x-8 gap-y-5 pt-6 pb-8">
        <Monogram name={name || profile.email} className="size-18" />
        <div>
          <h1 className="text-28 md:text-36">
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
      <div className="grid gap-6 lg:grid-cols-12">
        {managed && <SessionManager groups={managed} now={now} className="lg:col-span-12" />}
        <PersonalCard
          profile={profile}
          editing={editing}
          fields={actionData?.fields}
          className="lg:col-span-7"
        />
        <QuickActions className="lg:col-span-5" />
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
        action={
          <ButtonLink to="/connexion" variant="sage">
            Se connecter
          </ButtonLink>
        }
      >
        Connectez-vous pour voir votre profil et vos réservations.
      </EmptyState>
    </div>
  );
}
