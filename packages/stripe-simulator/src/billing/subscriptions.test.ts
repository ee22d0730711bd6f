import type Stripe from "stripe";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Bench, goodCard, refusal, startBench } from "../../test/test-bench.ts";

let bench: Bench;
let monthly: Stripe.Price;
let yearly: Stripe.Price;
beforeAll(async () => {
  bench = await startBench();
  const product = await bench.stripe.products.create({ name: "Premium" });
  const price = (interval: "month" | "year", amount: number) =>
    bench.stripe.prices.create({
      product: product.id,
      currency: "eur",
      unit_amount: amount,
      recurring: { interval },
    });
  monthly = await price("month", 1_990);
  yearly = await price("year", 17_880);
});
afterAll(() => bench.stop());
beforeEach(() => moveTo("2027-01-31T10:00:00Z"));
// Each test moves the clock over months: what one leaves must not be renewed in the next.
afterEach(async () => {
  await bench.call("DELETE", "/_simulator/faults");
  for await (const { id, status } of bench.stripe.subscriptions.list({ limit: 100 })) {
    if (status !== "incomplete_expired") await bench.stripe.subscriptions.cancel(id);
  }
});

const moveTo = (iso: string) => bench.call("POST", "/_simulator/clock", { now: iso });
const second = (iso: string) => Date.parse(iso) / 1000;

async function subscribe(
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
  card: Partial<typeof goodCard> = {},
) {
  const session = await bench.stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: monthly.id, quantity: 1 }],
    subscription_data: { metadata: { user: "u1" } },
    success_url: "https://site.example.fr/ok?session_id={CHECKOUT_SESSION_ID}",
    ...more,
  });
  const response = await bench.form(String(session.url), { ...goodCard, ...card });
  if (response.status !== 303) return { status: response.status, session };
  if (response.headers.get("location")?.endsWith("/3ds")) {
    await bench.form(String(response.headers.get("location")), { outcome: "success" });
  }
  const paid = await bench.stripe.checkout.sessions.retrieve(session.id);
  return { status: response.status, session: paid };
}
const subscriptionOf = (session: Stripe.Checkout.Session) =>
  bench.stripe.subscriptions.retrieve(String(session.subscription));
const invoicesOf = async (subscription: string) =>
  (await bench.stripe.invoices.list({ subscription, limit: 100 })).data;
const periodOf = (subscription: Stripe.Subscription) => {
  const [item] = subscription.items.data;
  return [item?.current_period_start, item?.current_period_end];
};

