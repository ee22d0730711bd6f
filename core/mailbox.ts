/**
 * The mailbox behind an e-mail, by which two are compared wherever somebody is limited or told apart:
 * without what follows a plus sign, for `ines+yoga@example.fr` is read by whoever reads
 * `ines@example.fr`. Signing in stays by the exact address.
 *
 * @param email as the schemas give it, in lower case.
 */
export function mailboxOf(email: string): string {
  return email.replace(/^([^+@]+)\+[^@]*@/, "$1@");
}

/** The same in SQL, of an e-mail that stands in this column. Indexes are made of it. */
export function mailboxIn(column: string): string {
  return String.raw`regexp_replace(${column}, '^([^+@]+)\+[^@]*@', '\1@')`;
}

/** Whether two e-mails are read by the same person. */
export function isSameMailbox(one: string, other: string): boolean {
  return mailboxOf(one) === mailboxOf(other);
}

const NOBODY = "@compte-supprime.invalid";

/** What stands for the e-mail of a deleted account, wherever a row needs one (R30). */
export function addressOfNobody(userId: string): string {
  return userId + NOBODY;
}

/** No mail goes there: nobody is left to read it. */
export function isNobody(email: string): boolean {
  return email.endsWith(NOBODY);
}

/** Of whom everything is forgotten, and the address that stands for theirs from now on (R30). */
export interface Leaver {
  userId: string;
  email: string;
  nobody: string;
}
