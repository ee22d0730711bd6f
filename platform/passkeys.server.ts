import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";

/* WebAuthn level 3, which stands for both factors by device and finger, face or PIN. */

/** Some two hundred modules, so loaded on first use. */
const loadWebAuthn = () => import("@simplewebauthn/server");

/** EdDSA, ES256 and RS256 (COSE), one of which every authenticator has. */
const ALGORITHMS = [-8, -7, -257];

/** Passkeys made for one name open no other. */
interface RelyingParty {
  id: string;
  origin: string;
}

function relyingPartyOf(appUrl: string): RelyingParty {
  const { hostname, origin } = new URL(appUrl);
  return { id: hostname, origin };
}

export interface Passkey {
  /** Base64url. */
  credentialId: string;
  /** COSE, in base64url. */
  publicKey: string;
  transports: string[];
}

export type CreationOptions = Omit<PublicKeyCredentialCreationOptionsJSON, "extensions">;
export type RequestOptions = Omit<PublicKeyCredentialRequestOptionsJSON, "extensions">;
export type Creation = RegistrationResponseJSON;
export type Assertion = AuthenticationResponseJSON;

export function handleOf(id: string): string {
  return Buffer.from(id).toString("base64url");
}

/** A device that holds one of the `known` makes no second; `milliseconds` is its lifetime. */
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

export function challengeOf({ response }: Creation | Assertion): string | null {
  try {
    const said = Buffer.from(response.clientDataJSON, "base64url").toString();
    return String(JSON.parse(said).challenge);
  } catch {
    return null;
  }
}

/** Verifies a new passkey and its owner's presence. @throws Error */
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

/** Returns the signature's counter (0 for none), which the caller compares. @throws Error */
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
