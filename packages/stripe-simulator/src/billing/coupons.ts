import type Stripe from "stripe";
import { requireCurrency } from "../protocol/money.ts";
import { requireAtLeast } from "../protocol/param-checks.ts";
import { invalidRequest, missingParam, StripeError } from "../protocol/stripe-error.ts";
import { newToken } from "../state/ids.ts";
import { type ListParams, listObjects } from "../state/listing.ts";
import { applyMetadata } from "../state/metadata.ts";
import type { Kinds } from "../state/objects.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { emit } from "../webhooks/events.ts";

export type Coupon = Kinds["coupon"];

function requireTerms(params: Stripe.CouponCreateParams): void {
  const { percent_off: percent, amount_off: amount } = params;
  if ((percent === undefined) === (amount === undefined)) {
    throw invalidRequest("Must provide either percent_off or amount_off.", {
      param: "percent_off",
    });
  }
  if (percent !== undefined && !(percent > 0 && percent <= 100)) {
    throw invalidRequest("This value must be greater than 0 and at most 100.", {
      param: "percent_off",
    });
  }
  if (amount !== undefined) requireAtLeast(1, amount, "amount_off");
  if (amount !== undefined && params.currency === undefined) throw missingParam("currency");
  if (params.duration_in_months !== undefined) {
    requireAtLeast(1, params.duration_in_months, "duration_in_months");
    if (params.duration_in_months > 1_200) {
      throw invalidRequest("This value must be less than or equal to 1200.", {
        code: "parameter_invalid_integer",
        param: "duration_in_months",
      });
    }
  }
  if ((params.duration === "repeating") !== (params.duration_in_months !== undefined)) {
    throw invalidRequest("`duration_in_months` goes with `duration=repeating`, and only with it.", {
      param: "duration_in_months",
    });
  }
}

export function createCoupon(
  sim: Simulator,
  { params, account }: ApiRequest<Stripe.CouponCreateParams>,
): Coupon {
  requireTerms(params);
  for (const name of ["applies_to", "currency_options"]) {
    if (name in params) throw invalidRequest(`The simulator has no ${name}.`, { param: name });
  }
  const id = params.id || newToken(8);
  if (sim.objects.locate(id)) {
    throw new StripeError(400, {
      type: "invalid_request_error",
      code: "resource_already_exists",
      message: "Coupon already exists.",
      param: "id",
    });
  }
  const coupon = sim.objects.insert(
    "coupon",
    {
      id,
      object: "coupon",
      amount_off: params.amount_off ?? null,
      created: sim.clock.now(),
      currency: params.currency === undefined ? null : requireCurrency(params.currency, "currency"),
      duration: params.duration ?? "once",
      duration_in_months: params.duration_in_months ?? null,
      livemode: false,
      max_redemptions: params.max_redemptions ?? null,
      metadata: applyMetadata({}, params.metadata),
      name: params.name ?? null,
      percent_off: params.percent_off ?? null,
      redeem_by: params.redeem_by ?? null,
      times_redeemed: 0,
      valid: true,
    },
    { account },
  );
  emit(sim, "coupon.created", coupon, { account });
  return coupon;
}

/** A coupon as it stands now: it stops being valid by its date or once used up. */
export function findCoupon(sim: Simulator, id: string, account: string, param: string): Coupon {
  const coupon = sim.objects.get("coupon", id, account, { param, status: 400 });
  const passed = coupon.redeem_by !== null && coupon.redeem_by <= sim.clock.now();
  const usedUp = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions;
  return { ...coupon, valid: !passed && !usedUp };
}

export function redeemCoupon(sim: Simulator, id: string, account: string): void {
  const coupon = sim.objects.get("coupon", id, account);
  sim.objects.save("coupon", { ...coupon, times_redeemed: coupon.times_redeemed + 1 });
}

export function retrieveCoupon(sim: Simulator, { id, account }: ApiRequest) {
  sim.objects.get("coupon", id, account, { param: "coupon" });
  return findCoupon(sim, id, account, "coupon");
}

export function updateCoupon(
  sim: Simulator,
  { id, params, account }: ApiRequest<Stripe.CouponUpdateParams>,
) {
  const coupon = sim.objects.get("coupon", id, account, { param: "coupon" });
  const updated: Coupon = {
    ...coupon,
    ...(params.name !== undefined && { name: params.name || null }),
    metadata: applyMetadata(coupon.metadata, params.metadata),
  };
  sim.objects.save("coupon", updated);
  return updated;
}

export function listCoupons(sim: Simulator, request: ApiRequest<ListParams>) {
  const page = listObjects(sim, request, "coupon");
  return {
    ...page,
    data: page.data.map(({ id }) => findCoupon(sim, id, request.account, "coupon")),
  };
}

export function deleteCoupon(sim: Simulator, { id, account }: ApiRequest) {
  sim.objects.get("coupon", id, account, { param: "coupon" });
  return sim.objects.bury(id, "coupon");
}
