import type Stripe from "stripe";
import { invalidRequest, missingParam } from "../protocol/stripe-error.ts";
import { newId, newToken } from "../state/ids.ts";
import { type ListParams, listObjects } from "../state/listing.ts";
import { applyMetadata } from "../state/metadata.ts";
import type { Kinds } from "../state/objects.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { emit } from "../webhooks/events.ts";
import { findCoupon } from "./coupons.ts";

export type PromotionCode = Kinds["promotion_code"];

export function createPromotionCode(
  sim: Simulator,
  { params, account }: ApiRequest<Stripe.PromotionCodeCreateParams>,
): PromotionCode {
  if (!params.promotion.coupon) throw missingParam("promotion[coupon]");
  const coupon = findCoupon(sim, params.promotion.coupon, account, "promotion[coupon]");
  const code = (params.code ?? newToken(8)).toUpperCase();
  const taken = sim.objects.all("promotion_code", { active: true }, account);
  if (taken.some((other) => other.code === code)) {
    throw invalidRequest("An active promotion code with that code already exists.", {
      code: "resource_already_exists",
      param: "code",
    });
  }
  if (params.customer !== undefined) {
    sim.objects.get("customer", params.customer, account, { param: "customer", status: 400 });
  }
  const { restrictions } = params;
  const promotion = sim.objects.insert(
    "promotion_code",
    {
      id: newId("promo_1"),
      object: "promotion_code",
      active: params.active ?? true,
      code,
      created: sim.clock.now(),
      customer: params.customer ?? null,
      expires_at: params.expires_at ?? null,
      livemode: false,
      max_redemptions: params.max_redemptions ?? null,
      metadata: applyMetadata({}, params.metadata),
      promotion: { coupon: coupon.id, type: "coupon" },
      restrictions: {
        first_time_transaction: restrictions?.first_time_transaction ?? false,
        minimum_amount: restrictions?.minimum_amount ?? null,
        minimum_amount_currency: restrictions?.minimum_amount_currency ?? null,
      },
      times_redeemed: 0,
    },
    { account },
  );
  emit(sim, "promotion_code.created", promotion, { account });
  return promotion;
}

/** Why a code cannot be used for this purchase; undefined when it can. */
export function codeRefusal(
  sim: Simulator,
  code: PromotionCode,
  purchase: { customer: string | null; amount: number },
): string | undefined {
  const { expires_at: expiresAt, max_redemptions: most, restrictions } = code;
  if (!code.active || (expiresAt !== null && expiresAt <= sim.clock.now())) {
    return "This promotion code is expired or inactive.";
  }
  if (most !== null && code.times_redeemed >= most) return "This promotion code has been used up.";
  if (code.customer !== null && code.customer !== purchase.customer) {
    return "This promotion code cannot be redeemed by this customer.";
  }
  if (restrictions.minimum_amount !== null && purchase.amount < restrictions.minimum_amount) {
    return "This promotion code has a minimum amount that has not been reached.";
  }
  return undefined;
}

export function redeemCode(sim: Simulator, id: string, account: string): void {
  const code = sim.objects.get("promotion_code", id, account);
  sim.objects.save("promotion_code", { ...code, times_redeemed: code.times_redeemed + 1 });
}

export function retrievePromotionCode(sim: Simulator, { id, account }: ApiRequest) {
  return sim.objects.get("promotion_code", id, account);
}

export function updatePromotionCode(
  sim: Simulator,
  { id, params, account }: ApiRequest<Stripe.PromotionCodeUpdateParams>,
) {
  const code = sim.objects.get("promotion_code", id, account);
  const updated: PromotionCode = {
    ...code,
    ...(params.active !== undefined && { active: params.active }),
    metadata: applyMetadata(code.metadata, params.metadata),
  };
  sim.objects.save("promotion_code", updated);
  return updated;
}

export function listPromotionCodes(
  sim: Simulator,
  request: ApiRequest<Stripe.PromotionCodeListParams & ListParams>,
) {
  const { active, code, coupon, customer } = request.params;
  return listObjects(sim, request, "promotion_code", {
    ...(active !== undefined && { active }),
    ...(code !== undefined && { code: code.toUpperCase() }),
    ...(coupon !== undefined && { "promotion.coupon": coupon }),
    ...(customer !== undefined && { customer }),
  });
}
