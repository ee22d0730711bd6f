import { formatMoment } from "#core/dates.ts";
import type { ChangedView } from "./changed-since.tsx";
import type { TextPiece } from "./marked-text.tsx";

/** Null where nothing has changed since the first report that waits. */
export function changedSince(
  reports: readonly { createdAt: Date; isOpen: boolean; before: readonly string[] | null }[],
  now: readonly string[],
): ChangedView | null {
  const texts = now.filter((text) => text !== "");
  for (const { createdAt, isOpen, before } of reports) {
    const kept = before?.filter((text) => text !== "");
    if (!isOpen || !kept || kept.join("\n") === texts.join("\n")) continue;
    const paragraphs = kept.map((text) =>
      texts.includes(text) ? [whole(text)] : goneOf(text, texts),
    );
    return { at: formatMoment(createdAt), paragraphs };
  }
  return null;
}

const whole = (text: string, isMarked = false): TextPiece => ({ text, isMarked });

/** Marks what the most similar text has lost. */
function goneOf(text: string, texts: readonly string[]): TextPiece[] {
  const words = wordsOf(text);
  let [best, left, right] = [0, 0, 0];
  for (const other of texts.map(wordsOf)) {
    const start = sharedStart(words, other);
    const most = Math.min(words.length, other.length) - start;
    const end = Math.min(most, sharedStart(words.toReversed(), other.toReversed()));
    if (start + end > best) [best, left, right] = [start + end, start, end];
  }
  const cut = words.length - right;
  return [
    whole(words.slice(0, left).join("")),
    whole(words.slice(left, cut).join(""), true),
    whole(words.slice(cut).join("")),
  ].filter(({ text }) => text !== "");
}

const wordsOf = (text: string) => text.split(/(\s+)/);

function sharedStart(words: readonly string[], other: readonly string[]): number {
  const at = words.findIndex((word, place) => word !== other[place]);
  return at === -1 ? words.length : at;
}
