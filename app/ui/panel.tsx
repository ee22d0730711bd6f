import type { ComponentProps, ElementType } from "react";

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
