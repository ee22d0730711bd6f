import { clientPrice } from "#core/catalogue/rules.ts";
import { type Cents, formatPrice, priceLabel } from "#core/money.ts";

const sizes = {
  18: { price: "text-18", original: "text-14" },
  22: { price: "text-22", original: "text-14" },
  36: { price: "text-36 tracking-tighter", original: "text-18" },
};

/**
 * The price that the client pays, in clay when it is reduced, beside the struck original. In the
 * booking box the price comes first; at the foot of a card the original does, so that prices align.
 */
export function Price({
  session,
  size = 22,
  leading = false,
  className = "",
}: {
  session: { priceCents: Cents; discountedPriceCents: Cents | null };
  size?: keyof typeof sizes;
  leading?: boolean;
  className?: string;
}) {
  const reduced = session.discountedPriceCents !== null;
  return (
    <p className={`flex flex-wrap items-baseline gap-x-2 whitespace-nowrap figures ${className}`}>
      {reduced && (
        <s className={`text-ink-soft ${leading ? "order-last" : ""} ${sizes[size].original}`}>
          <span className="sr-only">Prix initial : </span>
          {formatPrice(session.priceCents)}
        </s>
      )}
      <b
        className={`font-display leading-tight font-price lining-nums ${sizes[size].price} ${reduced ? "text-clay-600" : ""}`}
      >
        {priceLabel(clientPrice(session))}
      </b>
    </p>
  );
}
