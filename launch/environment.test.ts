import { expect, test } from "vitest";
import { productEnvironment, withoutOurs } from "./environment.ts";
import { planLaunch } from "./launch-plan.ts";

const secrets = {
  ...{ databasePassword: "a", stripeSecretKey: "sk_test_simulated_a" },
  ...{
    stripeWebhookSecret: "whsec_a",
    vapidPrivateKey: "A".repeat(43),
    encryptionKey: "B".repeat(43),
    stripeConnectWebhookSecret: "whsec_b",
  },
};

function given(env: NodeJS.ProcessEnv) {
  return productEnvironment(env, planLaunch(env), secrets, undefined);
}

test("a demo's mails stay in its box, unless a mail server is named", () => {
  expect(given({})).toMatchObject({ SMTP_URL: "smtp://127.0.0.1:3003", SMTP_SIMULATED: "1" });
  const own = { SMTP_URL: "smtp://mail.example.fr", SMTP_SIMULATED: "1" };
  expect(given(own)).toMatchObject({ SMTP_URL: "smtp://mail.example.fr", SMTP_SIMULATED: "0" });
});

test("the simulator is asked where it listens", () => {
  expect(given({}).STRIPE_API_BASE).toBe("http://127.0.0.1:3001");
  expect(given({ HOST: "::1" }).STRIPE_API_BASE).toBe("http://[::1]:3001");
});

test("site and simulator listen on the same address, on every one unless it is named", () => {
  expect(given({ HOST: " " }).HOST).toBe("0.0.0.0");
  expect(given({ HOST: "::1" }).HOST).toBe("::1");
});

test("every variable of the configuration reaches the product, and none goes elsewhere", () => {
  const env = {
    ENCRYPTION_KEY_PREVIOUS: "C".repeat(43),
    GEOCODER_URL: "https://geo.example.fr",
    COMPANY_REGISTER_URL: "https://register.example.fr",
  };
  expect(given(env)).toMatchObject(env);
  expect(withoutOurs({ ...env, PATH: "/bin" })).toEqual({ PATH: "/bin" });
});
