import type { OfferedSlot } from "#core/bookings/schema.ts";
import { seatsLabel } from "#core/bookings/seats/labels.ts";
import { dayLabel, stockLabel } from "#core/catalogue/labels.ts";
import { MAX_SEATS } from "#core/catalogue/slots/rules.ts";
import {
  addDays,
  dayKey,
  formatEnd,
  formatShortDate,
  formatTime,
  formatWeekday,
} from "#core/dates.ts";
import { DAY, HOUR, MINUTE } from "#core/durations.ts";
import { type Cents, cents, formatPrice, priceLabel } from "#core/money.ts";
import type { PriceStep, PriceView } from "#core/prices/rules.ts";
import * as addresses from "#site/addresses.ts";

/** HTML from the server, made of numbers and dates alone, so that it costs no script. */
export interface PriceTexts {
  row: string;
  stairs: string;
  when: string;
  /** From one seat up. */
  seats: string[];
}

export type PricedSlot = OfferedSlot & { texts: PriceTexts };

export function withPriceTexts<Offered extends { slots: OfferedSlot[] }>(
  offering: Offered,
  now: Date,
): Omit<Offered, "slots"> & { slots: PricedSlot[] } {
  const slots = offering.slots.map((slot) => {
    const isOpen = slot.mark ? slot.mark.hold !== null : slot.availableSpots > 0;
    // A full slot shows no former price: nobody can have the lower one.
    const price = slot.isWaitable ? { ...slot.price, struckCents: null } : slot.price;
    const row = `${lineHtml(slot)}${togetherHtml(slot)}${rowHtml(price, isOpen, now)}`;
    const texts = { row, stairs: stairsHtml(slot, now), when: whenHtml(slot, now) };
    return { ...slot, texts: { ...texts, seats: seatTexts(slot) } };
  });
  return { ...offering, slots };
}

function lineHtml({ id, isWaitable, keptUntil }: OfferedSlot): string {
  if (keptUntil) {
    return `<b class="font-strong text-sage-800">Pour vous jusqu'à ${formatTime(keptUntil)}</b>`;
  }
  if (!isWaitable) return "";
  return `<a href="${addresses.waitingSlot(id)}" class="inline-flex min-h-11 items-center font-strong text-sage-800 underline underline-offset-4">Liste d'attente</a>`;
}

/** Seats for sale again go together (rule: resale). */
function togetherHtml({ availableSpots, isResale, mark }: OfferedSlot): string {
  return isResale && !mark && availableSpots > 1 ? "<span>à prendre ensemble</span>" : "";
}

/** Resold seats go together, so lower numbers are empty (rules: for-several, resale). */
function seatTexts({ availableSpots, isResale, mark, price }: OfferedSlot): string[] {
  const most = mark ? 0 : Math.min(availableSpots, MAX_SEATS);
  return Array.from({ length: most }, (_, index) => {
    if (isResale && index + 1 < most) return "";
    const total = cents(price.nowCents * (index + 1));
    return `${seatsLabel(index + 1)} · ${priceLabel(total)}`;
  });
}

function whenHtml({ start, end, mark, keptUntil, ...slot }: OfferedSlot, now: Date): string {
  const kept = keptUntil && `pour vous jusqu'à ${formatTime(keptUntil)}`;
  const stock = kept ?? (mark ? null : stockLabel(slot));
  const day = `${dayLabel(start, now)} ${formatTime(start)} · ${formatShortDate(start)}`;
  const few = stock ? ` · ${stock.toLowerCase()}` : "";
  return `<b class="block font-bold">${day}</b>Jusqu'à ${formatEnd(start, end)}${few}`;
}

const STEP_ICON =
  '<svg viewBox="0 0 20 20" aria-hidden="true" class="size-4 shrink-0 fill-none stroke-current stroke-[1.6]"><path d="M3 5.5h4.5v4H12v4h5"/></svg>';

