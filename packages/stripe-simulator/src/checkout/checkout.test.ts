import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bench, goodCard, refusal, sessionTerms, startBench } from "../../test/test-bench.ts";

let bench: Bench;
const ines = "acct_ines";

beforeAll(async () => {
  bench = await startBench();
  await bench.call("POST", "/_simulator/accounts", { id: ines, business_name: "Studio Inès" });
});
afterAll(() => bench.stop());

const open = (more = {}) => bench.stripe.checkout.sessions.create(sessionTerms(ines, more));
const retrieve = (id: string) =>
  bench.stripe.checkout.sessions.retrieve(id, {
    expand: [
      "payment_intent.latest_charge.transfer",
      "payment_intent.latest_charge.application_fee",
    ],
  });
async function charges(id: string) {
  const { payment_intent: intent } = await bench.stripe.checkout.sessions.retrieve(id);
  const list = await bench.stripe.charges.list({ payment_intent: String(intent) });
  return list.data.map((charge) => charge.status);
}

describe("a session", () => {
  test("is open, unpaid and has no payment intent before somebody tries to pay", async () => {
    const session = await open({ customer_email: "camille@example.fr" });
    expect(session).toMatchObject({
      object: "checkout.session",
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      amount_total: 4_550,
      currency: "eur",
      client_reference_id: "b1",
      metadata: { booking: "b1" },
      ui_mode: "hosted_page",
      customer_email: "camille@example.fr",
    });
    expect(session.id).toMatch(/^cs_test_[A-Za-z0-9]{50,}$/);
    expect(session.url).toBe(`${bench.base}/c/pay/${session.id}`);
    const items = await bench.stripe.checkout.sessions.listLineItems(session.id);
    expect(items.data).toMatchObject([{ description: "Yoga doux du soir", amount_total: 4_550 }]);
  });

  test.each([
    ["mode", { mode: undefined }, "parameter_missing", "mode"],
    ["success_url", { success_url: undefined }, "parameter_missing", "success_url"],
    ["line_items", { line_items: undefined }, "parameter_missing", "line_items"],
    ["a real address", { success_url: "nowhere" }, "url_invalid", "success_url"],
    ["a real e-mail", { customer_email: "camille" }, "email_invalid", "customer_email"],
    [
      "an e-mail that it takes",
      { customer_email: "email-invalid@example.fr" },
      "email_invalid",
      "customer_email",
    ],
    ["a known customer", { customer: "cus_nobody" }, "resource_missing", "customer"],
    ["known parameters", { colour: "red" }, "parameter_unknown", "colour"],
    ["30 minutes at least", { expires_at: now(29 * 60) }, undefined, "expires_at"],
    ["24 hours at most", { expires_at: now(25 * 3600) }, undefined, "expires_at"],
    ["a hosted page", { ui_mode: "elements" }, undefined, "ui_mode"],
  ])("needs %s", async (_what, terms, code, param) => {
    const error = await refusal(open(terms));
    expect(error).toMatchObject({ statusCode: 400, type: "StripeInvalidRequestError", param });
    expect(error.code).toBe(code);
    expect(error.requestId).toMatch(/^req_/);
  });

  test.each([
    ["below 0.50 €", 49, {}, "amount_too_small"],
    ["with a fee above the total", 1_000, { application_fee_amount: 1_001 }, undefined],
    [
      "for an account that does not exist",
      1_000,
      { transfer_data: { destination: "acct_nobody" } },
      "resource_missing",
    ],
  ])("is refused %s", async (_what, amount, intentData, code) => {
    const error = await refusal(
      open({
        line_items: [
          {
            quantity: 1,
            price_data: { currency: "eur", unit_amount: amount, product_data: { name: "Yoga" } },
          },
        ],
        payment_intent_data: { transfer_data: { destination: ines }, ...intentData },
      }),
    );
    expect(error.statusCode).toBe(400);
    expect(error.code).toBe(code);
  });

  test("is refused for an account that cannot receive transfers", async () => {
    await bench.call("POST", "/_simulator/accounts", { id: "acct_nora", charges_enabled: false });
    const error = await refusal(bench.stripe.checkout.sessions.create(sessionTerms("acct_nora")));
    expect(error).toMatchObject({
      statusCode: 400,
      code: "insufficient_capabilities_for_transfer",
      param: "payment_intent_data[transfer_data][destination]",
    });
  });

  test("names the exact place of a nested mistake", async () => {
    const error = await refusal(
      open({ line_items: [{ quantity: 1, price_data: { unit_amount: 100 } }] }),
    );
    expect(error).toMatchObject({
      code: "parameter_missing",
      param: "line_items[0][price_data][currency]",
      message: "Missing required param: line_items[0][price_data][currency].",
    });
  });

  test("expires on request, once", async () => {
    const session = await open();
    const expired = await bench.stripe.checkout.sessions.expire(session.id);
    expect(expired).toMatchObject({ status: "expired", url: null, payment_status: "unpaid" });
    const error = await refusal(bench.stripe.checkout.sessions.expire(session.id));
    expect(error.statusCode).toBe(400);
    await bench.event("checkout.session.expired", session.id);
    const page = await fetch(String(session.url));
    expect(await page.text()).toContain("Page de paiement expirée");
    expect((await bench.form(String(session.url), goodCard)).status).toBe(200);
    expect((await retrieve(session.id)).payment_intent).toBeNull();
  });
});

