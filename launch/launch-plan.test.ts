import { describe, expect, test } from "vitest";
import { planLaunch } from "./launch-plan.ts";

const CONFIGURED = {
  APP_URL: "https://www.example.fr/",
  DATABASE_URL: "postgres://localhost/parenthese",
  STRIPE_SECRET_KEY: "sk_test_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
  STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_y",
  SMTP_URL: "smtp://localhost",
  MAIL_FROM: "bonjour@example.fr",
  CONTACT_TO: "contact@example.fr",
};

describe("what a launch is asked for", () => {
  test("nothing configured is a demo on port 3000", () => {
    const plan = planLaunch({});
    expect(plan).toMatchObject({ demo: true, port: 3000, appUrl: "http://localhost:3000" });
    expect(plan.dataDir).toMatch(/\/\.data$/);
  });

  test("a database or a mail server of one's own is still a demo", () => {
    expect(planLaunch({ DATABASE_URL: "postgres://x/y", SMTP_URL: "smtp://z" }).demo).toBe(true);
  });

  test("a Stripe key ends the demo", () => {
    const plan = planLaunch(CONFIGURED);
    expect(plan).toMatchObject({ demo: false, appUrl: "https://www.example.fr" });
  });

  test("DEMO=0 lists everything that is missing", () => {
    for (const name of Object.keys(CONFIGURED)) {
      expect(() => planLaunch({ DEMO: "0" })).toThrow(`  ${name}: `);
    }
    const { SMTP_URL: _, ...withoutMail } = CONFIGURED;
    expect(() => planLaunch(withoutMail)).toThrow(/missing:\n {2}SMTP_URL: [^\n]*$/);
  });

  test.each([
    [{ PORT: "0" }, /PORT=0/],
    [{ PORT: "65533" }, /from 1 to 65532/],
    [{ PORT: "3000a" }, /PORT=3000a/],
    [{ DEMO: "yes" }, /DEMO=yes/],
    [{ DEMO: "1", STRIPE_SECRET_KEY: "sk_test_x" }, /exclude each other/],
    [{ APP_URL: "www.example.fr" }, /APP_URL=www\.example\.fr/],
    [{ APP_URL: "https://example.fr/site" }, /APP_URL/],
  ])("%j is refused", (env, sentence) => {
    expect(() => planLaunch(env)).toThrow(sentence);
  });
});
