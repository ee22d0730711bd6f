import type { ReactNode } from "react";
import { ButtonLink } from "./button.tsx";
import { Picture } from "./pictures/picture.tsx";

export function EmptyState({
  picture = "meditation-c",
  title,
  heading: Heading = "h2",
  children,
  link,
  action = link && (
    <ButtonLink to={link.to} variant="sage">
      {link.label}
    </ButtonLink>
  ),
}: {
  picture?: string;
  title: string;
  heading?: "h1" | "h2" | "h3";
  children?: ReactNode;
  link?: { to: string; label: string };
  action?: ReactNode;
}) {
  return (
    <div className="grid justify-items-center gap-2 rounded-card bg-sand-100 px-6 py-12 text-center">
      <Picture
        name={picture}
        sizes="176px"
        className="mb-4 aspect-square w-44 rounded-t-full rounded-b-card object-cover"
      />
      <Heading className="text-22">{title}</Heading>
      {children && <div className="max-w-text text-ink-soft">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
