import { useState } from "react";
import { PASSWORD_MIN, type PasswordStrength, passwordStrength } from "#core/accounts/rules.ts";
import { Field } from "../../ui/field.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";

const STRENGTHS: Record<PasswordStrength, { label: string; bars: number; color: string }> = {
  weak: { label: "Facile à deviner", bars: 1, color: "bg-clay-600" },
  fair: { label: "Correct", bars: 2, color: "bg-sage-300" },
  strong: { label: "Solide", bars: 3, color: "bg-sage-600" },
};

/** A password to be chosen, twice, with a hint of its strength that blocks nothing (R24). */
export function PasswordFields({
  label = "Mot de passe",
  fields,
}: {
  label?: string;
  fields: Record<string, string[]> | undefined;
}) {
  const [password, setPassword] = useState("");
  return (
    <>
      <Field
        label={label}
        error={fields?.password}
        hint={
          password === "" ? `${PASSWORD_MIN} caractères au minimum.` : <Strength of={password} />
        }
      >
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="new-password"
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Field label="Confirmer le mot de passe" error={fields?.confirmPassword}>
        {(control) => (
          <PasswordInput {...control} name="confirmPassword" autoComplete="new-password" />
        )}
      </Field>
    </>
  );
}

function Strength({ of: password }: { of: string }) {
  const { label, bars, color } = STRENGTHS[passwordStrength(password)];
  return (
    <span className="flex items-center gap-3">
      <span aria-hidden className="flex gap-1">
        {[1, 2, 3].map((bar) => (
          <span
            key={bar}
            className={`h-1.5 w-8 rounded-full ${bar <= bars ? color : "bg-sand-300"}`}
          />
        ))}
      </span>
      {label}
    </span>
  );
}
