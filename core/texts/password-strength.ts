import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import * as common from "@zxcvbn-ts/language-common";
import * as french from "@zxcvbn-ts/language-fr";

/*
 * With its lists this is half a megabyte, compressed: browsers fetch it when somebody types a new
 * password, and nothing else imports it.
 */

export type PasswordStrength = "weak" | "fair" | "strong";

const guesser = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...french.dictionary },
  graphs: common.adjacencyGraphs,
  // Longer ones are judged by their beginning, and rare disguises are not tried: a phone has to
  // answer while somebody types.
  maxLength: 40,
  l33tMaxSubstitutions: 20,
});

/** Shorter parts of a name stand in many words by chance. */
const SHORTEST_OWN_PART = 3;

/** Characters with a meaning in a pattern. */
const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;

/**
 * How hard a password is to guess for somebody who knows common passwords, French words and names,
 * and its owner. It is a hint and refuses nothing (rule: password-length). The owner's own names
 * and e-mail count for nothing: the rest has to be hard to guess by itself.
 *
 * @param own the e-mail and names of its owner; empty ones do no harm.
 */
export function judgePassword(password: string, own: readonly string[] = []): PasswordStrength {
  const parts = own
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .map((text) => text.trim().toLowerCase())
    .filter((text) => text.length >= SHORTEST_OWN_PART)
    .sort((one, other) => other.length - one.length);
  const rest = parts.reduce(
    (left, part) => left.replaceAll(new RegExp(part.replace(SYNTAX, "\\$&"), "giu"), ""),
    password,
  );
  const { score } = guesser.check(rest, parts);
  if (score < 3) return "weak";
  return score === 3 ? "fair" : "strong";
}