describe("a checkout in subscription mode", () => {
  test("makes customer, subscription and paid invoice", async () => {
    const { session } = await subscribe();
    expect(session).toMatchObject({
      status: "complete",
      payment_status: "paid",
      payment_intent: null,
      amount_total: 1_990,
    });
    const subscription = await subscriptionOf(session);
    expect(subscription).toMatchObject({
      status: "active",
      customer: session.customer,
      metadata: { user: "u1" },
      cancel_at_period_end: false,
      latest_invoice: session.invoice,
    });
    expect(periodOf(subscription)).toEqual([
      subscription.created,
      subscription.created + 28 * 24 * 3600,
    ]);
    const invoice = await bench.stripe.invoices.retrieve(String(session.invoice), {
      expand: ["payments.data.payment.payment_intent"],
    });
    expect(invoice).toMatchObject({
      status: "paid",
      amount_paid: 1_990,
      billing_reason: "subscription_create",
      parent: {
        type: "subscription_details",
        subscription_details: { subscription: subscription.id, metadata: { user: "u1" } },
      },
      payments: {
        data: [{ status: "paid", payment: { payment_intent: { status: "succeeded" } } }],
      },
    });
    for (const type of ["customer.subscription.created", "customer.subscription.updated"]) {
      await bench.event(type, subscription.id);
    }
    for (const type of ["invoice.created", "invoice.finalized", "invoice.paid"]) {
      await bench.event(type, invoice.id);
    }
    await bench.event("customer.created", String(session.customer));
  });

  test("adds a tax line, bills single prices once, and keeps the customer it was given", async () => {
    const customer = await bench.stripe.customers.create({ email: "ines@example.fr" });
    const tax = {
      currency: "eur",
      unit_amount: 398,
      recurring: { interval: "month" as const },
      product_data: { name: "TVA 20 %" },
    };
    const once = { currency: "eur", unit_amount: 500, product_data: { name: "Mise en place" } };
    const { session } = await subscribe({
      customer: customer.id,
      line_items: [
        { price: monthly.id, quantity: 1 },
        { price_data: tax, quantity: 1 },
        { price_data: once, quantity: 1 },
      ],
    });
    expect(session).toMatchObject({ customer: customer.id, amount_total: 2_888 });
    const subscription = await subscriptionOf(session);
    expect(subscription.items.data.map(({ price }) => price.unit_amount)).toEqual([1_990, 398]);
    await moveTo("2027-02-28T12:00:00Z");
    expect((await invoicesOf(subscription.id)).map(({ total }) => total)).toEqual([2_388, 2_888]);
  });

  test("adds a tax rate to every line, every renewal and both sides of a change of plan", async () => {
    const rate = await bench.stripe.taxRates.create({
      display_name: "TVA",
      inclusive: false,
      percentage: 20,
      country: "FR",
      tax_type: "vat",
    });
    expect((await bench.stripe.taxRates.list({ active: true })).data).toEqual([rate]);
    const dearer = await bench.stripe.prices.create({
      product: String(monthly.product),
      currency: "eur",
      unit_amount: 4_900,
      recurring: { interval: "month" },
    });
    const once = { currency: "eur", unit_amount: 503, product_data: { name: "Mise en place" } };
    const open = await bench.stripe.checkout.sessions.create({
      mode: "subscription",
      line_items: [
        { price: monthly.id, quantity: 1, tax_rates: [rate.id] },
        { price_data: once, quantity: 1, tax_rates: [rate.id] },
      ],
      success_url: "https://site.example.fr/ok",
    });
    expect(open).toMatchObject({
      amount_subtotal: 2_493,
      amount_total: 2_388 + 604,
      total_details: { amount_tax: 499 },
    });
    const page = (await (await fetch(String(open.url))).text()).replaceAll(/\s/g, " ");
    expect(page).toContain("<span>TVA 20 %</span><span>4,99 €</span>");
    await bench.form(String(open.url), goodCard);
    const session = await bench.stripe.checkout.sessions.retrieve(open.id);
    const subscription = await subscriptionOf(session);
    expect(subscription.items.data).toMatchObject([{ tax_rates: [{ id: rate.id }] }]);
    await moveTo("2027-03-14T22:00:00Z");
    await bench.stripe.subscriptions.update(subscription.id, {
      items: [{ id: String(subscription.items.data[0]?.id), price: dearer.id }],
      proration_behavior: "always_invoice",
    });
    const [change, renewal, first] = await invoicesOf(subscription.id);
    expect([renewal?.total, first?.total]).toEqual([2_388, 2_992]);
    const lines = change?.lines.data.map(({ amount }) => amount) ?? [];
    expect(lines).toHaveLength(2);
    const taxes = lines.map((amount) => Math.sign(amount) * Math.round(Math.abs(amount) / 5));
    const sum = (amounts: number[]) => amounts.reduce((whole, amount) => whole + amount, 0);
    expect(change).toMatchObject({
      total_excluding_tax: sum(lines),
      total_taxes: [{ amount: sum(taxes), tax_rate_details: { tax_rate: rate.id } }],
      total: sum(lines) + sum(taxes),
      status: "paid",
    });
    const invoice = await (await fetch(`${bench.base}/i/${change?.id}`)).text();
    expect(invoice).toContain("TVA 20 %");
    const unknown = bench.stripe.checkout.sessions.create({
      mode: "subscription",
      line_items: [{ price: monthly.id, quantity: 1, tax_rates: ["txr_no"] }],
      success_url: "https://site.example.fr/ok",
    });
    expect(await refusal(unknown)).toMatchObject({ code: "resource_missing" });
  });

  test("with a trial, costs today what is paid once, and says what comes later", async () => {
    const once = { currency: "eur", unit_amount: 5_970, product_data: { name: "Six mois" } };
    const message = "71,64 € aujourd'hui, puis 19,90 € par mois.";
    const open = await bench.stripe.checkout.sessions.create({
      mode: "subscription",
      line_items: [
        { price_data: once, quantity: 1 },
        { price: monthly.id, quantity: 1 },
      ],
      subscription_data: { trial_end: second("2027-07-31T10:00:00Z") },
      custom_text: { submit: { message } },
      success_url: "https://site.example.fr/ok",
    });
    expect(open.amount_total).toBe(5_970);
    const page = (await (await fetch(String(open.url))).text()).replaceAll(/\s/g, " ");
    expect(page).toContain("Ensuite 19,90 € par mois");
    expect(page).toContain(message.replace("'", "&#39;"));
    await bench.form(String(open.url), goodCard);
    const paid = await bench.stripe.checkout.sessions.retrieve(open.id);
    const subscription = await subscriptionOf(paid);
    expect(subscription.status).toBe("trialing");
    expect((await invoicesOf(subscription.id)).map(({ total }) => total)).toEqual([5_970]);
    await moveTo("2027-08-01T12:00:00Z");
    expect((await invoicesOf(subscription.id)).map(({ total }) => total)).toEqual([1_990, 5_970]);
  });

  test("ends without anything when the card is declined, and goes on after 3-D Secure", async () => {
    const email = "refused@example.fr";
    const refused = await subscribe({}, { email, cardNumber: "4000000000000002" });
    expect([refused.status, refused.session.subscription]).toEqual([402, null]);
    expect((await bench.stripe.customers.list({ email })).data).toEqual([]);
    const { session } = await subscribe({}, { cardNumber: "4000002500003155" });
    expect((await subscriptionOf(session)).status).toBe("active");
  });

  test("needs recurring prices of one recurrence, which payments must not have", async () => {
    const terms = { success_url: "https://site.example.fr/ok" };
    const mixed = bench.stripe.checkout.sessions.create({
      ...terms,
      mode: "subscription",
      line_items: [
        { price: monthly.id, quantity: 1 },
        { price: yearly.id, quantity: 1 },
      ],
    });
    expect((await refusal(mixed)).message).toContain("same billing interval");
    const single = bench.stripe.checkout.sessions.create({
      ...terms,
      mode: "payment",
      line_items: [{ price: monthly.id, quantity: 1 }],
    });
    expect((await refusal(single)).message).toContain("recurring price");
  });
});

