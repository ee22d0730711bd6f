import { ArrowRight } from "@lucide/icons";
import type { ComponentProps } from "react";
import { Link } from "react-router";
import { Icon } from "./pictures/icon.tsx";

export const textLinkClass =
  "font-label wrap-anywhere text-sage-600 underline decoration-sage-300 decoration-1 underline-offset-4 hover:decoration-current";

/** @param isTall as tall as a finger needs, where it stands alone. */
export function TextLink({
  isTall = false,
  className = "",
  ...props
}: ComponentProps<typeof Link> & { isTall?: boolean }) {
  const tall = isTall ? "inline-flex min-h-11 items-center" : "";
  return <Link {...props} className={`${tall} ${textLinkClass} ${className}`} />;
}

export function ArrowLink({ className = "", children, ...props }: ComponentProps<typeof Link>) {
  return (
    <Link
      {...props}
      className={`inline-flex min-h-11 items-center gap-2 ${textLinkClass} ${className}`}
    >
      {children}
      <Icon of={ArrowRight} className="size-4 shrink-0" />
    </Link>
  );
}
