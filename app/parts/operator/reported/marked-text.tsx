import { Fragment } from "react";

export interface TextPiece {
  text: string;
  isMarked: boolean;
}

export function MarkedText({ pieces }: { pieces: readonly TextPiece[] }) {
  return pieces.map(({ text, isMarked }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text stay in their order
    <Fragment key={place}>
      {isMarked ? <mark className="rounded-sm bg-clay-100 px-0.5">{text}</mark> : text}
    </Fragment>
  ));
}