describe("time", () => {
  test("renews each month on the day of the anchor, an hour after the period's end", async () => {
    const { session } = await subscribe();
    const id = String(session.subscription);
    await moveTo("2027-02-28T10:30:00Z");
    expect((await invoicesOf(id))[0]).toMatchObject({
      status: "draft",
      billing_reason: "subscription_cycle",
    });
    await moveTo("2027-02-28T12:00:00Z");
    expect((await invoicesOf(id)).map(({ status }) => status)).toEqual(["paid", "paid"]);
    await moveTo("2027-05-31T12:00:00Z");
    expect(await invoicesOf(id)).toHaveLength(5);
    const [start, end] = periodOf(await subscriptionOf(session));
    const day = (value: number | undefined) =>
      new Date(Number(value) * 1000).toISOString().slice(0, 10);
    expect([day(start), day(end)]).toEqual(["2027-05-31", "2027-06-30"]);
    const upcoming = await bench.event("invoice.upcoming", id);
    expect(upcoming.event.data.object).toMatchObject({ amount_due: 1_990, status: "draft" });
  });

  test("a refused renewal is past due, tried again, and paid with a new card", async () => {
    const { session } = await subscribe({}, { cardNumber: "4000000000000341" });
    const id = String(session.subscription);
    await moveTo("2027-02-28T12:00:00Z");
    expect((await subscriptionOf(session)).status).toBe("past_due");
    const [failed] = await invoicesOf(id);
    expect(failed).toMatchObject({ status: "open", attempt_count: 1, amount_remaining: 1_990 });
    expect(failed?.next_payment_attempt).toBeGreaterThan(second("2027-03-02T00:00:00Z"));
    await bench.event("invoice.payment_failed", String(failed?.id));
    const again = await refusal(bench.stripe.invoices.pay(String(failed?.id)));
    expect(again).toMatchObject({ statusCode: 402, code: "card_declined" });
    const counted = await bench.stripe.invoices.retrieve(String(failed?.id));
    expect(counted.attempt_count).toBe(2);

    const portal = await bench.stripe.billingPortal.sessions.create({
      customer: String(session.customer),
    });
    await bench.form(portal.url, { ...goodCard, action: "card" });
    await bench.stripe.invoices.pay(String(failed?.id));
    expect((await subscriptionOf(session)).status).toBe("active");
  });

  test("a renewal refused to the end ends the subscription", async () => {
    const { session } = await subscribe({}, { cardNumber: "4000000000000341" });
    await moveTo("2027-03-20T12:00:00Z");
    expect(await subscriptionOf(session)).toMatchObject({
      status: "canceled",
      cancellation_details: { reason: "payment_failed" },
    });
    const [invoice] = await invoicesOf(String(session.subscription));
    expect(invoice).toMatchObject({ attempt_count: 4, next_payment_attempt: null });
    await bench.event("customer.subscription.deleted", String(session.subscription));
  });

  test("a switch refuses one renewal, the next attempt passes", async () => {
    const { session } = await subscribe();
    await bench.fault({ type: "decline_invoices", times: 1 });
    await moveTo("2027-02-28T12:00:00Z");
    expect((await subscriptionOf(session)).status).toBe("past_due");
    await moveTo("2027-03-04T12:00:00Z");
    expect((await subscriptionOf(session)).status).toBe("active");
  });

  test("a card that wants its owner each time is refused when alone", async () => {
    const { session } = await subscribe({}, { cardNumber: "4000002760003184" });
    await moveTo("2027-02-28T12:00:00Z");
    const [invoice] = await invoicesOf(String(session.subscription));
    await bench.event("invoice.payment_action_required", String(invoice?.id));
    expect((await subscriptionOf(session)).status).toBe("past_due");
  });

  test("a trial bills nothing before its end", async () => {
    const { session } = await subscribe({ subscription_data: { trial_period_days: 14 } });
    const subscription = await subscriptionOf(session);
    expect(subscription.status).toBe("trialing");
    const trial = await bench.stripe.invoices.retrieve(String(session.invoice));
    expect(trial).toMatchObject({ total: 0, status: "paid" });
    await moveTo("2027-02-14T12:00:00Z");
    expect((await subscriptionOf(session)).status).toBe("active");
    expect((await invoicesOf(subscription.id))[0]).toMatchObject({ total: 1_990, status: "paid" });
  });
});

