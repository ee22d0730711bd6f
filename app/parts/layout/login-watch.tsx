import { useEffect, useRef, useState } from "react";
import { type RouterState, useFetcher, useLocation } from "react-router";
import { LOGIN_SECONDS } from "#core/accounts/rules.ts";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { LEFT_COOKIE } from "#site/cookies.ts";
import { dropCopies } from "../../browser/device-copy.ts";
import { login, type Results } from "../../browser/keep-page.ts";
import type { Viewer } from "../../browser/viewer.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { PasswordInput } from "../../ui/forms/password-input.tsx";
import { EmailField } from "../../ui/forms/text-field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { showToast, type ToastMessage } from "../../ui/toasts/toast.ts";
import { dropDrafts } from "../drafts/tab-drafts.ts";

/** Null while the login lasts; « ended » keeps the typed values. */
export type LoginEnding = "left" | "ended" | null;

const CHANNEL = "parenthese-connexion";

interface LoginWatchProps {
  viewer: Viewer | null;
  ending: LoginEnding;
  end: (ending: LoginEnding) => void;
}

/** Loaded before it is needed, since the network may be gone by then. */
export default function LoginWatch({ viewer, ending, end }: LoginWatchProps) {
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    login.end = () => {
      dropCopies();
      closeLayers();
      end("ended");
    };
    login.hasEnded = (state, results, isAction) => {
      const ended = showsLogout(state, results, isAction);
      if (ended) {
        login.end?.();
        notifyElsewhere(state, results);
      }
      return ended;
    };
    channel.onmessage = () => {
      dropDrafts();
      login.end?.();
    };
    // Handled before React Router, which would have to fetch a script first.
    const leave = (event: SubmitEvent) => {
      if (new URL((event.target as HTMLFormElement).action).pathname !== addresses.logOut) return;
      event.preventDefault();
      event.stopPropagation();
      markAsLeft();
      dropCopies();
      closeLayers();
      end("left");
      channel.postMessage(null);
    };
    addEventListener("submit", leave, true);
    return () => {
      delete login.end;
      delete login.hasEnded;
      removeEventListener("submit", leave, true);
      channel.close();
    };
  }, [end]);
  const owner = viewer?.id;
  useEffect(() => {
    if (!owner || ending) return;
    dropDrafts(owner);
    dropCopies(owner);
  }, [owner, ending]);
  if (ending === "left") return <Left />;
  if (ending === "ended") return <Ended viewer={viewer} end={end} />;
  return null;
}

/** An action is refused for want of a login, or a reload shows a visitor's page. */
function showsLogout(
  { location, loaderData, navigation }: RouterState,
  results: Results,
  isAction: boolean,
): boolean {
  if (!viewerIn(loaderData.root) || location.pathname === addresses.logIn) return false;
  if (!isAction) {
    const isLeft = navigation.location && navigation.location.pathname !== location.pathname;
    return !isLeft && viewerIn(results.root?.result) === null;
  }
  return Object.entries(results).some(([route, { result }]) => {
    // A wrong password has the same status, but its own sentence is shown.
    if (route === "routes/connexion") return false;
    const { status, init, headers } = (result ?? {}) as Partial<Response> & { init?: ResponseInit };
    return (
      (status ?? init?.status) === 401 || headers?.get("location")?.startsWith(addresses.logIn)
    );
  });
}

/** A window that closes with the page has no place for its request's answer. */
function notifyElsewhere({ loaderData }: RouterState, results: Results): void {
  for (const [id, { result }] of Object.entries(results)) {
    const { data } = (result ?? {}) as { data?: { isSignedOut?: boolean; toast?: ToastMessage } };
    if (data?.isSignedOut && data.toast && !(id in loaderData)) showToast(data.toast);
  }
}

function viewerIn(root: unknown): unknown {
  return (root as { viewer?: unknown } | undefined)?.viewer;
}

/** Browsers restore typed values at the same address unless the document is gone. */
function leaveFor(path: string): void {
  for (const form of document.forms) form.reset();
  dropDrafts();
  window.location.replace(path);
}

/** An open dialog would make everything else unreachable, and keep showing its contents. */
function closeLayers(): void {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  for (const popover of document.querySelectorAll<HTMLElement>(":popover-open")) {
    popover.hidePopover();
  }
}

