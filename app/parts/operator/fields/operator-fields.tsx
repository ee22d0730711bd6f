import { SelectField, TextField, useAnswer } from "./answer-form.tsx";

export function OperatorFields({
  roles,
  people,
}: {
  roles: { value: string; name: string }[];
  people: { email: string; name: string }[];
}) {
  const { answer, errorOf } = useAnswer();
  const error = errorOf("roles");
  return (
    <>
      <div className="hidden gap-6 group-has-[[value=invite]:checked]/decision:grid">
        <TextField name="email" label="E-mail" type="email" autoComplete="off" />
        <TextField name="name" label="Prénom et nom" autoComplete="off" />
      </div>
      <div className="hidden group-has-[[value=close]:checked]/decision:block group-has-[[value=roles]:checked]/decision:block">
        <SelectField
          name="who"
          label="De qui"
          empty="À choisir"
          error={errorOf("email")}
          options={people.map(({ email, name }) => [email, `${name}, ${email}`])}
        />
      </div>
      <fieldset className="hidden group-has-[[value=invite]:checked]/decision:block group-has-[[value=roles]:checked]/decision:block">
        <legend className="mb-1.5 font-label">Rôles, tous ceux qui vaudront</legend>
        {roles.map(({ value, name }) => (
          <label key={value} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name={`role-${value}`}
              value="1"
              defaultChecked={answer?.typed[`role-${value}`] === "1"}
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