describe("an end", () => {
  test("at the period's end, taken back, then real", async () => {
    const { session } = await subscribe();
    const id = String(session.subscription);
    const [, end] = periodOf(await subscriptionOf(session));
    const ending = await bench.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(ending).toMatchObject({ status: "active", cancel_at: end, cancel_at_period_end: true });
    const kept = await bench.stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect(kept).toMatchObject({ cancel_at: null, canceled_at: null });
    await bench.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await moveTo("2027-02-28T12:00:00Z");
    expect(await subscriptionOf(session)).toMatchObject({ status: "canceled", ended_at: end });
    expect(await invoicesOf(id)).toHaveLength(1);
  });

  test("at once", async () => {
    const { session } = await subscribe();
    const id = String(session.subscription);
    expect(await bench.stripe.subscriptions.cancel(id)).toMatchObject({ status: "canceled" });
    await bench.event("customer.subscription.deleted", id);
    expect((await refusal(bench.stripe.subscriptions.cancel(id))).statusCode).toBe(404);
    const customer = String(session.customer);
    expect((await bench.stripe.subscriptions.list({ customer })).data).toEqual([]);
    const all = await bench.stripe.subscriptions.list({ customer, status: "ended" });
    expect(all.data.map((subscription) => subscription.id)).toEqual([id]);
    await moveTo("2027-04-01T00:00:00Z");
    expect(await invoicesOf(id)).toHaveLength(1);
  });
});

