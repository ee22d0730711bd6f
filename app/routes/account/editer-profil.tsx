import type { SubmissionResult } from "@conform-to/react";
import { data, useNavigation } from "react-router";
import { showProfile } from "#core/accounts/profile/update-profile.server.ts";
import type { Context } from "#core/context.server.ts";
import { isAppError } from "#core/errors.ts";
import type { ProfileTexts } from "#core/professionals/schema.ts";
import { showOwnProfessional } from "#core/professionals/show-seller.server.ts";
import { editProfile } from "#core/professionals/update-professional.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { keepSent } from "../../failures/ended-login.server.ts";
import { asPage, refuseForm } from "../../failures/errors.server.ts";
import { AnsweredForm } from "../../forms/answered-form.tsx";
import { readFields } from "../../forms/read-form.ts";
import {
  NameFields,
  OwnEmail,
  PhoneField,
  ReminderField,
} from "../../parts/account/profile/person-fields.tsx";
import { ProtectedForm } from "../../parts/drafts/protected-form.tsx";
import { textsOf } from "../../parts/drafts/tab-drafts.ts";
import { BusinessFields } from "../../parts/onboarding/business-fields.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { HiddenField } from "../../ui/forms/text-field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/editer-profil";

const FAILURE = { title: "Erreur", text: "Impossible de mettre à jour le profil" };

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger votre profil." },
  actionFailure: FAILURE,
};

export const meta: Route.MetaFunction = () => titleMeta("Éditer mon profil");

const LOGIN = addresses.logInThen(addresses.editProfile);

/** `own` is null for a visitor. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  if (!ctx.actor) return { own: null };
  const profile = await showProfile(ctx).catch(asPage);
  const professional = profile.isPro ? await showOwnProfessional(ctx) : null;
  return { own: { profile, professional, sendsTexts: ctx.texter.works } };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  const signedOut = { title: "Connexion requise", tone: "danger" } as const;
  keepSent(ctx, request, form, signedOut);
  const typed = textsOf(form);
  if (!ctx.actor) return data({ answer: undefined, toast: signedOut }, { status: 401 });
  try {
    await editProfile(ctx, typed);
    return redirectWithToast(addresses.profile, { title: "Profil mis à jour" });
  } catch (error) {
    const code = isAppError(error) ? error.code : null;
    // The next form begins from the present version (rule: edit-version).
    const versions = code === "stale" ? await currentVersions(ctx) : {};
    const refusal = refuseForm(error, { ...typed, ...versions });
    const isSaid = code === "invalid_input" || code === "stale";
    const toast = isSaid ? refusal.data.toast : { ...FAILURE, tone: "danger" as const };
    const stale = code === "stale" ? toast.text : undefined;
    return data({ ...refusal.data, toast, stale }, refusal.init ?? {});
  }
}

async function currentVersions(ctx: Context): Promise<Record<string, string>> {
  const profile = await showProfile(ctx);
  const professional = profile.isPro ? await showOwnProfessional(ctx) : null;
  return {
    version: String(profile.version),
    ...(professional && { businessVersion: String(professional.version) }),
  };
}

export default function EditProfile({ loaderData: { own }, actionData }: Route.ComponentProps) {
  const stale = actionData && "stale" in actionData ? actionData.stale : undefined;
  return (
    <div className="page pt-4 pb-8">
      {own ? (
        <div className="mx-auto max-w-200">
          <Breadcrumb
            steps={[{ label: "Mon profil", to: addresses.profile }, { label: "Éditer mon profil" }]}
          />
          <h1 className="mt-2">Éditer mon profil</h1>
          <FormToast toast={actionData?.toast} isSaidInForm={Boolean(stale)} />
          <Notice tone="danger" role="alert" className="mt-6">
            {stale}
          </Notice>
          <EditProfileForm {...own} answer={actionData?.answer} />
        </div>
      ) : (
        <EmptyState
          heading="h1"
          picture="yoga-b"
          title="Connexion requise"
          link={{ to: LOGIN, label: "Se connecter" }}
        >
          Connectez-vous pour modifier votre profil.
        </EmptyState>
      )}
    </div>
  );
}

function EditProfileForm({
  profile,
  professional,
  sendsTexts,
  answer,
}: NonNullable<Route.ComponentProps["loaderData"]["own"]> & {
  answer: SubmissionResult | undefined;
}) {
  const saving = useNavigation().formAction === addresses.editProfile;
  const version = String(profile.version);
  const businessVersion = String(professional?.version);
  return (
    <ProtectedForm name={addresses.editProfile} answer={answer}>
      {(typed) => (
        <AnsweredForm<ProfileTexts>
          id="profil"
          known={{ ...profile, ...professional, version, businessVersion }}
          typed={typed}
          answer={answer}
          className="mt-8 grid gap-6"
        >
          {(fields) => (
            <>
              <HiddenField field={fields.version} />
              {professional && <HiddenField field={fields.businessVersion} />}
              <fieldset disabled={saving} className="contents">
                <legend className="sr-only">Mon profil</legend>
                <Panel id="personne" title="Informations personnelles">
                  <div className="mt-5 grid gap-5 sm:grid-cols-2">
                    <NameFields fields={fields} />
                    <PhoneField optional field={fields.phone} />
                    {/* A number that is known can be taken back wherever it is. */}
                    {(sendsTexts || profile.smsNumber) && (
                      <ReminderField field={fields.smsNumber} />
                    )}
                    <OwnEmail email={profile.email} />
                  </div>
                </Panel>
                {professional && <BusinessFields />}
                <div className="flex flex-wrap gap-3">
                  <Button type="submit" variant="clay" busy={saving}>
                    Enregistrer
                  </Button>
                  <ButtonLink to={addresses.profile} variant="quiet">
                    Annuler
                  </ButtonLink>
                </div>
              </fieldset>
            </>
          )}
        </AnsweredForm>
      )}
    </ProtectedForm>
  );
}
