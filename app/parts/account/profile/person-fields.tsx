import { Field, TextInput } from "../../../ui/forms/field.tsx";

type ErrorOf = (name: string) => readonly string[] | undefined;

/** First and last name, side by side in the grid around them. */
export function NameFields({
  values,
  errorOf,
}: {
  values: { firstName?: string | undefined; lastName?: string | undefined };
  errorOf: ErrorOf;
}) {
  return (
    <>
      <Field label="Prénom" error={errorOf("firstName")}>
        {(control) => (
          <TextInput
            {...control}
            name="firstName"
            autoComplete="given-name"
            defaultValue={values.firstName}
          />
        )}
      </Field>
      <Field label="Nom" error={errorOf("lastName")}>
        {(control) => (
          <TextInput
            {...control}
            name="lastName"
            autoComplete="family-name"
            defaultValue={values.lastName}
          />
        )}
      </Field>
    </>
  );
}

/** An optional telephone number. */
export function PhoneField({
  value,
  optional = false,
  errorOf,
}: {
  value: string | undefined;
  /** Says « (facultatif) » beside the label. */
  optional?: boolean;
  errorOf: ErrorOf;
}) {
  return (
    <Field label="Téléphone" optional={optional} error={errorOf("phone")}>
      {(control) => (
        <TextInput {...control} name="phone" type="tel" autoComplete="tel" defaultValue={value} />
      )}
    </Field>
  );
}