describe("a pause of its collection", () => {
  const pause = { behavior: "void" } as const;

  test("voids each invoice that comes meanwhile, tells of none, and goes on when it is unset", async () => {
    const { session } = await subscribe();
    const id = String(session.subscription);
    const paused = await bench.stripe.subscriptions.update(id, { pause_collection: pause });
    expect(paused).toMatchObject({ status: "active", pause_collection: pause });
    await moveTo("2027-03-15T00:00:00Z");
    const [renewal, first] = await invoicesOf(id);
    expect(renewal).toMatchObject({ billing_reason: "subscription_cycle", status: "void" });
    expect(first?.status).toBe("paid");
    await bench.event("invoice.voided", String(renewal?.id));
    const upcoming = await bench.stripe.events.list({ type: "invoice.upcoming", limit: 100 });
    expect(JSON.stringify(upcoming.data)).not.toContain(id);
    const on = await bench.stripe.subscriptions.update(id, { pause_collection: "" });
    expect(on).toMatchObject({ status: "active", pause_collection: null });
    await moveTo("2027-04-01T00:00:00Z");
    expect((await invoicesOf(id)).map(({ status }) => status)).toEqual(["paid", "void", "paid"]);
  });

  test("holds through a change of plan, which is not collected either", async () => {
    const { session } = await subscribe();
    const id = String(session.subscription);
    const item = String((await subscriptionOf(session)).items.data[0]?.id);
    await bench.stripe.subscriptions.update(id, { pause_collection: pause });
    await bench.stripe.subscriptions.update(id, { items: [{ id: item, price: yearly.id }] });
    expect((await subscriptionOf(session)).pause_collection).toMatchObject(pause);
    expect((await invoicesOf(id)).map(({ status }) => status)).toEqual(["void", "paid"]);
  });

  test("leaves what was billed before, which is voided by itself", async () => {
    const { session } = await subscribe();
    const id = String(session.subscription);
    await bench.fault({ type: "decline_invoices", times: null });
    await moveTo("2027-03-01T00:00:00Z");
    await bench.stripe.subscriptions.update(id, { pause_collection: pause });
    const [owed] = await invoicesOf(id);
    expect(owed).toMatchObject({ status: "open" });
    expect((await subscriptionOf(session)).status).toBe("past_due");
    const voided = await bench.stripe.invoices.voidInvoice(String(owed?.id));
    expect(voided).toMatchObject({ status: "void", next_payment_attempt: null });
    expect((await subscriptionOf(session)).status).toBe("active");
    await bench.call("DELETE", "/_simulator/faults");
    await moveTo("2027-03-20T00:00:00Z");
    expect((await invoicesOf(id)).map(({ status }) => status)).toEqual(["void", "paid"]);
    const again = bench.stripe.invoices.voidInvoice(String(owed?.id));
    expect((await refusal(again)).message).toContain("isn't open");
  });

  test("does not reach a draft, which is finalized without being collected, then voided", async () => {
    const { session } = await subscribe();
    const id = String(session.subscription);
    await moveTo("2027-02-28T10:30:00Z");
    const [draft] = await invoicesOf(id);
    expect(draft?.status).toBe("draft");
    const open = await bench.stripe.invoices.finalizeInvoice(String(draft?.id), {
      auto_advance: false,
    });
    expect(open).toMatchObject({ status: "open", auto_advance: false });
    await bench.stripe.invoices.voidInvoice(open.id);
    await moveTo("2027-03-02T00:00:00Z");
    expect((await invoicesOf(id)).map(({ status }) => status)).toEqual(["void", "paid"]);
  });

  test("is played for what is void, without an end of its own", async () => {
    const { session } = await subscribe();
    const id = String(session.subscription);
    for (const asked of [{ behavior: "keep_as_draft" as const }, { ...pause, resumes_at: 2e9 }]) {
      const update = bench.stripe.subscriptions.update(id, { pause_collection: asked });
      expect((await refusal(update)).statusCode).toBe(400);
    }
  });
});

