import type { ReactNode } from "react";

interface ScrollingTableProps {
  label: string;
  className?: string;
  children: ReactNode;
}

export function ScrollingTable({ label, className = "", children }: ScrollingTableProps) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
      tabIndex={0}
      aria-label={label}
      // What is hidden from the eye alone stays inside, and widens no page.
      className={`relative overflow-x-auto ${className}`}
    >
      {children}
    </section>
  );
}
