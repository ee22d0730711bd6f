import { type RefObject, useEffect, useState } from "react";
import { nextSlotLabel } from "#core/catalogue/labels.ts";
import { clientPrice } from "#core/catalogue/rules.ts";
import type { SlotView } from "#core/catalogue/schema.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Price } from "../catalogue/price.tsx";
import { bookingLabel, type ShownPrice } from "./booking-summary.tsx";

/**
 * The way to the box on a phone, at the foot of the screen. It goes away while the box's own
 * button can be seen.
 */
export function BookingBar({
  price,
  slot,
  now,
  box,
}: {
  price: ShownPrice;
  slot: SlotView | null;
  now: Date;
  box: RefObject<HTMLElement | null>;
}) {
  const hidden = useOnScreen(box);
  return (
    <div
      data-booking-bar
      inert={hidden}
      className={`sticky bottom-0 z-20 low:static mt-10 flex items-center gap-3 bg-surface px-5 py-3 pb-[calc(12px+env(safe-area-inset-bottom))] shadow-soft ring ring-sand-300 transition md:px-8 lg:hidden ${hidden ? "translate-y-full opacity-0" : ""}`}
    >
      <div className="min-w-0">
        <Price session={price} leading />
        <p className="truncate text-14 text-ink-soft figures">
          {slot ? nextSlotLabel(slot.start, now).label : "Choisissez un créneau"}
        </p>
      </div>
      <a
        href={slot ? "#reservation" : "#creneaux"}
        className={buttonClass({ variant: "clay", className: "ml-auto min-h-13 px-4" })}
      >
        {bookingLabel(clientPrice(price))}
      </a>
    </div>
  );
}

function useOnScreen(element: RefObject<HTMLElement | null>): boolean {
  const [onScreen, setOnScreen] = useState(false);
  useEffect(() => {
    const button = element.current?.querySelector("button[type=submit]");
    if (!button) return;
    const observer = new IntersectionObserver(([entry]) =>
      setOnScreen(entry?.isIntersecting ?? false),
    );
    observer.observe(button);
    return () => observer.disconnect();
  }, [element]);
  return onScreen;
}
