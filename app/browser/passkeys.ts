import type { CreationOptions, RequestOptions } from "#platform/passkeys.server.ts";

export type PasskeyOutcome = { credential: string } | { failure: string };

export function knowsPasskeys(): boolean {
  return (
    "PublicKeyCredential" in window &&
    "parseCreationOptionsFromJSON" in PublicKeyCredential &&
    "parseRequestOptionsFromJSON" in PublicKeyCredential
  );
}

export function makePasskey(options: CreationOptions): Promise<PasskeyOutcome> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return outcomeOf(navigator.credentials.create({ publicKey }));
}

export function provePasskey(options: RequestOptions): Promise<PasskeyOutcome> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return outcomeOf(navigator.credentials.get({ publicKey }));
}

const FAILURES: Record<string, string> = {
  NotAllowedError: "Rien n'a été confirmé sur l'appareil. Réessayez quand vous voulez.",
  InvalidStateError: "Cet appareil a déjà une de vos clés d'accès.",
  SecurityError: "Les clés d'accès ne fonctionnent qu'à l'adresse publique du site, en https.",
};

async function outcomeOf(answer: Promise<Credential | null>): Promise<PasskeyOutcome> {
  try {
    const credential = (await answer) as PublicKeyCredential | null;
    return { credential: JSON.stringify(credential?.toJSON() ?? null) };
  } catch (error) {
    const known = error instanceof DOMException ? FAILURES[error.name] : undefined;
    return { failure: known ?? "Cet appareil n'a pas pu utiliser de clé d'accès." };
  }
}
