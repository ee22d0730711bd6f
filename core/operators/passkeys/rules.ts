import { MINUTE } from "../../durations.ts";

/** Milliseconds to answer a challenge. */
export const CHALLENGE_LIFE = 5 * MINUTE;
/** Age of a login that may add a passkey: a screen left open must not give lasting access. */
export const FRESH = 15 * MINUTE;
export const PASSKEYS_MAX = 10;
export const NAME_MAX = 60;

export function isFresh(login: { openedAt: Date } | undefined, now: Date): boolean {
  return login !== undefined && now.getTime() - login.openedAt.getTime() < FRESH;
}

/** No other passkey, readable secret or recovery code is left (rule: passkeys). */
export function isLastWayIn(ways: {
  passkeys: number;
  canReadDigits: boolean;
  recoveryCodes: number;
}): boolean {
  return ways.passkeys <= 1 && !ways.canReadDigits && ways.recoveryCodes === 0;
}