function rowHtml(price: PriceView, isOpen: boolean, now: Date): string {
  const isLower = price.struckCents !== null || price.isLastMinutePrice;
  const colour = isOpen ? (isLower ? "text-clay-600" : "text-ink") : "";
  const struck =
    price.struckCents === null
      ? ""
      : `<s class="text-ink-soft"><span class="sr-only">Prix initial : </span>${formatPrice(price.struckCents)}</s>`;
  const label = price.isLastMinutePrice ? "<span>Tarif dernière minute</span>" : "";
  const amount = `<b class="font-display text-18 font-price lining-nums ${colour}">${priceLabel(price.nowCents)}</b>`;
  return `${isOpen ? fallHtml(price, now) : ""}${label}${struck}${amount}`;
}

function fallHtml({ next }: PriceView, now: Date): string {
  if (!next) return "";
  return `<span class="inline-flex items-center gap-1.5 font-strong whitespace-nowrap text-sage-800">${STEP_ICON}${fallLabel(next, now)}</span>`;
}

export function fallLabel(next: { at: Date; cents: Cents }, now: Date): string {
  return `${shortPrice(next.cents)} ${whenLabel(next.at, now)}`;
}

function whenLabel(at: Date, now: Date): string {
  const ahead = at.getTime() - now.getTime();
  if (ahead < 12 * HOUR) return `dans ${spanLabel(ahead)}`;
  if (dayKey(at) === addDays(dayKey(now), 1)) return "demain";
  if (ahead < 6 * DAY) return formatWeekday(at);
  return `le ${formatShortDate(at).replace(/^\S+ /, "")}`;
}

/** Rounded up, since the price has not fallen before. */
function spanLabel(milliseconds: number): string {
  const minutes = Math.max(1, Math.ceil(milliseconds / MINUTE));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${minutes}\u00a0min`;
  return `${hours}\u00a0h${rest === 0 ? "" : `\u00a0${String(rest).padStart(2, "0")}`}`;
}

function shortPrice(amount: Cents): string {
  return formatPrice(amount).replace(",00", "");
}

function stairsHtml({ steps, price, mark }: OfferedSlot, now: Date): string {
  if (steps.length < 2 || mark?.hold) return "";
  const highest = Math.max(...steps.map(({ cents }) => cents));
  const present = steps.findLastIndex(({ at }) => at === null || at <= now);
  const items = steps.map((step, index) => {
    const isNow = index === present;
    const height = HEIGHTS[Math.max(1, Math.round((step.cents / highest) * 6)) - 1];
    const colour = isNow ? "bg-clay-100" : index < present ? "bg-sand-100" : "bg-sage-100";
    return `<li class="grid min-w-0 content-end gap-1"${isNow ? ' aria-current="step"' : ""}><span class="${isNow ? "font-bold text-clay-700" : ""}">${shortPrice(step.cents)}</span><span aria-hidden="true" class="rounded-t-sm ${height} ${colour}"></span><span class="text-ink-soft">${isNow ? `<span class="sr-only">maintenant${step.at ? ", depuis " : ", "}</span>` : ""}${stepLabel(step, now)}</span></li>`;
  });
  return `<figure class="mt-4"><figcaption class="flex flex-wrap items-center justify-between gap-x-3 text-14"><b>Le prix s'allège</b>${fallHtml(price, now)}</figcaption><ol class="mt-2 grid auto-cols-fr grid-flow-col items-end gap-1 text-14 figures">${items.join("")}</ol></figure><p class="mt-2 text-14 text-ink-soft">Votre prix est celui de l'instant où vous réservez. Il ne bouge plus ensuite, même s'il baisse pour les autres.</p>`;
}

const HEIGHTS = ["h-3", "h-5", "h-8", "h-11", "h-14", "h-18"];

function stepLabel({ at }: PriceStep, now: Date): string {
  if (at === null) return "au départ";
  const day = dayKey(at);
  const time = formatTime(at);
  if (day === dayKey(now)) return time;
  if (day === addDays(dayKey(now), -1)) return `hier ${time}`;
  const isNear = Math.abs(at.getTime() - now.getTime()) < 6 * DAY;
  return `${isNear ? `${formatWeekday(at).slice(0, 3)}.` : formatShortDate(at)} ${time}`;
}
