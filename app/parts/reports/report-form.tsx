import type { ReactNode } from "react";
import type { FieldErrors } from "#core/errors.ts";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { OnceForm, SendButton } from "../../ui/forms/once-form.tsx";
import { RadioList } from "../../ui/forms/radio-list.tsx";
import { EmailField, SelectField, TextAreaField } from "../../ui/forms/text-field.tsx";

/** The good faith is required of a report (règlement (UE) 2022/2065, article 16, 2, d). */
export function ReportForm<Reason extends string>({
  reasons,
  longest,
  retryKey,
  answer,
  abouts,
  email,
  children,
}: {
  reasons: Record<Reason, string>;
  longest: number;
  retryKey: string;
  answer:
    | {
        typed: { about?: string; reason: string; text: string; email?: string };
        isSure: boolean;
        fields: FieldErrors;
      }
    | undefined;
  /** What of the page may be reported apart. */
  abouts?: Record<string, string> | null;
  /** Asked of whoever has no account. */
  email?: { hint: string; optional?: boolean } | null;
  children: ReactNode;
}) {
  return (
    <OnceForm
      legend="Votre signalement"
      fields={answer?.fields}
      retryKey={retryKey}
      className="mt-6"
      layout="grid gap-6"
    >
      {({ errorOf, busy }) => (
        <>
          <RadioList
            legend="Pour quelle raison ?"
            name="reason"
            choices={reasons}
            value={answer?.typed.reason}
            error={errorOf("reason")}
          />
          <TextAreaField
            name="text"
            label="Expliquez-nous"
            error={errorOf("text")}
            hint={`${longest.toLocaleString("fr-FR")} caractères au plus.`}
            rows={5}
            defaultValue={answer?.typed.text}
          />
          {abouts && (
            <SelectField
              name="about"
              label="Ce que vous signalez"
              error={errorOf("about")}
              defaultValue={answer?.typed.about}
              choices={Object.entries(abouts)}
            />
          )}
          {email && (
            <EmailField
              {...email}
              label="Votre e-mail"
              error={errorOf("email")}
              defaultValue={answer?.typed.email}
            />
          )}
          <div>
            <Checkbox
              name="goodFaith"
              defaultChecked={answer?.isSure}
              aria-invalid={errorOf("goodFaith") ? true : undefined}
              aria-describedby={errorOf("goodFaith") && "bonne-foi-erreur"}
              label="Je pense de bonne foi que c'est exact et complet."
            />
            {errorOf("goodFaith") && (
              <p id="bonne-foi-erreur" className="text-14 font-label text-danger">
                {errorOf("goodFaith")?.[0]}
              </p>
            )}
          </div>
          <p className="text-14 text-ink-soft">{children}</p>
          <SendButton busy={busy} working="Envoi...">
            Envoyer le signalement
          </SendButton>
        </>
      )}
    </OnceForm>
  );
}
