/**
 * The mailbox behind an e-mail, by which people are compared wherever limits count: without the
 * part after a plus sign, since `ines+yoga@example.fr` and `ines@example.fr` have the same reader.
 * Signing in needs the exact address.
 *
 * @param email as the schemas give it, in lower case.
 */
export function mailboxOf(email: string): string {
  return email.replace(/^([^+@]+)\+[^@]*@/, "$1@");
}

/** The same in SQL, for an e-mail in this column. Indexes are built on it. */
export function mailboxIn(column: string): string {
  return String.raw`regexp_replace(${column}, '^([^+@]+)\+[^@]*@', '\1@')`;
}

/** Whether two e-mails are read by the same person. */
export function isSameMailbox(one: string, other: string): boolean {
  return mailboxOf(one) === mailboxOf(other);
}

const DELETED_DOMAIN = "@compte-supprime.invalid";

/** Replaces the e-mail of a deleted account, wherever a row needs one (rule: account-deletion). */
export function deletedAddress(userId: string): string {
  return userId + DELETED_DOMAIN;
}

/** Whether an address stands for a deleted account: no mail goes there. */
export function isDeletedAddress(email: string): boolean {
  return email.endsWith(DELETED_DOMAIN);
}

/**
 * The account to be anonymised, and the address that replaces its own from now on (rule:
 * account-deletion).
 */
export interface Leaver {
  userId: string;
  email: string;
  placeholder: string;
}
