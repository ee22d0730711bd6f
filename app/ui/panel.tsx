import type { ComponentProps, ElementType, ReactNode } from "react";

/** With a title, `id` is the heading's. */
export function Panel({
  as: Element = "section",
  id,
  title,
  className = "",
  children,
  ...props
}: Omit<ComponentProps<"section">, "title"> & { as?: ElementType; title?: ReactNode }) {
  return (
    <Element
      aria-labelledby={id}
      {...props}
      className={`rounded-card bg-surface p-6 ring ring-hairline md:p-7 ${className}`}
    >
      {title && (
        <h2 id={id} className="text-22">
          {title}
        </h2>
      )}
      {children}
    </Element>
  );
}
