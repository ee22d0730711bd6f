import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/* AES-256-GCM, by a key derived from the installation's. */

/** Format version, the first byte. */
const FORMAT = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Keys {
  encryptionKey: string;
  /** Null once everything is sealed anew. */
  previousEncryptionKey: string | null;
}

export class CannotOpen extends Error {
  constructor(context: string, cause?: unknown) {
    super(`what was sealed for « ${context} » does not open: is ENCRYPTION_KEY the one of then?`, {
      cause,
    });
    this.name = "CannotOpen";
  }
}

/** Encrypts for one place, named by `context` with an id; elsewhere it does not open. */
export function seal(secret: string, bytes: Uint8Array, context: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context));
  const sealed = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([Buffer.of(FORMAT), iv, ...sealed, cipher.getAuthTag()]);
}

/** @throws CannotOpen */
export function open(secret: string, sealed: Uint8Array, context: string): Buffer {
  const start = 1 + IV_BYTES;
  const end = sealed.length - TAG_BYTES;
  if (sealed[0] !== FORMAT || end < start) throw new CannotOpen(context);
  const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), sealed.subarray(1, start), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(start, end)), decipher.final()]);
  } catch (error) {
    throw new CannotOpen(context, error);
  }
}

/** Allows changing the key; reports whether the present one sealed it. @throws CannotOpen */
export function openByEither(
  { encryptionKey, previousEncryptionKey }: Keys,
  sealed: Uint8Array,
  context: string,
): { bytes: Buffer; isCurrent: boolean } {
  try {
    return { bytes: open(encryptionKey, sealed, context), isCurrent: true };
  } catch (error) {
    if (!(error instanceof CannotOpen) || previousEncryptionKey === null) throw error;
    return { bytes: open(previousEncryptionKey, sealed, context), isCurrent: false };
  }
}

export function markOf(secret: string): string {
  const bytes = Buffer.from(secret, "base64url");
  return Buffer.from(hkdfSync("sha256", bytes, "", "parenthese seal mark", 9)).toString(
    "base64url",
  );
}

function keyOf(secret: string): Buffer {
  const bytes = Buffer.from(secret, "base64url");
  return Buffer.from(hkdfSync("sha256", bytes, "", "parenthese seal", 32));
}
