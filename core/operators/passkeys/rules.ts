import { MINUTE } from "../../durations.ts";

/** How long a challenge may be answered, in milliseconds. */
export const CHALLENGE_LIFE = 5 * MINUTE;
/** How old a login may be that adds a passkey: a screen left open must not give lasting access. */
export const FRESH = 15 * MINUTE;
export const PASSKEYS_MAX = 10;
export const NAME_MAX = 60;

/** Whether a login is so new that its operator need not prove again who they are. */
export function isFresh(login: { openedAt: Date } | undefined, now: Date): boolean {
  return login !== undefined && now.getTime() - login.openedAt.getTime() < FRESH;
}

/**
 * Whether a passkey is all that lets its operator in: they have no other, this installation cannot
 * read the secret of their six digits, and no recovery code is left (rule: passkeys).
 */
export function isLastWayIn(ways: {
  passkeys: number;
  canReadDigits: boolean;
  recoveryCodes: number;
}): boolean {
  return ways.passkeys <= 1 && !ways.canReadDigits && ways.recoveryCodes === 0;
}
