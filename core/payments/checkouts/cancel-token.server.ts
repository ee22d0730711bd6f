import { readShortId, shortenId } from "#platform/ids.server.ts";
import { isSignedByEither, type Keys, sign } from "#platform/seal.server.ts";

const asSigned = (paymentId: string) => `cancel ${paymentId}`;

/** Lets whoever holds it end the payment's checkout (rule: hold-release). */
export function makeCancelToken({ encryptionKey }: Keys, paymentId: string): string {
  return `${shortenId(paymentId)}.${sign(encryptionKey, asSigned(paymentId))}`;
}

/** The payment's id; null for what this installation has not signed. */
export function readCancelToken(keys: Keys, token: string): string | null {
  const [code = "", signature = ""] = token.split(".");
  const paymentId = readShortId(code);
  return isSignedByEither(keys, asSigned(paymentId), signature) ? paymentId : null;
}