test("deleting a customer ends what they had subscribed to", async () => {
  const { session } = await subscribe();
  await bench.stripe.customers.del(String(session.customer));
  expect((await subscriptionOf(session)).status).toBe("canceled");
});

test("a trial ends in the future, within two years", async () => {
  const { session } = await subscribe();
  const terms = { customer: String(session.customer), items: [{ price: monthly.id }] };
  for (const trial of [{ trial_period_days: 731 }, { trial_period_days: 0 }, { trial_end: 1 }]) {
    const error = await refusal(bench.stripe.subscriptions.create({ ...terms, ...trial }));
    expect(error.statusCode).toBe(400);
  }
});

describe("a change of plan", () => {
  test("in the same recurrence is billed with the next invoice, or at once, or not at all", async () => {
    const dearer = await bench.stripe.prices.create({
      product: String(monthly.product),
      currency: "eur",
      unit_amount: 4_900,
      recurring: { interval: "month" },
    });
    for (const [proration, amounts] of [
      ["create_prorations", [4_900 + 1_455]],
      ["always_invoice", [4_900, 1_455]],
      ["none", [4_900]],
    ] as const) {
      await moveTo("2027-02-01T00:00:00Z");
      const { session } = await subscribe();
      const id = String(session.subscription);
      const item = (await subscriptionOf(session)).items.data[0]?.id;
      await moveTo("2027-02-15T00:00:00Z");
      const changed = await bench.stripe.subscriptions.update(id, {
        items: [{ id: String(item), price: dearer.id }],
        proration_behavior: proration,
      });
      expect(changed.items.data).toMatchObject([{ id: item, price: { id: dearer.id } }]);
      await moveTo("2027-03-01T02:00:00Z");
      const later = (await invoicesOf(id)).slice(0, -1);
      expect(later.map(({ status }) => status)).toEqual(amounts.map(() => "paid"));
      for (const [index, { total }] of later.entries()) {
        expect(Math.abs(total - Number(amounts[index]))).toBeLessThanOrEqual(1);
      }
    }
  });

  test("to another recurrence starts a new period now and credits the rest of the old one", async () => {
    const { session } = await subscribe();
    const id = String(session.subscription);
    const item = (await subscriptionOf(session)).items.data[0]?.id;
    await moveTo("2027-02-14T10:00:00Z");
    const changed = await bench.stripe.subscriptions.update(id, {
      items: [{ id: String(item), price: yearly.id }],
    });
    const [start, end] = periodOf(changed);
    expect(Number(end) - Number(start)).toBe(365 * 24 * 3600);
    const [invoice] = await invoicesOf(id);
    expect(invoice).toMatchObject({ billing_reason: "subscription_update", status: "paid" });
    expect(Math.abs(Number(invoice?.total) - (17_880 - 995))).toBeLessThanOrEqual(1);
  });

  test("downwards leaves a credit that later invoices use", async () => {
    const { session } = await subscribe({ line_items: [{ price: yearly.id, quantity: 1 }] });
    const id = String(session.subscription);
    const item = (await subscriptionOf(session)).items.data[0]?.id;
    await bench.stripe.subscriptions.update(id, {
      items: [{ id: String(item), price: monthly.id }],
    });
    const customer = await bench.stripe.customers.retrieve(String(session.customer));
    expect((customer as Stripe.Customer).balance).toBe(-(17_880 - 1_990));
    await moveTo("2027-03-01T00:00:00Z");
    const [renewal] = await invoicesOf(id);
    expect(renewal).toMatchObject({ total: 1_990, amount_due: 0, status: "paid" });
  });
});

