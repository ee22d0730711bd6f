import { useState } from "react";
import { useNavigation, useSubmit } from "react-router";
import type { CreationOptions } from "#platform/passkeys.server.ts";
import { makePasskey } from "../../browser/passkeys.ts";
import { Button } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/forms/field.tsx";
import { useFieldErrors } from "../../ui/forms/use-field-errors.ts";
import { Notice } from "../../ui/notice.tsx";
import { usePasskey } from "./use-passkey.ts";

export function AddPasskey({ suggestedName }: { suggestedName: string }) {
  const submit = useSubmit();
  const [name, setName] = useState(suggestedName);
  const isSaving = useNavigation().formData?.get("intent") === "add";
  const passkey = usePasskey<CreationOptions>(makePasskey, (credential) =>
    submit({ intent: "add", name, credential }, { method: "post" }),
  );
  const { errorOf, onInput } = useFieldErrors(passkey.fields);
  if (passkey.isAble === null) {
    return (
      <noscript>
        <p className="mt-5 text-14">Ajouter une clé d'accès demande JavaScript.</p>
      </noscript>
    );
  }
  if (!passkey.isAble) {
    return (
      <p className="mt-5 text-14">
        Ce navigateur ne connaît pas les clés d'accès, ou pas assez : mettez-le à jour.
      </p>
    );
  }
  const nameError = errorOf("name");
  const failure = passkey.busy || nameError ? null : passkey.failure;
  return (
    <form
      noValidate
      className="mt-6 grid gap-4"
      onInput={onInput}
      onSubmit={(event) => {
        event.preventDefault();
        if (!passkey.busy && !isSaving) void passkey.begin({ name });
      }}
    >
      <Notice tone="danger" role="alert">
        {failure}
      </Notice>
      <Field
        label="Nom de la clé"
        hint="Pour la reconnaître le jour où l'appareil est perdu."
        error={nameError}
      >
        {(control) => (
          <TextInput
            {...control}
            name="name"
            maxLength={60}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="sage"
        className="sm:justify-self-start"
        busy={passkey.busy || isSaving}
      >
        Ajouter une clé d'accès
      </Button>
    </form>
  );
}
