import { clientPrice } from "#core/catalogue/rules.ts";
import { cents, formatPrice } from "#core/money.ts";

const sizes = {
  18: { price: "text-18", original: "text-14" },
  22: { price: "text-22", original: "text-14" },
  36: { price: "text-36 tracking-tighter", original: "text-18" },
};

/**
 * What the client pays, in clay when it is reduced, beside the struck original (S1§9). In a box of
 * its own the price leads; at the foot of a card the original does, so that prices align.
 */
export function Price({
  session,
  size = 22,
  leading = false,
  className = "",
}: {
  session: { priceCents: number; discountedPriceCents: number | null };
  size?: keyof typeof sizes;
  leading?: boolean;
  className?: string;
}) {
  const full = cents(session.priceCents);
  const reduced =
    session.discountedPriceCents === null ? null : cents(session.discountedPriceCents);
  const paid = clientPrice({ priceCents: full, discountedPriceCents: reduced });
  return (
    <p className={`flex flex-wrap items-baseline gap-x-2 whitespace-nowrap figures ${className}`}>
      {reduced !== null && (
        <s className={`text-ink-soft ${leading ? "order-last" : ""} ${sizes[size].original}`}>
          <span className="sr-only">Prix initial : </span>
          {formatPrice(full)}
        </s>
      )}
      <b
        className={`font-display leading-tight font-price lining-nums ${sizes[size].price} ${reduced === null ? "" : "text-clay-600"}`}
      >
        {formatPrice(paid)}
      </b>
    </p>
  );
}
