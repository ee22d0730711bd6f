import type { ReactNode } from "react";
import { Arc } from "../../../ui/pictures/logo.tsx";
import { Picture } from "../../../ui/pictures/picture.tsx";

export function AuthScreen({
  title,
  intro,
  children,
}: {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="grid min-h-160 lg:-mb-24 lg:min-h-[min(56rem,calc(100dvh-76px))] lg:grid-cols-2">
      <div className="relative isolate hidden place-items-center overflow-hidden bg-sage-100 lg:grid">
        <div className="absolute bottom-0 left-1/2 -z-10 w-375 max-w-none -translate-x-[72%]">
          <Picture name="hero" sizes="1500px" className="w-full" />
        </div>
        <p className="mb-50 flex items-center gap-5 text-center font-display text-36 leading-snug font-regular tracking-tighter text-sage-800">
          <Arc side="left" className="h-37 w-10.5 text-sage-600" />
          <span>
            Prenez une heure.
            <br />
            Elle est à vous.
          </span>
          <Arc side="right" className="h-37 w-10.5 text-sage-600" />
        </p>
      </div>
      <div className="page grid content-center justify-items-center pt-10 pb-16">
        <div className="w-full max-w-form">
          <h1>{title}</h1>
          {intro && <p className="mt-2 text-ink-soft">{intro}</p>}
          {children}
        </div>
      </div>
    </div>
  );
}