describe("the hosted page", () => {
  test("shows the product, the price and where to go back, in French and without JavaScript", async () => {
    const session = await open();
    const text = await (await fetch(String(session.url))).text();
    expect(text).toContain("Yoga doux du soir");
    expect(text).toMatch(/45,50\s€/);
    expect(text).toContain("← Retour");
    expect(text).toContain("aucun argent ne circule");
    expect(text).toContain("Cartes de test");
    expect(text).not.toContain("<script");
    for (const name of ["email", "cardNumber", "cardExpiry", "cardCvc", "billingName"]) {
      expect(text).toContain(`name="${name}"`);
    }
    expect((await fetch(`${bench.base}/c/pay/cs_test_nothing`)).status).toBe(404);
  });

  test.each([
    [{ cardNumber: "4242 4242 4242 4241" }, "Votre numéro de carte est invalide."],
    [{ cardNumber: "4242" }, "Votre numéro de carte est incomplet."],
    [{ cardExpiry: "01 / 20" }, "La date d&#39;expiration de votre carte est passée."],
    [{ cardExpiry: "13 / 40" }, "La date d&#39;expiration de votre carte est invalide."],
    [{ cardExpiry: "" }, "La date d&#39;expiration de votre carte est incomplète."],
    [{ cardCvc: "12" }, "Le code de sécurité de votre carte est incomplet."],
    [{ email: "camille" }, "Votre adresse e-mail est invalide."],
    [{ billingName: " " }, "Saisissez le nom du titulaire."],
  ])("refuses %j", async (wrong, message) => {
    const session = await open();
    const response = await bench.form(String(session.url), { ...goodCard, ...wrong });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(message);
    expect((await retrieve(session.id)).payment_intent).toBeNull();
  });

  test("takes the payment and splits it between the platform and the account", async () => {
    const session = await open();
    const response = await bench.form(String(session.url), goodCard);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(
      `https://site.example.fr/payment-success?session_id=${session.id}`,
    );
    const paid = await retrieve(session.id);
    expect(paid).toMatchObject({
      status: "complete",
      payment_status: "paid",
      url: null,
      customer: null,
      customer_details: { email: "camille@example.fr", name: "Camille Martin" },
      payment_intent: {
        status: "succeeded",
        amount_received: 4_550,
        application_fee_amount: 455,
        metadata: { booking: "b1" },
        transfer_data: { destination: ines },
        latest_charge: {
          status: "succeeded",
          paid: true,
          application_fee: { amount: 455, account: ines },
          transfer: { amount: 4_550, destination: ines },
          payment_method_details: { card: { last4: "4242", brand: "visa" } },
        },
      },
    });
    const mine = await bench.stripe.balanceTransactions.list({}, { stripeAccount: ines });
    expect(mine.data[0]).toMatchObject({ amount: 4_550, fee: 455, net: 4_095, type: "payment" });
    await bench.event("checkout.session.completed", session.id);
    const again = await fetch(String(session.url));
    expect(await again.text()).toContain("Paiement déjà effectué");
    expect((await refusal(bench.stripe.checkout.sessions.expire(session.id))).statusCode).toBe(400);
  });

  test("charges once when the same session is paid twice at once", async () => {
    const session = await open();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => bench.form(String(session.url), goodCard)),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(303));
    expect(await charges(session.id)).toEqual(["succeeded"]);
  });

  test.each([
    ["4000000000000002", "Votre carte a été refusée.", "card_declined", "generic_decline"],
    ["4000000000009995", "fonds disponibles", "card_declined", "insufficient_funds"],
    ["4000000000000069", "Votre carte a expiré.", "expired_card", undefined],
    [
      "4000000000000127",
      "code de sécurité de votre carte est incorrect",
      "incorrect_cvc",
      undefined,
    ],
    ["4970101122334406", "cartes de test", "card_declined", "test_mode_live_card"],
  ])("says why card %s is declined, and takes another one", async (number, text, code, decline) => {
    const session = await open();
    const refused = await bench.form(String(session.url), { ...goodCard, cardNumber: number });
    expect(refused.status).toBe(402);
    expect(await refused.text()).toContain(text);
    const after = await retrieve(session.id);
    expect(after).toMatchObject({
      status: "open",
      payment_intent: { status: "requires_payment_method", last_payment_error: { code } },
    });
    const intent = await bench.stripe.paymentIntents.retrieve(
      (after.payment_intent as { id: string }).id,
    );
    expect(intent.last_payment_error?.decline_code).toBe(decline);
    await bench.event("payment_intent.payment_failed", intent.id);
    expect((await bench.form(String(session.url), goodCard)).status).toBe(303);
    expect(await charges(session.id)).toEqual(["succeeded", "failed"]);
  });

  test("asks for 3-D Secure, and lives on when it fails", async () => {
    const session = await open();
    const card = { ...goodCard, cardNumber: "4000 0027 6000 3184" };
    const asked = await bench.form(String(session.url), card);
    expect(asked.status).toBe(303);
    const challenge = String(asked.headers.get("location"));
    expect(await (await fetch(challenge)).text()).toContain("Valider l'authentification");
    const waiting = await retrieve(session.id);
    expect(waiting).toMatchObject({
      status: "open",
      payment_intent: { status: "requires_action" },
    });

    const failed = await bench.form(challenge, { outcome: "failure" });
    expect(failed.headers.get("location")).toBe(`/c/pay/${session.id}`);
    expect(await (await fetch(String(session.url))).text()).toContain("pas pu authentifier");

    await bench.form(String(session.url), card);
    const passed = await bench.form(challenge, { outcome: "success" });
    expect(passed.headers.get("location")).toContain("payment-success");
    const intent = (await retrieve(session.id)).payment_intent;
    expect(intent).toMatchObject({
      status: "succeeded",
      latest_charge: {
        payment_method_details: { card: { three_d_secure: { result: "authenticated" } } },
      },
    });
  });

  test("gives up a pending 3-D Secure when the session expires", async () => {
    const session = await open();
    const asked = await bench.form(String(session.url), {
      ...goodCard,
      cardNumber: "4000002500003155",
    });
    await bench.stripe.checkout.sessions.expire(session.id);
    const late = await bench.form(String(asked.headers.get("location")), { outcome: "success" });
    expect(await late.text()).toContain("Page de paiement expirée");
    expect((await retrieve(session.id)).payment_intent).toMatchObject({ status: "canceled" });
  });

  test("refuses the payment of an account restricted meanwhile", async () => {
    await bench.call("POST", "/_simulator/accounts", { id: "acct_leo" });
    const session = await bench.stripe.checkout.sessions.create(sessionTerms("acct_leo"));
    await bench.fault({ type: "restrict_account", account: "acct_leo" });
    const refused = await bench.form(String(session.url), goodCard);
    expect(refused.status).toBe(402);
    expect(await refused.text()).toContain("ne peut plus recevoir de versements");
    expect((await retrieve(session.id)).status).toBe("open");
  });

  test("makes a customer only when asked to", async () => {
    const session = await open({ customer_creation: "always" });
    await bench.form(String(session.url), goodCard);
    const { customer } = await bench.stripe.checkout.sessions.retrieve(session.id);
    expect(await bench.stripe.customers.retrieve(String(customer))).toMatchObject({
      email: "camille@example.fr",
    });
  });
});

