import { findSuspectWords } from "#core/moderation/rules.ts";
import type { TextPiece } from "./marked-text.tsx";

/** A text in pieces, those marked that a person should read (rule: content-filter). */
export function splitAtSuspects(text: string): TextPiece[] {
  const words = findSuspectWords(text);
  if (words.length === 0) return [{ text, isMarked: false }];
  const pattern = words.map((word) => RegExp.escape(word)).join("|");
  return text
    .split(new RegExp(`(${pattern})`))
    .map((piece, at) => ({ text: piece, isMarked: at % 2 === 1 }));
}
