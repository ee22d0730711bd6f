import { Secret, TOTP } from "otpauth";

/** RFC 6238. */
const PERIOD_SECONDS = 30;
/** Half-minutes of clock error allowed either way. */
const DRIFT = 1;

const digitsOf = (secret: string, label = "") =>
  new TOTP({
    ...{ issuer: "Parenthèse", label, secret: Secret.fromBase32(secret) },
    ...{ algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS },
  });

/** 160 bits in Base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export function totpAddress(secret: string, label: string): string {
  return digitsOf(secret, label).toString();
}

export function totpCode(secret: string, now: Date): string {
  return digitsOf(secret).generate({ timestamp: now.getTime() });
}

/** Number of the code's half-minute since 1970; null if invalid now. */
export function readTotp(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = digitsOf(secret).validate({ token: code, timestamp, window: DRIFT });
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta;
}
