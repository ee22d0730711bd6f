import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import type { FieldErrors } from "#core/errors.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { EmailInput, Field } from "../../../ui/forms/field.tsx";
import { useFirstError } from "../../../ui/forms/use-first-error.ts";
import { TextLink } from "../../../ui/text-link.tsx";
import { FormToast } from "../../../ui/toasts/form-toast.tsx";
import type { ToastMessage } from "../../../ui/toasts/toast.ts";

interface Answer {
  sent: boolean;
  email: string;
  fields: FieldErrors;
  toast?: ToastMessage | undefined;
}

/** Afterwards says only what is true of every e-mail (rule: same-answer). */
export function LinkRequest({
  answer,
  autoComplete,
  said,
  back,
  children,
}: {
  answer: Answer | undefined;
  autoComplete: "email" | "username";
  said: (email: string) => ReactNode;
  back: { to: string; label: string };
  children?: ReactNode;
}) {
  const busy = useNavigation().formMethod === "POST";
  const form = useFirstError(answer);
  return (
    <>
      <FormToast toast={answer?.toast} />
      {answer?.sent ? (
        <div className="mt-7">
          {said(answer.email)}
          <ButtonLink to={back.to} className="mt-6">
            {back.label}
          </ButtonLink>
        </div>
      ) : (
        <Form ref={form} method="post" noValidate className="mt-7">
          {children}
          <fieldset disabled={busy} className="grid gap-5">
            <legend className="sr-only">Votre adresse</legend>
            <Field label="E-mail" error={answer?.fields.email}>
              {(control) => (
                <EmailInput {...control} autoComplete={autoComplete} defaultValue={answer?.email} />
              )}
            </Field>
            <Button type="submit" variant="clay" size="large" block busy={busy}>
              Recevoir le lien
            </Button>
          </fieldset>
          <p className="mt-4">
            <TextLink isTall to={back.to}>
              {back.label}
            </TextLink>
          </p>
        </Form>
      )}
    </>
  );
}
