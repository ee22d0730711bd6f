import { EmailInput, Field, TextInput } from "../../../ui/forms/field.tsx";
import { Select } from "../../../ui/forms/select.tsx";

export function OperatorFields({
  roles,
  people,
  typed,
  errorOf,
}: {
  roles: { value: string; name: string }[];
  people: { email: string; name: string }[];
  typed: Record<string, string>;
  errorOf: (name: string) => string[] | undefined;
}) {
  const error = errorOf("roles");
  return (
    <>
      <div className="hidden gap-6 group-has-[[value=invite]:checked]/decision:grid">
        <Field label="E-mail" error={errorOf("email")}>
          {(control) => <EmailInput {...control} autoComplete="off" defaultValue={typed.email} />}
        </Field>
        <Field label="Prénom et nom" error={errorOf("name")}>
          {(control) => (
            <TextInput {...control} name="name" autoComplete="off" defaultValue={typed.name} />
          )}
        </Field>
      </div>
      <div className="hidden group-has-[[value=close]:checked]/decision:block group-has-[[value=roles]:checked]/decision:block">
        <Field label="De qui" error={errorOf("email")}>
          {(control) => (
            <Select {...control} name="who" defaultValue={typed.who ?? ""}>
              <option value="">À choisir</option>
              {people.map(({ email, name }) => (
                <option key={email} value={email}>
                  {name}, {email}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <fieldset className="hidden group-has-[[value=invite]:checked]/decision:block group-has-[[value=roles]:checked]/decision:block">
        <legend className="mb-1.5 font-label">Rôles, tous ceux qui vaudront</legend>
        {roles.map(({ value, name }) => (
          <label key={value} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name={`role-${value}`}
              value="1"
              defaultChecked={typed[`role-${value}`] === "1"}
              aria-invalid={error ? true : undefined}
              aria-describedby={error && "roles-erreur"}
              className="size-5 accent-sage-600"
            />
            {name}
          </label>
        ))}
        {error && (
          <p id="roles-erreur" className="mt-1.5 text-14 font-label text-danger">
            {error[0]}
          </p>
        )}
      </fieldset>
    </>
  );
}
