import { KeyRound } from "@lucide/icons";
import { data, Form, useNavigation } from "react-router";
import { formatMoment } from "#core/dates.ts";
import { isAppError } from "#core/errors.ts";
import {
  addPasskey,
  offerPasskey,
  removePasskey,
} from "#core/operators/passkeys/add-passkey.server.ts";
import {
  renewRecoveryCodes,
  showOwnAccess,
} from "#core/operators/passkeys/enter-by-passkey.server.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../../context.server.ts";
import { redirectWithToast } from "../../../cookies/flash.server.ts";
import { operatorLoginHeaders } from "../../../cookies/operator-login.server.ts";
import { asFormError, asPage } from "../../../failures/errors.server.ts";
import { readForm } from "../../../forms/read-form.ts";
import { AddPasskey } from "../../../parts/operator/add-passkey.tsx";
import { Office, officeMeta } from "../../../parts/operator/office.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Icon } from "../../../ui/pictures/icon.tsx";
import type { Route } from "./+types/vos-acces";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger vos accès." },
  actionFailure: { title: "Erreur", text: "Vos accès n'ont pas changé. Réessayez." },
};

export const meta: Route.MetaFunction = () => officeMeta("Vos accès");

export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const access = await showOwnAccess(ctx).catch(asPage);
  const { passkeys, recoveryCodes, canReadDigits, mayAdd, mayRenewCodes, suggestedName } = access;
  return {
    ...{ mayAdd, mayRenewCodes, suggestedName },
    passkeys: passkeys.map(({ id, name, createdAt, usedAt, isCurrent }) => ({
      ...{ id, name, isCurrent, added: formatMoment(createdAt) },
      used: usedAt ? `Dernière entrée le ${formatMoment(usedAt)}.` : "Jamais utilisée pour entrer.",
    })),
    facts: [
      ["Mot de passe", "Avec les six chiffres de votre application, ou un code de secours"],
      ["Codes de secours", recoveryCodes > 0 ? `Il vous en reste ${recoveryCodes}` : "Aucun"],
    ] as [string, string][],
    warning: warningOf(canReadDigits, recoveryCodes),
  };
}

const FEW_CODES = 2;

function warningOf(canReadDigits: boolean, recoveryCodes: number): string | null {
  if (!canReadDigits) {
    return "Vos six chiffres ne peuvent pas être vérifiés : la clé ENCRYPTION_KEY de ce serveur n'est pas celle qui a chiffré leur secret. Prévenez la personne qui l'administre.";
  }
  if (recoveryCodes > FEW_CODES) return null;
  return recoveryCodes > 0
    ? "Il vous reste peu de codes de secours. Demandez-en de nouveaux."
    : "Il ne vous reste aucun code de secours. Demandez-en de nouveaux.";
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  try {
    if (form.intent === "challenge") return { options: await offerPasskey(ctx, form) };
    if (form.intent === "add") {
      await addPasskey(ctx, form);
      return done(operatorAddresses.ownAccess, "Clé d'accès ajoutée");
    }
    // What cannot be taken back opens first, and says what it does.
    if (form.confirmed !== "oui") return { asked: String(form.passkeyId ?? form.intent) };
    if (form.intent === "renew-codes") return { codes: await renewRecoveryCodes(ctx) };
    const hasEnded = await removePasskey(ctx, form);
    if (!hasEnded) return done(operatorAddresses.ownAccess, "Clé d'accès retirée");
    const headers = operatorLoginHeaders(ctx, null);
    return done(operatorAddresses.logIn, "Clé d'accès retirée, connexion fermée", headers);
  } catch (error) {
    const { data: refusal, init } = asFormError(error);
    const isSaid = isAppError(error) && !(error.fields && "name" in error.fields);
    return data({ ...refusal, isSaid }, init ?? {});
  }
}

function done(to: string, title: string, headers?: Headers) {
  const text = "Inscrit au journal sous votre nom.";
  return redirectWithToast(to, { title, text }, headers);
}

function NewCodes({ codes }: { codes: string[] }) {
  return (
    <Notice tone="success" role="status" className="mt-5">
      <p>Vos nouveaux codes. Notez-les : ils ne seront plus montrés.</p>
      <ul className="mt-2 grid grid-cols-2 gap-x-4 font-regular figures">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Notice>
  );
}

const WHY_NOT = {
  login:
    "Pour ajouter une clé, votre connexion doit dater de moins de 15 minutes : sortez, et entrez de nouveau.",
  full: "Vous avez le nombre de clés le plus élevé possible : retirez-en une pour en ajouter une autre.",
};

export default function OwnAccess({ loaderData, actionData }: Route.ComponentProps) {
  const { passkeys, facts, warning, mayAdd, mayRenewCodes, suggestedName } = loaderData;
  const codes = actionData && "codes" in actionData ? actionData.codes : null;
  const asked = actionData && "asked" in actionData ? actionData.asked : null;
  const { formData } = useNavigation();
  const refusal = actionData && "isSaid" in actionData && actionData.isSaid ? actionData : null;
  return (
    <Office place={null}>
      <h1>Vos accès</h1>
      <p className="mt-2 max-w-text text-ink-soft">
        Une clé d'accès suffit pour entrer ; le mot de passe et le code restent. Gardez deux moyens,
        sur deux appareils.
      </p>
      <Notice tone="danger" role="alert" className="mt-5 max-w-text">
        {refusal?.toast.text}
      </Notice>
      <div className="mt-6 grid items-start gap-8 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_400px]">
        <Panel id="cles" title="Clés d'accès">
          <p className="mt-1 text-ink-soft">
            Votre appareil vous reconnaît à votre empreinte, votre visage ou son code. Retirer une
            clé ferme aussi les connexions qu'elle a ouvertes.
          </p>
          {passkeys.length === 0 && <p className="mt-4 text-ink-soft">Aucune pour l'instant.</p>}
          <ul className="mt-2 empty:hidden">
            {passkeys.map((passkey) => (
              <PasskeyItem key={passkey.id} passkey={passkey} isAsked={passkey.id === asked} />
            ))}
          </ul>
          {mayAdd === "yes" ? (
            <AddPasskey key={passkeys.length} suggestedName={suggestedName} />
          ) : (
            <p className="mt-5 text-14">{WHY_NOT[mayAdd]}</p>
          )}
        </Panel>
        <Panel id="mot-de-passe" title="Mot de passe et code">
          <Facts facts={facts} />
          <Notice tone="warning" className="mt-5">
            {warning}
          </Notice>
          {codes && <NewCodes codes={codes} />}
          {mayRenewCodes ? (
            <details open={asked === "renew-codes"} className="mt-5">
              <summary className="flex min-h-11 cursor-pointer items-center font-label">
                Renouveler les codes de secours
              </summary>
              <Form method="post">
                <HiddenFields intent="renew-codes" confirmed="oui" />
                <p className="mb-3 text-14">
                  Les anciens cessent aussitôt de valoir, et les nouveaux ne se montrent qu'une
                  fois.
                </p>
                <Button type="submit" busy={formData?.get("intent") === "renew-codes"}>
                  Montrer de nouveaux codes
                </Button>
              </Form>
            </details>
          ) : (
            <p className="mt-5 text-14">
              Pour de nouveaux codes de secours, votre connexion doit dater de moins de 15 minutes :
              sortez, et entrez de nouveau.
            </p>
          )}
        </Panel>
      </div>
    </Office>
  );
}

function PasskeyItem({
  passkey: { id, name, added, used, isCurrent },
  isAsked,
}: {
  passkey: Route.ComponentProps["loaderData"]["passkeys"][number];
  isAsked: boolean;
}) {
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