describe("a payment that the bank is still deciding about", () => {
  const fault = (body: object) => bench.call("POST", "/_simulator/faults", body);

  test.each([
    ["succeeded", "paid", "succeeded"],
    ["failed", "unpaid", "requires_payment_method"],
  ])("is complete and unpaid, then %s", async (outcome, paymentStatus, status) => {
    const session = await open();
    await fault({ type: "process_payments" });
    const response = await bench.form(String(session.url), goodCard);
    expect(response.headers.get("location")).toContain(session.id);
    expect(await retrieve(session.id)).toMatchObject({
      ...{ status: "complete", payment_status: "unpaid" },
      payment_intent: { status: "processing", amount_received: 0 },
    });
    const completed = await bench.event("checkout.session.completed", session.id);
    expect(completed.event.data.object).toMatchObject({ payment_status: "unpaid" });
    // A session that is complete cannot be expired any more.
    expect((await refusal(bench.stripe.checkout.sessions.expire(session.id))).statusCode).toBe(400);
    expect((await fault({ type: "settle_payment", checkout: session.id, outcome })).status).toBe(
      201,
    );
    expect(await retrieve(session.id)).toMatchObject({
      ...{ status: "complete", payment_status: paymentStatus },
      payment_intent: { status },
    });
    const told = await bench.event(`checkout.session.async_payment_${outcome}`, session.id);
    expect(told.event.data.object).toMatchObject({ payment_status: paymentStatus });
    const twice = await fault({ type: "settle_payment", checkout: session.id, outcome });
    expect(twice.status).toBe(400);
  });
});

test("a checkout can be paid without its page", async () => {
  const pay = (id: string, body: object) =>
    bench.call("POST", `/_simulator/checkouts/${id}/pay`, body);
  const session = await open();
  const declined = await pay(session.id, { cardNumber: "4000000000000002" });
  expect(declined).toMatchObject({ status: 402, body: { result: "declined" } });
  const paid = await pay(session.id, { email: "sam@example.fr" });
  expect(paid).toMatchObject({ status: 200, body: { result: "paid" } });
  expect((await retrieve(session.id)).customer_details?.email).toBe("sam@example.fr");
  const closed = await pay(session.id, {});
  expect(closed).toMatchObject({ status: 409, body: { result: "closed", status: "complete" } });
  const challenged = await open();
  const card = { cardNumber: "4000002760003184", challenge: "failure" };
  expect((await pay(challenged.id, card)).status).toBe(402);
});

function now(plusSeconds: number): number {
  return Math.floor(Date.now() / 1000) + plusSeconds;
}
