import { KeyRound } from "@lucide/icons";
import { useEffect, useEffectEvent, useState } from "react";
import { Form, useFetcher, useNavigation, useSubmit } from "react-router";
import type { CreationOptions, RequestOptions } from "#platform/passkeys.server.ts";
import {
  knowsPasskeys,
  makePasskey,
  type PasskeyOutcome,
  provePasskey,
} from "../../browser/passkeys.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/forms/field.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
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

export interface PasskeyLine {
  id: string;
  name: string;
  added: string;
  used: string;
  isCurrent: boolean;
}

/** @param asked the id of the one whose removal is not confirmed yet. */
export function PasskeyList({
  passkeys,
  asked,
}: {
  passkeys: PasskeyLine[];
  asked: string | null;
}) {
  if (passkeys.length === 0) {
    return <p className="mt-4 text-ink-soft">Aucune pour l'instant.</p>;
  }
  return (
    <ul className="mt-2">
      {passkeys.map((passkey) => (
        <PasskeyItem key={passkey.id} passkey={passkey} isAsked={passkey.id === asked} />
      ))}
    </ul>
  );
}

function PasskeyItem({ passkey, isAsked }: { passkey: PasskeyLine; isAsked: boolean }) {
  const { id, name, added, used, isCurrent } = passkey;
  const { formData } = useNavigation();
  return (
    <li className="grid min-h-18 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 border-b border-hairline py-3">
      <span className="grid size-11 place-items-center rounded-full bg-sage-100 text-sage-800">
        <Icon of={KeyRound} className="size-5" />
      </span>
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-strong wrap-anywhere">{name}</span>
          {isCurrent && <Badge>Cette connexion</Badge>}
        </p>
        <p className="text-14 text-ink-soft figures">
          Ajoutée le {added}. {used}
        </p>
      </div>
      <details open={isAsked} className="col-start-2">
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-label">
          Retirer<span className="sr-only"> : {name}</span>
        </summary>
        <Form method="post" className="grid justify-items-start gap-3">
          <HiddenFields intent="remove" passkeyId={id} confirmed="oui" />
          <p className="text-14">
            Elle n'ouvrira plus rien, et les connexions qu'elle a ouvertes se ferment.
            {isCurrent && " La vôtre en est une : vous sortirez aussitôt."}
          </p>
          <Button
            type="submit"
            variant="danger"
            size="small"
            busy={formData?.get("passkeyId") === id}
          >
            Retirer cette clé
          </Button>
        </Form>
      </details>
    </li>
  );
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
      {failure && (
        <Notice tone="danger" role="alert">
          {failure}
        </Notice>
      )}
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
