import { ChevronDown, Laptop, type LucideIconData, SquareTerminal } from "@lucide/icons";
import { useFetcher } from "react-router";
import type { LoginView } from "#core/accounts/schema.ts";
import { formatDate, formatMoment } from "#core/dates.ts";
import * as addresses from "#site/addresses.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { CardHead } from "../../../ui/card-head.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";
import { PasswordInput } from "../../../ui/forms/password-input.tsx";
import { useFirstError } from "../../../ui/forms/use-first-error.ts";
import { Panel } from "../../../ui/panel.tsx";
import { Icon } from "../../../ui/pictures/icon.tsx";
import { FormToast } from "../../../ui/toasts/form-toast.tsx";
import type { ToastMessage } from "../../../ui/toasts/toast.ts";
import { PasswordFields } from "../login/password-fields.tsx";

function ChangePasswordForm({
  email,
  fields,
}: {
  email: string;
  fields: Record<string, string[]> | undefined;
}) {
  const fetcher = useFetcher<{ fields: Record<string, string[]>; toast: ToastMessage }>();
  const errors = fetcher.data?.fields ?? fields;
  const form = useFirstError(errors);
  const isSaid = Object.keys(errors ?? {}).length > 0;
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action={addresses.security}
      noValidate
      className="mt-4 grid max-w-form gap-5"
    >
      <FormToast toast={isSaid ? null : fetcher.data?.toast} />
      <input type="hidden" name="intent" value="change-password" />
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <Field label="Mot de passe actuel" error={errors?.currentPassword}>
        {(control) => (
          <PasswordInput {...control} name="currentPassword" autoComplete="current-password" />
        )}
      </Field>
      <PasswordFields label="Nouveau mot de passe" fields={errors} />
      <div>
        <Button type="submit" variant="sage" busy={fetcher.state !== "idle"}>
          Enregistrer le mot de passe
        </Button>
      </div>
    </fetcher.Form>
  );
}

export function SecurityCard({
  email,
  security,
  isChanging,
  fields,
  className = "",
}: {
  email: string;
  /** Null when it could not be read. */
  security: { logins: LoginView[]; passwordChangedAt: Date | null } | null;
  isChanging: boolean;
  fields?: Record<string, string[]> | undefined;
  className?: string;
}) {
  return (
    <Panel aria-labelledby="securite" className={className}>
      <CardHead id="securite" title="Sécurité" />
      <div className="mt-2 grid gap-x-12 gap-y-8 *:min-w-0 lg:grid-cols-12">
        <div className="lg:col-span-5">
          <h3 className="text-18">Mot de passe</h3>
          {security?.passwordChangedAt && (
            <p className="mt-1 text-ink-soft figures">
              Choisi le {formatDate(security.passwordChangedAt)}. Un e-mail vous prévient de chaque
              changement.
            </p>
          )}
          <details open={isChanging || fields !== undefined} className="group mt-4">
            <summary className={`list-none ${buttonClass({ className: "cursor-pointer" })}`}>
              Changer le mot de passe
              <Icon of={ChevronDown} className="size-4 group-open:rotate-180" />
            </summary>
            <ChangePasswordForm email={email} fields={fields} />
          </details>
        </div>
        <div className="lg:col-span-7">
          <h3 className="text-18">Connexions ouvertes</h3>
          {security ? (
            <>
              <ul className="mt-2">
                {security.logins.map((login) => (
                  <Login key={login.id} login={login} />
                ))}
              </ul>
              <CloseForm label="Déconnecter partout" />
              <p className="mt-2 text-14 text-ink-soft">
                « Déconnecter partout » ferme aussi cette connexion : vous pourrez vous reconnecter
                aussitôt.
              </p>
            </>
          ) : (
            <p className="mt-1 text-ink-soft">Impossible de lire vos connexions pour l'instant.</p>
          )}
        </div>
      </div>
    </Panel>
  );
}

const ICONS: Record<LoginView["kind"], LucideIconData> = {
  browser: Laptop,
  program: SquareTerminal,
};

function Login({ login }: { login: LoginView }) {
  const { id, kind, device, openedAt, seenAt, isCurrent } = login;
  const seen = formatDate(seenAt);
  const opened = `le ${formatMoment(openedAt)}`;
  return (
    <li className="grid min-h-18 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-b border-hairline py-3">
      <span className="grid size-11 place-items-center rounded-full bg-sage-100 text-sage-800">
        <Icon of={ICONS[kind]} className="size-5" />
      </span>
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-strong wrap-anywhere">{device}</span>
          {isCurrent && <Badge>Cette connexion</Badge>}
        </p>
        <p className="text-14 text-ink-soft figures">
          Ouverte {opened}
          {seen !== formatDate(openedAt) && `, vue le ${seen}`}
        </p>
      </div>
      <CloseForm loginId={id} label="Déconnecter" about={`${device}, ouverte ${opened}`} />
    </li>
  );
}

function CloseForm({
  loginId,
  label,
  about,
}: {
  /** Without it, all of them. */
  loginId?: string;
  label: string;
  /** For somebody who only hears the button. */
  about?: string;
}) {
  const fetcher = useFetcher();
  return (
    <fetcher.Form
      method="post"
      action={addresses.security}
      className={loginId ? "max-sm:col-start-2" : "mt-5"}
    >
      <HiddenFields {...(loginId ? { intent: "close-login", loginId } : { intent: "close-all" })} />
      <Button
        type="submit"
        variant={loginId ? undefined : "danger"}
        size={loginId ? "small" : "medium"}
        busy={fetcher.state !== "idle"}
      >
        {label}
        {about && <span className="sr-only"> : {about}</span>}
      </Button>
    </fetcher.Form>
  );
}
