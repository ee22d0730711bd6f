import { CalendarPlus } from "@lucide/icons";
import type { ReactNode } from "react";
import type { BadgeTone as LabelTone } from "#core/bookings/labels.ts";
import { formatShortDate } from "#core/dates.ts";
import * as addresses from "#site/addresses.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { type ButtonSize, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";

export function DateTile({ start, muted = false }: { start: Date | null; muted?: boolean }) {
  const [weekday = "", day = ""] = start ? formatShortDate(start).split(" ") : [];
  return (
    <div
      aria-hidden
      className={`grid h-16 w-14 shrink-0 content-center justify-items-center rounded-control figures ${muted ? "bg-sand-100 text-ink-soft" : "bg-sage-100 text-sage-800"}`}
    >
      <span className="text-14 leading-tight">{weekday || "–"}</span>
      <span className="font-display text-22 leading-tight lining-nums">{day}</span>
    </div>
  );
}

const tones: Record<LabelTone, BadgeTone> = {
  danger: "danger",
  warning: "sand",
  success: "success",
  neutral: "sand",
};

export function StateBadge({ label, tone }: { label: string; tone: LabelTone }) {
  return <Badge tone={tones[tone]}>{label}</Badge>;
}

export function BookingLine({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2 wrap-anywhere whitespace-pre-line">
      <span aria-hidden className="mt-1 text-sage-600 [&>svg]:size-4">
        {icon}
      </span>
      <span className="min-w-0">{children}</span>
    </li>
  );
}

export function CalendarLink({ bookingId, size }: { bookingId: string; size?: ButtonSize }) {
  return (
    <a href={addresses.calendarFile(bookingId)} className={buttonClass({ size })}>
      <Icon of={CalendarPlus} className="size-5" />
      Ajouter à mon agenda
    </a>
  );
}

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
