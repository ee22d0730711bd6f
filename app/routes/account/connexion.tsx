import { useEffect } from "react";
import {
  data,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigate,
  useNavigation,
} from "react-router";
import { logIn } from "#core/accounts/logins/log-in.server.ts";
import {
  readReset,
  resetPassword,
} from "#core/accounts/passwords/request-password-reset.server.ts";
import { pathAfterLogin, safeReturnPath, withSuite } from "#core/accounts/return-paths/rules.ts";
import { LOCKED_OUT } from "#core/accounts/rules.ts";
import { resendConfirmation } from "#core/accounts/sign-up/sign-up.server.ts";
import type { Context } from "#core/context.server.ts";
import { isAppError } from "#core/errors.ts";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import {
  askedFavorite,
  FAVORITE_ADDED,
  keepFavorite,
  welcome,
} from "../../cookies/pending-favorite.server.ts";
import { asFormError, withKept } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { AuthScreen } from "../../parts/account/login/auth-screen.tsx";
import { LogInForm } from "../../parts/account/login/log-in-form.tsx";
import { NewPasswordForm } from "../../parts/account/login/password-fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/connexion";

export const page = { isOpen: true, takesPassword: true };

/** Milliseconds for which the login's toast can be read. */
const REDIRECT_DELAY = 1_000;

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette page." },
  actionFailure: {
    title: "Erreur de connexion",
    text: "Impossible de se connecter. Vérifiez vos identifiants.",
  },
  intentFailures: {
    resend: { title: "Erreur", text: "Une erreur est survenue lors de l'envoi de l'email" },
    reset: { title: "Erreur", text: "Impossible de modifier votre mot de passe." },
  },
};

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.reset ? "Nouveau mot de passe" : "Se connecter"} — ${site.name}` },
];

/** A reset link lands here, even for somebody who is signed in (rule: reset-link). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("jeton");
  const next = safeReturnPath(searchParams.get("suite"));
  const favorite = searchParams.get("favori");
  if (token === null) {
    if (ctx.actor) throw redirect(next);
    return { next, favorite, reset: null, deadLink: false };
  }
  const link = await readReset(ctx, { token });
  const reset = link && { token, email: link.email };
  return { next: link?.next ?? next, favorite, reset, deadLink: link === null };
}

/** A visitor who has just logged in stays for a second, to read that it worked. */
export function shouldRevalidate({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return actionResult?.goTo ? false : defaultShouldRevalidate;
}

type Form = Record<string, FormDataEntryValue>;

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form: Form = await readForm(request);
  if (form.intent === "resend") return resend(ctx, form);
  if (form.intent === "reset") return reset(ctx, form);
  return open(ctx, request, form);
}

async function open(ctx: Context, request: Request, form: Form) {
  try {
    const { favori } = form;
    const { login, mustChangePassword, newcomer } = await logIn(ctx, form);
    const next = safeReturnPath(String(form.suite));
    const goTo = mustChangePassword
      ? withSuite(addresses.changePassword, next, askedFavorite(request, favori))
      : pathAfterLogin(newcomer, next);
    const { headers, isFavoriteAdded, events } = await welcome(ctx, request, login, favori);
    const toast = { title: "Connexion réussie", text: "Bienvenue dans votre espace." };
    const favorite = isFavoriteAdded ? FAVORITE_ADDED : null;
    events.unshift({ name: "login", data: { by: "password" } });
    // A redirect carries one toast: the favourite's, which only somebody signed in can read.
    if (!form.alive) return redirectWithToast(goTo, { ...(favorite ?? toast), events }, headers);
    const answer = { goTo, toast, favorite, fields: {}, email: "", unconfirmed: null, events };
    return data({ ...answer, isLockedOut: false }, { headers });
  } catch (error) {
    const known = isAppError(error) ? error : null;
    const about = known?.about ?? null;
    return withKept(asFormError(error, "Erreur de connexion"), {
      goTo: null,
      email: String(form.email ?? ""),
      unconfirmed: (known?.code === "email_not_confirmed" && about) || null,
      isLockedOut: about === LOCKED_OUT,
      suspended: known?.code === "account_suspended" ? (about ?? "") : null,
    });
  }
}

async function resend(ctx: Context, form: Form) {
  try {
    await resendConfirmation(ctx, form);
    const text = "Si une inscription attend avec cette adresse, un nouveau lien est en route.";
    const login = withSuite(addresses.logIn, safeReturnPath(String(form.suite)));
    return redirectWithToast(login, { title: "Email envoyé", text });
  } catch (error) {
    const [email, unconfirmed] = [String(form.email ?? ""), String(form.signUpId ?? "")];
    return withKept(asFormError(error), { goTo: null, email, unconfirmed });
  }
}

async function reset(ctx: Context, form: Form) {
  try {
    const { favorite } = await resetPassword(ctx, form);
    const text = "Vous pouvez vous connecter avec votre nouveau mot de passe.";
    const login = withSuite(addresses.logIn, safeReturnPath(String(form.suite)), favorite);
    // The heart's own cookie may be gone by now, or in another browser.
    const headers = new Headers(favorite ? { "Set-Cookie": keepFavorite(ctx, favorite) } : {});
    return redirectWithToast(login, { title: "Mot de passe modifié", text }, headers);
  } catch (error) {
    return withKept(asFormError(error), { goTo: null, email: "", unconfirmed: null });
  }
}

export default function LogIn({ loaderData, actionData }: Route.ComponentProps) {
  const { next, favorite: heart, reset, deadLink } = loaderData;
  const navigation = useNavigation();
  const navigate = useNavigate();
  const { state } = useLocation();
  const goTo = actionData?.goTo ?? null;
  const favorite = actionData && "favorite" in actionData ? actionData.favorite : null;
  const busy = goTo !== null || navigation.formMethod === "POST";

  useEffect(() => {
    if (goTo === null) return;
    const timer = setTimeout(() => navigate(goTo, { replace: true }), REDIRECT_DELAY);
    return () => clearTimeout(timer);
  }, [goTo, navigate]);

  return (
    <>
      {reset ? (
        <AuthScreen title="Nouveau mot de passe" intro={<>Pour le compte {reset.email}.</>}>
          <FormToast toast={actionData?.toast} />
          <NewPasswordForm
            email={reset.email}
            hidden={{ intent: "reset", token: reset.token, suite: next }}
            busy={busy}
            fields={actionData?.fields}
          />
        </AuthScreen>
      ) : (
        <AuthScreen
          title="Se connecter"
          intro={
            <>
              Pas encore de compte ?{" "}
              <TextLink to={withSuite(addresses.signUp, next, heart)}>S'inscrire</TextLink>
            </>
          }
        >
          {deadLink && (
            <Notice tone="warning" className="mt-6">
              Ce lien n'est plus valable.{" "}
              <TextLink to={withSuite(addresses.forgottenPassword, next, heart)}>
                Demandez-en un nouveau
              </TextLink>
              .
            </Notice>
          )}
          <FormToast toast={actionData?.toast} isSaidInForm={goTo === null} />
          <FormToast toast={favorite} />
          <LogInForm
            next={next}
            heart={heart}
            email={typeof state?.email === "string" ? state.email : ""}
            busy={busy}
            failure={goTo === null ? actionData : null}
          />
        </AuthScreen>
      )}
    </>
  );
}
