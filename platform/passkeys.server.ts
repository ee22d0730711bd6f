import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";

/*
 * Passkeys (WebAuthn level 3): a key pair whose private half never leaves somebody's device, which
 * signs a challenge for this site alone once it has seen their finger, face or PIN. So it stands for
 * both factors.
 */

/** Some two hundred modules, which a process reads when an operator comes with a passkey. */
const loadWebAuthn = () => import("@simplewebauthn/server");

/**
 * EdDSA, ES256 and RS256 by their numbers in COSE: every authenticator has one of them, and newer ones
 * are still experimental in Node.
 */
const ALGORITHMS = [-8, -7, -257];

/** The site as authenticators know it: passkeys made for one name open no other. */
interface RelyingParty {
  id: string;
  origin: string;
}

function relyingPartyOf(appUrl: string): RelyingParty {
  const { hostname, origin } = new URL(appUrl);
  return { id: hostname, origin };
}

export interface Passkey {
  /** As its authenticator calls it, in base64url. */
  credentialId: string;
  /** COSE, in base64url. */
  publicKey: string;
  transports: string[];
}

/** Questions to a browser in JSON, without the extensions, of which we ask for none. */
export type CreationOptions = Omit<PublicKeyCredentialCreationOptionsJSON, "extensions">;
export type RequestOptions = Omit<PublicKeyCredentialRequestOptionsJSON, "extensions">;
/** An authenticator's answers, as browsers write them in JSON. */
export type Creation = RegistrationResponseJSON;
export type Assertion = AuthenticationResponseJSON;

/** A person's id as authenticators keep it and give it back. */
export function handleOf(id: string): string {
  return Buffer.from(id).toString("base64url");
}

/**
 * Tells a browser to make a passkey for somebody, whom it finds again by itself.
 *
 * @param known passkeys that they have: a device that holds one of them makes no second.
 * @param milliseconds for which it may be made.
 */
export async function creationOptions(
  appUrl: string,
  person: { id: string; name: string; email: string },
  { siteName, known, milliseconds }: { siteName: string; known: Passkey[]; milliseconds: number },
): Promise<CreationOptions> {
  const { generateRegistrationOptions } = await loadWebAuthn();
  const { extensions: _, ...options } = await generateRegistrationOptions({
    rpName: siteName,
    rpID: relyingPartyOf(appUrl).id,
    userID: new Uint8Array(Buffer.from(person.id)),
    userName: person.email,
    userDisplayName: person.name,
    timeout: milliseconds,
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return options;
}

/** Tells a browser to prove one of its passkeys, whoever sits there. */
export async function requestOptions(
  appUrl: string,
  milliseconds: number,
): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  return generateAuthenticationOptions({
    rpID: relyingPartyOf(appUrl).id,
    timeout: milliseconds,
    userVerification: "required",
  });
}

/** The challenge that an answer says it is to; null of what is no answer. */
export function challengeOf({ response }: Creation | Assertion): string | null {
  try {
    const said = Buffer.from(response.clientDataJSON, "base64url").toString();
    return String(JSON.parse(said).challenge);
  } catch {
    return null;
  }
}

/**
 * Verifies that a passkey was made to a challenge of ours, with its owner present and known to the
 * device.
 *
 * @throws Error saying what of it is wrong.
 */
export async function verifyCreation(
  appUrl: string,
  response: Creation,
  challenge: string,
): Promise<Passkey & { counter: number }> {
  const { id, origin } = relyingPartyOf(appUrl);
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    ...{ response, expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: id },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  if (!registrationInfo) throw new Error("its attestation does not verify");
  const { credential } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: credential.transports ?? [],
  };
}

/**
 * Verifies that a passkey has signed a challenge of ours, with its owner present and known to the
 * device.
 *
 * @returns how often it has signed, by its own count; 0 of one that does not count. The caller
 *   compares it with the last.
 * @throws Error saying what of it is wrong.
 */
export async function verifyAssertion(
  appUrl: string,
  response: Assertion,
  challenge: string,
  { credentialId, publicKey }: Passkey,
): Promise<number> {
  const { id, origin } = relyingPartyOf(appUrl);
  const key = new Uint8Array(Buffer.from(publicKey, "base64url"));
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...{ response, expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: id },
    credential: { id: credentialId, publicKey: key, counter: 0 },
  });
  if (!verified) throw new Error("its signature does not verify");
  return authenticationInfo.newCounter;
}
