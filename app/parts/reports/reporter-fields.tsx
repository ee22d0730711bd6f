import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";

type ErrorOf = (name: string) => string[] | undefined;

export function ReporterEmail({
  errorOf,
  typed,
  hint,
  optional = false,
}: {
  errorOf: ErrorOf;
  typed: string | undefined;
  hint: string;
  optional?: boolean;
}) {
  return (
    <TextField
      name="email"
      label="Votre e-mail"
      hint={hint}
      optional={optional}
      error={errorOf("email")}
      type="email"
      autoComplete="email"
      defaultValue={typed}
    />
  );
}

/** Required of a report (règlement (UE) 2022/2065, article 16, 2, d). */
export function GoodFaith({ errorOf, isSure }: { errorOf: ErrorOf; isSure: boolean | undefined }) {
  const error = errorOf("goodFaith");
  return (
    <div>
      <Checkbox
        name="goodFaith"
        defaultChecked={isSure}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && "bonne-foi-erreur"}
        label="Je pense de bonne foi que c'est exact et complet."
      />
      {error && (
        <p id="bonne-foi-erreur" className="text-14 font-label text-danger">
          {error[0]}
        </p>
      )}
    </div>
  );
}
