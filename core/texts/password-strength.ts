import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import * as common from "@zxcvbn-ts/language-common";
import * as french from "@zxcvbn-ts/language-fr";

/* Half a megabyte compressed, so only a page with a new password may load this. */

export type PasswordStrength = "weak" | "fair" | "strong";

const guesser = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...french.dictionary },
  graphs: common.adjacencyGraphs,
  // Only the beginning is judged, since a phone has to answer while somebody types.
  maxLength: 40,
  l33tMaxSubstitutions: 20,
});

/** Shorter parts of a name occur in many words by chance. */
const SHORTEST_OWN_PART = 3;

const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;

/** Only a hint (rule: password-length), ignoring the owner's names and e-mail. */
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