describe("coupons", () => {
  test("take a share off, once, for some months or for ever", async () => {
    for (const [duration, months, totals] of [
      ["once", undefined, [1_990, 1_990, 995]],
      ["repeating", 2, [1_990, 995, 995]],
      ["forever", undefined, [995, 995, 995]],
    ] as const) {
      await moveTo("2027-01-01T00:00:00Z");
      const coupon = await bench.stripe.coupons.create({
        percent_off: 50,
        duration,
        ...(months && { duration_in_months: months }),
      });
      const { session } = await subscribe({ discounts: [{ coupon: coupon.id }] });
      expect(session).toMatchObject({ amount_total: 995, total_details: { amount_discount: 995 } });
      await moveTo("2027-03-01T02:00:00Z");
      const invoices = await invoicesOf(String(session.subscription));
      expect(invoices.map(({ total }) => total)).toEqual(totals);
      expect((await bench.stripe.coupons.retrieve(coupon.id)).times_redeemed).toBe(1);
    }
  });

  test("come by code on the page, until they are used up", async () => {
    const coupon = await bench.stripe.coupons.create({ amount_off: 1_000, currency: "eur" });
    const code = await bench.stripe.promotionCodes.create({
      promotion: { type: "coupon", coupon: coupon.id },
      code: "bienvenue",
      max_redemptions: 1,
    });
    expect(code.code).toBe("BIENVENUE");
    const open = () =>
      bench.stripe.checkout.sessions.create({
        mode: "payment",
        line_items: [
          {
            quantity: 1,
            price_data: { currency: "eur", unit_amount: 4_550, product_data: { name: "Yoga" } },
          },
        ],
        allow_promotion_codes: true,
        success_url: "https://site.example.fr/ok",
      });
    const session = await open();
    const wrong = await bench.form(`${session.url}/code`, { promotionCode: "RIEN" });
    expect(await wrong.text()).toContain("pas valide");
    await bench.form(`${session.url}/code`, { promotionCode: "bienvenue" });
    expect(await (await fetch(String(session.url))).text()).toMatch(/Payer 35,50\s€/);
    await bench.form(String(session.url), goodCard);
    const paid = await bench.stripe.checkout.sessions.retrieve(session.id, {
      expand: ["payment_intent"],
    });
    expect(paid).toMatchObject({ amount_total: 3_550, payment_intent: { amount: 3_550 } });
    const second = await open();
    const usedUp = await bench.form(`${second.url}/code`, { promotionCode: "bienvenue" });
    expect(usedUp.status).toBe(422);
  });

  test("that take everything need no card", async () => {
    const coupon = await bench.stripe.coupons.create({ percent_off: 100 });
    const session = await bench.stripe.checkout.sessions.create({
      mode: "payment",
      line_items: [
        {
          quantity: 1,
          price_data: { currency: "eur", unit_amount: 4_550, product_data: { name: "Yoga" } },
        },
      ],
      discounts: [{ coupon: coupon.id }],
      success_url: "https://site.example.fr/ok",
    });
    expect(await (await fetch(String(session.url))).text()).not.toContain("cardNumber");
    const { email, billingName } = goodCard;
    expect((await bench.form(String(session.url), { email, billingName })).status).toBe(303);
    expect(await bench.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: "complete",
      payment_status: "no_payment_required",
      payment_intent: null,
    });
  });
});

