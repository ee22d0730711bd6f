import { invalidRequest } from "../protocol/stripe-error.ts";
import { newId } from "../state/ids.ts";
import type { Kinds } from "../state/objects.ts";
import type { Simulator } from "../state/simulator.ts";
import { addInterval } from "./billing-periods.ts";
import { type Coupon, findCoupon, redeemCoupon } from "./coupons.ts";
import { codeRefusal, redeemCode } from "./promotion-codes.ts";

export type Discount = Kinds["discount"];

/** A coupon as a purchase names it: by itself or by a promotion code. */
export interface AskedDiscount {
  coupon?: string;
  promotion_code?: string;
}

export interface ChosenDiscount {
  coupon: Coupon;
  promotionCode: string | null;
}

/** The coupon behind `discounts[0]`; refuses what cannot be used for this purchase. */
export function chooseDiscount(
  sim: Simulator,
  account: string,
  asked: AskedDiscount[] | undefined,
  purchase: { customer: string | null; amount: number; currency: string },
): ChosenDiscount | undefined {
  const [first, ...others] = asked ?? [];
  if (!first) return undefined;
  if (others.length > 0) {
    throw invalidRequest("The simulator applies one discount at most.", { param: "discounts" });
  }
  let couponId = first.coupon;
  if (first.promotion_code !== undefined) {
    const param = "discounts[0][promotion_code]";
    const code = sim.objects.get("promotion_code", first.promotion_code, account, {
      param,
      status: 400,
    });
    const refusal = codeRefusal(sim, code, purchase);
    if (refusal) throw invalidRequest(refusal, { param });
    couponId = String(code.promotion.coupon);
  }
  if (couponId === undefined) {
    throw invalidRequest("A discount names a coupon or a promotion code.", {
      param: "discounts[0]",
    });
  }
  const coupon = findCoupon(sim, couponId, account, "discounts[0][coupon]");
  if (!coupon.valid) {
    throw invalidRequest(`Coupon ${couponId} is not valid any more.`, {
      code: "coupon_expired",
      param: "discounts[0][coupon]",
    });
  }
  if (coupon.currency !== null && coupon.currency !== purchase.currency) {
    throw invalidRequest("The coupon is in another currency than the prices.", {
      param: "discounts[0][coupon]",
    });
  }
  return { coupon, promotionCode: first.promotion_code ?? null };
}

/** Shares a coupon among the amounts (cents); the parts add up to the whole. */
export function discountParts(coupon: Coupon, amounts: number[]): number[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  if (total <= 0) return amounts.map(() => 0);
  const off =
    coupon.percent_off === null
      ? Math.min(coupon.amount_off ?? 0, total)
      : Math.round((total * coupon.percent_off) / 100);
  let done = 0;
  let seen = 0;
  return amounts.map((amount) => {
    seen += amount;
    const part = Math.round((off * seen) / total) - done;
    done += part;
    return part;
  });
}

/** Attaches a coupon to a subscription: for ever, for some months, or for its first invoice. */
export function attachDiscount(
  sim: Simulator,
  account: string,
  chosen: ChosenDiscount,
  to: { customer: string | null; subscription: string | null; checkout: string | null },
): Discount {
  const { coupon, promotionCode } = chosen;
  const start = sim.clock.now();
  redeemCoupon(sim, coupon.id, account);
  if (promotionCode) redeemCode(sim, promotionCode, account);
  return sim.objects.insert(
    "discount",
    {
      id: newId("di_1"),
      object: "discount",
      checkout_session: to.checkout,
      customer: to.customer,
      end:
        coupon.duration === "repeating"
          ? addInterval(start, "month", coupon.duration_in_months ?? 1)
          : null,
      promotion_code: promotionCode,
      source: { coupon: coupon.id, type: "coupon" },
      start,
      subscription: to.subscription,
    },
    { account },
  );
}