function markAsLeft(): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is not there without HTTPS, and waits
  document.cookie = `${LEFT_COOKIE}=1; Path=/; Max-Age=${LOGIN_SECONDS}; SameSite=Lax${secure}`;
}

function Left() {
  const [isCut, setIsCut] = useState(false);
  useEffect(() => {
    // Neither memory nor this page's history leaves anything to the next person.
    const goHome = () => leaveFor(addresses.home);
    document.title = site.name;
    dropDrafts();
    const stay = () => {
      window.history.replaceState(null, "", addresses.home);
      setIsCut(true);
    };
    fetch(addresses.logOut, {
      method: "POST",
      body: new URLSearchParams(),
      redirect: "manual",
    }).then(goHome, stay);
    addEventListener("online", goHome);
    return () => removeEventListener("online", goHome);
  }, []);
  return (
    <main className="page grid justify-items-center py-16 text-center" aria-live="polite">
      {isCut ? (
        <div className="max-w-form">
          <h1 className="text-28">Vous êtes déconnecté</h1>
          <p className="mt-3 mb-6 text-ink-soft">
            Le réseau ne répond pas. Cette page est effacée, et le site ferme votre connexion dès
            qu'il peut être joint.
          </p>
          <ButtonLink to={addresses.home} reloadDocument variant="sage">
            Retour à l'accueil
          </ButtonLink>
        </div>
      ) : (
        <Spinner className="size-12 text-sage-800" />
      )}
    </main>
  );
}

interface Answer {
  /** Null when the login was refused. */
  goTo: string | null;
  toast: ToastMessage;
}

function Ended({ viewer, end }: { viewer: Viewer | null; end: (ending: LoginEnding) => void }) {
  const [whose] = useState(viewer?.id);
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const { data: answer, state, Form } = useFetcher<Answer>();
  const form = useRef<HTMLFormElement>(null);
  const goTo = answer?.goTo;
  const toast = answer?.toast;
  const isRefused = answer?.goTo === null;

  useEffect(() => form.current?.querySelector<HTMLElement>("[type=email]")?.focus(), []);
  useEffect(() => {
    // As a document, so that nothing of this page is left in it.
    const load = (event: MouseEvent) => {
      if ((event.target as Element).closest("a[href]")) event.stopPropagation();
    };
    const reload = () => window.location.reload();
    addEventListener("click", load, true);
    addEventListener("popstate", reload, true);
    return () => {
      removeEventListener("click", load, true);
      removeEventListener("popstate", reload, true);
    };
  }, []);
  useEffect(() => {
    if (isRefused) form.current?.querySelector<HTMLElement>("[name=password]")?.focus();
  }, [isRefused]);
  useEffect(() => {
    if (!goTo || state !== "idle") return;
    // Another person finds nothing that was here.
    const isBack = viewer?.id === whose && goTo !== addresses.changePassword;
    if (!isBack) return leaveFor(goTo);
    if (toast) showToast(toast);
    end(null);
  }, [goTo, toast, state, viewer, whose, end]);

  return (
    <main className="page grid justify-items-center py-10">
      <div className="w-full max-w-form">
        <h1>Votre connexion a pris fin</h1>
        <p className="mt-2 text-ink-soft">
          Reconnectez-vous pour continuer : ce que vous avez écrit est gardé.
        </p>
        {isRefused && (
          <Notice tone="danger" className="mt-6">
            {toast?.text}
          </Notice>
        )}
        <Form ref={form} method="post" action={addresses.logIn} noValidate className="mt-7">
          <HiddenFields intent="log-in" suite={here} alive="1" />
          <div className="grid gap-5">
            <EmailField label="E-mail" autoComplete="username" />
            <Field label="Mot de passe">
              {(control) => (
                <PasswordInput {...control} name="password" autoComplete="current-password" />
              )}
            </Field>
            <Button
              type="submit"
              variant="clay"
              size="large"
              block
              busy={state !== "idle" || Boolean(goTo)}
            >
              Se connecter
            </Button>
          </div>
        </Form>
        <p className="mt-4">
          <ButtonLink to={here} reloadDocument variant="quiet">
            Continuer sans se connecter
          </ButtonLink>
        </p>
      </div>
    </main>
  );
}