describe("the portal", () => {
  test("shows, ends, keeps and changes what its configuration allows", async () => {
    const { session } = await subscribe();
    const customer = String(session.customer);
    const configuration = await bench.stripe.billingPortal.configurations.create({
      features: {
        subscription_cancel: { enabled: true, mode: "at_period_end" },
        subscription_update: {
          enabled: true,
          default_allowed_updates: ["price"],
          proration_behavior: "always_invoice",
          products: [{ product: String(monthly.product), prices: [monthly.id, yearly.id] }],
        },
        payment_method_update: { enabled: true },
        invoice_history: { enabled: true },
      },
    });
    const portal = await bench.stripe.billingPortal.sessions.create({
      customer,
      configuration: configuration.id,
      return_url: "https://site.example.fr/profil",
    });
    const page = await (await fetch(portal.url)).text();
    expect(page).toContain("Premium");
    expect(page).toMatch(/19,90\s€ par mois/);
    expect(page).toContain("28 février 2027");
    expect(page).toContain('href="https://site.example.fr/profil"');
    const subscription = String(session.subscription);

    await bench.form(portal.url, { action: "cancel", subscription });
    expect((await subscriptionOf(session)).cancel_at_period_end).toBe(true);
    expect(await (await fetch(portal.url)).text()).toContain("prend fin le 28 février 2027");
    await bench.form(portal.url, { action: "keep", subscription });
    expect((await subscriptionOf(session)).cancel_at_period_end).toBe(false);
    await bench.form(portal.url, { action: "change", subscription, price: yearly.id });
    expect((await subscriptionOf(session)).items.data[0]?.price.id).toBe(yearly.id);

    const bad = await bench.form(portal.url, { ...goodCard, cardCvc: "1", action: "card" });
    expect(bad.status).toBe(422);
    const invoice = String((await invoicesOf(subscription))[0]?.id);
    expect(await (await fetch(`${bench.base}/i/${invoice}`)).text()).toContain("Facture");
    expect((await fetch(`${bench.base}/p/session/nothing`)).status).toBe(410);
  });

  test("needs a known customer", async () => {
    const error = await refusal(bench.stripe.billingPortal.sessions.create({ customer: "cus_no" }));
    expect(error).toMatchObject({ statusCode: 400, code: "resource_missing", param: "customer" });
  });
});

describe("a subscription of a known customer", () => {
  test("is paid from the stored card, or waits incomplete and expires", async () => {
    const { session } = await subscribe();
    const customer = String(session.customer);
    const { default_payment_method: method } = await subscriptionOf(session);
    const made = await bench.stripe.subscriptions.create({
      customer,
      items: [{ price: yearly.id }],
      default_payment_method: String(method),
    });
    expect(made.status).toBe("active");
    await bench.fault({ type: "decline_invoices", times: 2 });
    const terms = {
      customer,
      items: [{ price: monthly.id }],
      default_payment_method: String(method),
    };
    const strict = bench.stripe.subscriptions.create({
      ...terms,
      payment_behavior: "error_if_incomplete",
    });
    expect((await refusal(strict)).statusCode).toBe(402);
    const waiting = await bench.stripe.subscriptions.create(terms);
    expect(waiting.status).toBe("incomplete");
    await moveTo("2027-02-01T12:00:00Z");
    const expired = await bench.stripe.subscriptions.retrieve(waiting.id);
    expect(expired.status).toBe("incomplete_expired");
    expect((await invoicesOf(waiting.id))[0]?.status).toBe("void");
    const bare = await bench.stripe.customers.create({});
    const nothing = bench.stripe.subscriptions.create({
      customer: bare.id,
      items: [{ price: monthly.id }],
    });
    expect((await refusal(nothing)).message).toContain("no attached payment source");
  });
});
