import { MarkedText, type TextPiece } from "./marked-text.tsx";

export interface ChangedView {
  at: string;
  paragraphs: TextPiece[][];
}

export function ChangedSince({ changed }: { changed: ChangedView | null }) {
  if (!changed) return null;
  return (
    <section aria-labelledby="alors" className="mt-6 border-t border-sand-300 pt-5">
      <h3 id="alors" className="text-18">
        Tel que signalé le {changed.at}
      </h3>
      <p className="mt-1 text-14 text-ink-soft">Changé depuis. Ce qui n'y est plus est marqué.</p>
      <div className="mt-3 grid gap-3 wrap-anywhere whitespace-pre-line">
        {changed.paragraphs.map((pieces, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts stay in their order
          <p key={at}>
            <MarkedText pieces={pieces} />
          </p>
        ))}
      </div>
    </section>
  );
}
