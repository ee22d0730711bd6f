import { describe, expect, test } from "vitest";
import { readConfig } from "./config.server.ts";

const complete = {
  DATABASE_URL: "postgresql://localhost/parenthese",
  STRIPE_SECRET_KEY: "sk_test_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_2",
  SMTP_URL: "smtp://localhost:3003",
};

describe("configuration", () => {
  test("has defaults for what can have one", () => {
    const config = readConfig({ ...complete });
    expect(config).toMatchObject({
      port: 3000,
      appUrl: "http://localhost:3000",
      demo: false,
      trustedProxies: [],
    });
  });

  test("cuts the slash off the public address, so that links have one", () => {
    expect(readConfig({ ...complete, APP_URL: "https://parenthese.example.fr/" }).appUrl).toBe(
      "https://parenthese.example.fr",
    );
  });

  test("reads the list of trusted proxies", () => {
    expect(
      readConfig({ ...complete, TRUSTED_PROXIES: "loopback, 10.0.0.0/8 ," }).trustedProxies,
    ).toEqual(["loopback", "10.0.0.0/8"]);
  });

  test("names everything that is missing or wrong at once", () => {
    expect(() => readConfig({ PORT: "seventy", SMTP_URL: "nowhere" })).toThrow(
      /PORT[\s\S]*DATABASE_URL[\s\S]*STRIPE_SECRET_KEY[\s\S]*SMTP_URL/,
    );
  });
});
