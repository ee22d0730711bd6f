import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type {
  Assertion,
  Creation,
  CreationOptions,
  RequestOptions,
} from "#platform/passkeys.server.ts";

/** Deviations of an answer from what it should be. */
interface Wrong {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** Whether its owner was neither seen nor known. */
  isUnverified?: boolean;
  /** Its own count, where it is not one more than before. */
  counter?: number;
  userHandle?: string;
  credentialId?: string;
  type?: string;
}

const hash = (text: string | Buffer) => createHash("sha256").update(text).digest();
/** Bits of authenticator data (WebAuthn, 6.1): present, verified, with a new credential. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/**
 * A device with passkeys, in software: it makes keys on P-256 and signs what browsers ask for, as
 * WebAuthn says (https://www.w3.org/TR/webauthn-3/).
 *
 * @param origin the page before which its owner sits.
 */
export function makeAuthenticator(origin: string) {
  const credentialId = randomBytes(16).toString("base64url");
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  let key: KeyObject = pair.privateKey;
  let userHandle = "";
  let counter = 0;

  const clientData = (type: string, asked: string, wrong: Wrong) =>
    Buffer.from(
      JSON.stringify({
        type: wrong.type ?? type,
        challenge: wrong.challenge ?? asked,
        origin: wrong.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (rpId: string, wrong: Wrong, attested = Buffer.of()) => {
    const flags =
      PRESENT | (wrong.isUnverified ? 0 : VERIFIED) | (attested.length > 0 ? ATTESTED : 0);
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(wrong.counter ?? counter);
    return Buffer.concat([hash(wrong.rpId ?? rpId), Buffer.of(flags), count, attested]);
  };

  return {
    credentialId,
    /** Answers as `navigator.credentials.create` does. */
    create(options: CreationOptions, wrong: Wrong = {}): Creation {
      userHandle = options.user.id;
      const id = Buffer.from(credentialId, "base64url");
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.of(0, id.length),
        id,
        coseKey(pair.publicKey),
      ]);
      const data = authenticatorData(String(options.rp.id), wrong, attested);
      const clientDataJSON = clientData("webauthn.create", options.challenge, wrong);
      return {
        ...{ id: credentialId, rawId: credentialId, type: "public-key" },
        response: {
          clientDataJSON: clientDataJSON.toString("base64url"),
          attestationObject: attestationOf(data).toString("base64url"),
          transports: ["internal"],
        },
        clientExtensionResults: {},
      };
    },
    /** Answers as `navigator.credentials.get` does. */
    get(options: RequestOptions, wrong: Wrong = {}): Assertion {
      const data = authenticatorData(String(options.rpId), wrong);
      const clientDataJSON = clientData("webauthn.get", options.challenge, wrong);
      const signature = sign("sha256", Buffer.concat([data, hash(clientDataJSON)]), key);
      const id = wrong.credentialId ?? credentialId;
      return {
        ...{ id, rawId: id, type: "public-key" },
        response: {
          clientDataJSON: clientDataJSON.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: wrong.userHandle ?? userHandle,
        },
        clientExtensionResults: {},
      };
    },
    /** Signs by another key from here on, as somebody would who knows all but the right one. */
    loseKey() {
      key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    },
  };
}

/** CBOR of `{ fmt: "none", attStmt: {}, authData }`: nothing is said of the device's maker. */
function attestationOf(authData: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(authData.length);
  const text = (word: string) => Buffer.concat([Buffer.of(0x60 + word.length), Buffer.from(word)]);
  return Buffer.concat([
    ...[Buffer.of(0xa3), text("fmt"), text("none"), text("attStmt"), Buffer.of(0xa0)],
    ...[text("authData"), Buffer.of(0x59), length, authData],
  ]);
}

/** The COSE key of a public key on P-256, for ES256 (RFC 9053). */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const bytes = (value: string) =>
    Buffer.concat([Buffer.of(0x58, 32), Buffer.from(value, "base64url")]);
  return Buffer.concat([
    ...[Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21), bytes(x)],
    ...[Buffer.of(0x22), bytes(y)],
  ]);
}
