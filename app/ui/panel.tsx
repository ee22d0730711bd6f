import type { ComponentProps, ElementType } from "react";

/** A white surface with the card's hairline: the tile of a dashboard, the frame of a form. */
export function Panel({
  as: Element = "section",
  className = "",
  ...props
}: ComponentProps<"section"> & { as?: ElementType }) {
  return (
    <Element
      {...props}
      className={`rounded-card bg-surface p-6 ring ring-hairline md:p-7 ${className}`}
    />
  );
}
