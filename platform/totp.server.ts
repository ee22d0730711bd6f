import { Secret, TOTP } from "otpauth";

/** The six digits of an authenticator (RFC 6238): a new half-minute, new digits. */
const PERIOD_SECONDS = 30;
/** Half-minutes by which a telephone's clock may be wrong, either way. */
const DRIFT = 1;

const digitsOf = (secret: string, label = "") =>
  new TOTP({
    ...{ issuer: "Parenthèse", label, secret: Secret.fromBase32(secret) },
    ...{ algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS },
  });

/** 160 random bits in Base32, as authenticators take them. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The `otpauth://` address that authenticators read from a QR code. */
export function totpAddress(secret: string, label: string): string {
  return digitsOf(secret, label).toString();
}

/** The six digits of this moment, for the demo and for tests. */
export function totpCode(secret: string, now: Date): string {
  return digitsOf(secret).generate({ timestamp: now.getTime() });
}

/**
 * Reads six digits.
 *
 * @returns the number of their half-minute since 1970; null when they are not of these minutes.
 */
export function readTotp(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = digitsOf(secret).validate({ token: code, timestamp, window: DRIFT });
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta;
}
