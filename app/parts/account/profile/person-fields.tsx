import { type KnownField, TextField } from "../../../ui/forms/text-field.tsx";

export function NameFields({
  fields,
}: {
  fields: { firstName: KnownField; lastName: KnownField };
}) {
  return (
    <>
      <TextField field={fields.firstName} label="Prénom" autoComplete="given-name" />
      <TextField field={fields.lastName} label="Nom" autoComplete="family-name" />
    </>
  );
}

export function PhoneField(phone: { field: KnownField; optional?: boolean }) {
  return <TextField {...phone} label="Téléphone" type="tel" autoComplete="tel" />;
}

export function OwnEmail({ email }: { email: string }) {
  const hint = "L'email ne peut pas être modifié";
  return <TextField label="E-mail" hint={hint} type="email" value={email} readOnly />;
}

/** Filling it in is the consent (rule: sms-limits). */
export function ReminderField({ field }: { field: KnownField }) {
  return (
    <TextField
      optional
      field={field}
      label="Mobile pour les rappels par SMS"
      type="tel"
      autoComplete="tel"
      hint="Un SMS la veille de vos séances, et, praticien, quand on réserve pour les 3 heures qui viennent. Jamais la nuit. Effacez le numéro pour ne plus en recevoir."
    />
  );
}

export function knownPerson(
  values: { [name in Name]?: string | null } | null | undefined,
  errors: Record<string, string[]> | undefined,
) {
  const known = (name: Name): KnownField => ({
    name,
    initialValue: values?.[name] ?? undefined,
    errors: errors?.[name],
  });
  return {
    firstName: known("firstName"),
    lastName: known("lastName"),
    phone: known("phone"),
  };
}
type Name = "firstName" | "lastName" | "phone";
