import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/*
 * Secrets that must not be readable in the database, among the files or in a back-up of them are kept
 * sealed: AES-256-GCM, by a key that is made of the installation's and stored nowhere beside it.
 */

/** The first byte of what is sealed: the way in which it was. */
const FORMAT = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The installation's keys, as its configuration has them: what is sealed opens by either. */
export interface Keys {
  encryptionKey: string;
  /** The one of before, until everything is sealed anew; null when there is none. */
  previousEncryptionKey: string | null;
}

/** Another key sealed it, or it was changed since, or it belongs somewhere else. */
export class CannotOpen extends Error {
  constructor(context: string, cause?: unknown) {
    super(`what was sealed for « ${context} » does not open: is ENCRYPTION_KEY the one of then?`, {
      cause,
    });
    this.name = "CannotOpen";
  }
}

/**
 * Encrypts bytes.
 *
 * @param secret the installation's, `config.encryptionKey`.
 * @param context names the one place to which it belongs, with an id: put anywhere else, it does not
 *   open.
 */
export function seal(secret: string, bytes: Uint8Array, context: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context));
  const sealed = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([Buffer.of(FORMAT), iv, ...sealed, cipher.getAuthTag()]);
}

/**
 * Decrypts what {@link seal} has made.
 *
 * @throws CannotOpen
 */
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

/**
 * The same by the present key or the one before, so that the key can be changed while the site runs.
 *
 * @returns the bytes, and whether the present key has sealed them.
 * @throws CannotOpen by neither.
 */
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

/** A name for a key, which tells nothing of it: what it has sealed is found by that. */
export function markOf(secret: string): string {
  const bytes = Buffer.from(secret, "base64url");
  return Buffer.from(hkdfSync("sha256", bytes, "", "parenthese seal mark", 9)).toString(
    "base64url",
  );
}

/** A key of its own for this use, so that the installation's may serve another one day (RFC 5869). */
function keyOf(secret: string): Buffer {
  const bytes = Buffer.from(secret, "base64url");
  return Buffer.from(hkdfSync("sha256", bytes, "", "parenthese seal", 32));
}
