import { Fragment } from "react";

/** A part of a text that was reported or filtered. */
export interface TextPiece {
  text: string;
  isMarked: boolean;
}

/** A text with the words marked that a person should read. */
export function MarkedText({ pieces }: { pieces: readonly TextPiece[] }) {
  return pieces.map(({ text, isMarked }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text stay in their order
    <Fragment key={place}>
      {isMarked ? <mark className="rounded-sm bg-clay-100 px-0.5">{text}</mark> : text}
    </Fragment>
  ));
}
