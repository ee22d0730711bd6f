import { createElement, type JSX } from "react";

type Shape = [tag: keyof JSX.IntrinsicElements, attributes: Record<string, string>];

/**
 * Replaces lucide-react's factory of the same name in the build (vite.icons.ts): from the shapes of
 * an icon, a component that takes a class and nothing else. Icons decorate; words beside them say
 * what they mean.
 */
export default function createIcon({ node }: { node: Shape[] }) {
  return ({ className }: { className?: string }) => (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      {node.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
    </svg>
  );
}
