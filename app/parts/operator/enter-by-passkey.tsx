import { KeyRound } from "@lucide/icons";
import { useSubmit } from "react-router";
import type { RequestOptions } from "#platform/passkeys.server.ts";
import { provePasskey } from "../../browser/passkeys.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { usePasskey } from "./use-passkey.ts";

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
