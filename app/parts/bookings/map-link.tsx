import { type ButtonSize, buttonClass } from "../../ui/button.tsx";

export function MapLink({ to, title, size }: { to: string; title: string; size?: ButtonSize }) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass({ variant: "sage", size })}
    >
      S'y rendre<span className="sr-only"> : {title}</span>
    </a>
  );
}
