import type { ReactNode } from "react";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Arc } from "../../ui/pictures/logo.tsx";
import { Picture } from "../../ui/pictures/picture.tsx";
import { Spinner } from "../../ui/spinner.tsx";

export function ResultScreen({
  title,
  picture,
  busy = false,
  children,
  actions,
}: {
  title: string;
  picture: string;
  busy?: boolean;
  children: ReactNode;
  actions: ReactNode;
}) {
  return (
    // On a phone the toast that comes with the result covers the picture alone.
    <div className="page py-8 md:py-20">
      <div className="relative mx-auto grid max-w-text justify-items-center gap-4 px-2 text-center md:px-16">
        <Arc
          side="left"
          className="absolute top-0 left-0 hidden h-full max-h-96 w-12 text-sage-300 md:block"
        />
        <Arc
          side="right"
          className="absolute top-0 right-0 hidden h-full max-h-96 w-12 text-sage-300 md:block"
        />
        <div className="relative">
          <Picture
            name={picture}
            sizes="(min-width: 768px) 200px, 112px"
            eager
            className={`aspect-square w-28 rounded-t-full rounded-b-card object-cover transition-opacity md:w-50 ${busy ? "opacity-60" : ""}`}
          />
          {busy && (
            <span className="absolute inset-0 grid place-items-center text-sage-800">
              <Spinner className="size-12" />
            </span>
          )}
        </div>
        <div role="status" className="grid justify-items-center gap-4">
          <h1 className="mt-2 text-28 md:text-36">{title}</h1>
          <div className="grid justify-items-center gap-3 text-18 text-ink-soft">{children}</div>
        </div>
        <div className="mt-4 flex flex-wrap justify-center gap-3">{actions}</div>
      </div>
    </div>
  );
}

export function BookAgain({ to }: { to: string }) {
  return (
    <div className="w-full">
      <ButtonLink to={to} variant="clay" size="large">
        Réserver à nouveau
      </ButtonLink>
    </div>
  );
}

interface ResultLinkProps {
  to: string;
  variant: "sage" | "outline";
  disabled: boolean;
  children: ReactNode;
}

export function ResultLink({ to, variant, disabled, children }: ResultLinkProps) {
  if (disabled) {
    return (
      <Button variant={variant} size="large" disabled>
        {children}
      </Button>
    );
  }
  return (
    <ButtonLink to={to} variant={variant} size="large">
      {children}
    </ButtonLink>
  );
}
