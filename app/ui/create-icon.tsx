import { createElement, type JSX } from "react";

type Shape = [tag: keyof JSX.IntrinsicElements, attributes: Record<string, string>];

/**
 * Stands in for lucide-react's factory of the same name in what is built (vite.icons.ts): from the
 * shapes of an icon, a component that takes a class and nothing else. Icons decorate; what they mean
 * is said in words beside them.
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
