import { type MouseEvent, type RefObject, useEffect, useState } from "react";
import type { HeldSlot, OfferedSlot } from "#core/bookings/schema.ts";
import { seatsLabel } from "#core/bookings/seats/labels.ts";
import { dayLabel } from "#core/catalogue/labels.ts";
import { formatTime } from "#core/dates.ts";
import { cents } from "#core/money.ts";
import type { PriceView } from "#core/prices/schema.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Price } from "../catalogue/price.tsx";
import { bookingLabel, RESUME } from "./booking-summary.tsx";

export function BookingBar({
  price,
  slot,
  seats,
  now,
  box,
}: {
  price: PriceView;
  slot: OfferedSlot | null;
  seats: number;
  now: Date;
  box: RefObject<HTMLElement | null>;
}) {
  const hold = slot?.mark?.hold;
  const hidden = useOnScreen(box, hold);
  const writeEmail = (event: MouseEvent) => {
    const email = box.current?.querySelector<HTMLElement>("input[type=email]");
    if (!slot || hold || !email) return;
    event.preventDefault();
    box.current?.scrollIntoView();
    email.focus({ preventScroll: true });
  };
  return (
    <div
      data-booking-bar
      inert={hidden}
      className={`sticky bottom-0 z-20 low:static mt-10 flex items-center gap-3 bg-surface px-5 py-3 pb-[calc(12px+env(safe-area-inset-bottom))] shadow-soft ring ring-sand-300 transition md:px-8 lg:hidden ${hidden ? "translate-y-full opacity-0" : ""}`}
    >
      <div className="min-w-0">
        <Price price={priceOfSeats(price, seats)} leading />
        <p className="text-14 text-ink-soft figures noscript:hidden">
          {slot
            ? `${dayLabel(slot.start, now)} ${formatTime(slot.start)}`
            : "Choisissez un créneau"}
          {slot && seats > 1 && <span className="whitespace-nowrap"> · {seatsLabel(seats)}</span>}
        </p>
      </div>
      <a
        href={slot ? (hold?.checkoutUrl ?? "#reservation") : "#creneaux"}
        onClick={writeEmail}
        className={buttonClass({ variant: "clay", className: "ml-auto min-h-13 px-4" })}
      >
        {hold ? RESUME : bookingLabel(price.nowCents)}
      </a>
    </div>
  );
}

function priceOfSeats(price: PriceView, seats: number): PriceView {
  const { nowCents, struckCents } = price;
  const struck = struckCents && cents(struckCents * seats);
  return { ...price, nowCents: cents(nowCents * seats), struckCents: struck };
}

function useOnScreen(
  element: RefObject<HTMLElement | null>,
  hold: HeldSlot | null | undefined,
): boolean {
  const [onScreen, setOnScreen] = useState(false);
  useEffect(() => {
    const button = element.current?.querySelector(hold ? "[data-resume]" : "button[type=submit]");
    if (!button) return;
    const observer = new IntersectionObserver(([entry]) =>
      setOnScreen(entry?.isIntersecting ?? false),
    );
    observer.observe(button);
    return () => observer.disconnect();
  }, [element, hold]);
  return onScreen;
}
