import { useFetcher } from "react-router";
import * as addresses from "#site/addresses.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { PasswordInput } from "../../../ui/forms/password-input.tsx";
import { useFirstError } from "../../../ui/forms/use-first-error.ts";
import { FormToast } from "../../../ui/toasts/form-toast.tsx";
import type { ToastMessage } from "../../../ui/toasts/toast.ts";
import { PasswordFields } from "./password-fields.tsx";

export function ChangePasswordForm({
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
