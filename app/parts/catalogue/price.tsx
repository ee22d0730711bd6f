import { cents, formatPrice, priceLabel } from "#core/money.ts";
import type { PriceView } from "#core/prices/rules.ts";

export type ShownPrice = Pick<PriceView, "nowCents" | "struckCents" | "isLastMinutePrice"> & {
  seats?: number;
};

const sizes = {
  18: { price: "text-18", original: "text-14" },
  22: { price: "text-22", original: "text-14" },
  36: { price: "text-36 tracking-tighter", original: "text-18" },
};

/** Where nothing may be struck, it says « Tarif dernière minute » (rule: true-strike). */
export function Price({
  price: { nowCents, struckCents, isLastMinutePrice, seats = 1 },
  size = 22,
  leading = false,
  className = "",
}: {
  price: ShownPrice;
  size?: keyof typeof sizes;
  leading?: boolean;
  className?: string;
}) {
  const isStruck = struckCents !== null;
  const Former = isStruck ? "s" : "span";
  return (
    <p className={`flex flex-wrap items-baseline gap-x-2 whitespace-nowrap figures ${className}`}>
      {(isStruck || isLastMinutePrice) && (
        <Former className={`text-ink-soft ${leading ? "order-last" : ""} ${sizes[size].original}`}>
          {isStruck ? (
            <>
              <span className="sr-only">Prix initial : </span>
              {formatPrice(cents(struckCents * seats))}
            </>
          ) : (
            "Tarif dernière minute"
          )}
        </Former>
      )}
      <b
        className={`font-display leading-tight font-price lining-nums ${sizes[size].price} ${isStruck || isLastMinutePrice ? "text-clay-600" : ""}`}
      >
        {priceLabel(cents(nowCents * seats))}
      </b>
      {seats > 1 && <span className="text-14 text-ink-soft">à {seats}</span>}
    </p>
  );
}
