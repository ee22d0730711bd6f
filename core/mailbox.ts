/** Drops the part after a plus sign, to count people; signing in needs the exact address. */
export function mailboxOf(email: string): string {
  return email.replace(/^([^+@]+)\+[^@]*@/, "$1@");
}

/** The same in SQL; indexes are built on it. */
export function mailboxIn(column: string): string {
  return String.raw`regexp_replace(${column}, '^([^+@]+)\+[^@]*@', '\1@')`;
}

export function isSameMailbox(one: string, other: string): boolean {
  return mailboxOf(one) === mailboxOf(other);
}

const DELETED_DOMAIN = "@compte-supprime.invalid";

/** Replaces a deleted account's e-mail (rule: account-deletion). */
export function deletedAddress(userId: string): string {
  return userId + DELETED_DOMAIN;
}

export function isDeletedAddress(email: string): boolean {
  return email.endsWith(DELETED_DOMAIN);
}

/** An account to anonymise, and its new address (rule: account-deletion). */
export interface Leaver {
  userId: string;
  email: string;
  placeholder: string;
}
