import { KeyRound } from "@lucide/icons";
import { useEffect, useEffectEvent, useState } from "react";
import { useFetcher, useNavigation, useSubmit } from "react-router";
import type { CreationOptions, RequestOptions } from "#platform/passkeys.server.ts";
import {
  knowsPasskeys,
  makePasskey,
  type PasskeyOutcome,
  provePasskey,
} from "../../browser/passkeys.ts";
import { Button } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/forms/field.tsx";
import { useFieldErrors } from "../../ui/forms/use-field-errors.ts";
import { Notice } from "../../ui/notice.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import type { ToastMessage } from "../../ui/toasts/toast.ts";

/** @param ceremony what the device does. @returns `isAble`: null until the script has looked. */
export function usePasskey<Options>(
  ceremony: (options: Options) => Promise<PasskeyOutcome>,
  send: (credential: string) => unknown,
) {
  const fetcher = useFetcher<{
    options?: Options;
    fields?: Record<string, string[]>;
    toast?: ToastMessage;
  }>();
  const { data, state } = fetcher;
  const [isAble, setAble] = useState<boolean | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => setAble(knowsPasskeys()), []);

  const answer = useEffectEvent(async (options: Options) => {
    setAsking(true);
    const outcome = await ceremony(options);
    setAsking(false);
    if ("failure" in outcome) setFailure(outcome.failure);
    else await send(outcome.credential);
  });
  useEffect(() => {
    if (data?.options) void answer(data.options as Options);
  }, [data]);

  return {
    isAble,
    busy: isAsking || state !== "idle",
    fields: data?.fields,
    failure: failure ?? data?.toast?.text ?? null,
    begin(fields: Record<string, string> = {}) {
      setFailure(null);
      return fetcher.submit({ intent: "challenge", ...fields }, { method: "post" });
    },
  };
}

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

export function EnterByPasskey({ busy }: { busy: boolean }) {
  const submit = useSubmit();
  const passkey = usePasskey<RequestOptions>(provePasskey, (credential) =>
    submit({ intent: "passkey", credential }, { method: "post" }),
  );
  if (!passkey.isAble) return null;
  return (
    <div className="mt-6 border-t border-sand-300 pt-6">
      {passkey.failure && !passkey.busy && (
        <Notice tone="danger" role="alert" className="mb-4">
          {passkey.failure}
        </Notice>
      )}
      <Button
        type="button"
        size="large"
        block
        busy={passkey.busy || busy}
        onClick={() => passkey.begin()}
      >
        <Icon of={KeyRound} className="size-5" />
        Utiliser une clé d'accès
      </Button>
      <p className="mt-2 text-14 text-ink-soft">
        Empreinte, visage ou code de votre appareil : ni mot de passe, ni chiffres.
      </p>
    </div>
  );
}
