import { describe, expect, test } from "vitest";
import { readConfig } from "./config.server.ts";

const complete = {
  DATABASE_URL: "postgresql://localhost/parenthese",
  STRIPE_SECRET_KEY: "sk_test_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_2",
  SMTP_URL: "smtp://localhost:3003",
  ENCRYPTION_KEY: "A".repeat(43),
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

  test("keeps files in S3 once all of it is named", () => {
    const s3 = {
      ...{ S3_BUCKET: "photos", S3_REGION: "fr-par" },
      ...{ S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" },
    };
    expect(readConfig({ ...complete }).s3).toBeNull();
    expect(readConfig({ ...complete, ...s3 }).s3).toEqual({
      ...{ bucket: "photos", region: "fr-par", endpoint: null },
      ...{ accessKeyId: "id", secretAccessKey: "secret" },
    });
    expect(() => readConfig({ ...complete, S3_BUCKET: "photos", S3_REGION: " " })).toThrow(
      /S3_REGION[\s\S]*S3_ACCESS_KEY_ID[\s\S]*S3_SECRET_ACCESS_KEY/,
    );
    expect(() => readConfig({ ...complete, S3_ENDPOINT: "https://s3.example.fr" })).toThrow(
      /S3_BUCKET/,
    );
  });

  test.each([
    ["DATABASE_URL", "mysql://localhost/parenthese"],
    ["SMTP_URL", "https://smtp.example.fr"],
    ["MAIL_FROM", "Parenthèse"],
    ["CONTACT_TO", "contact"],
    ["TRUSTED_PROXIES", "10.0.0.1, proxy.internal"],
    ["ENCRYPTION_KEY", "parenthese"],
  ])("does not start with a %s that would fail for every visitor: %s", (name, value) => {
    expect(() => readConfig({ ...complete, [name]: value })).toThrow(
      new RegExp(`not usable:\\n {2}${name}: [^\\n]* as `),
    );
  });

  test("takes a sender with a name or without, and databases under both of their schemes", () => {
    for (const from of ["bonjour@example.fr", "Parenthèse <bonjour@example.fr>"]) {
      expect(readConfig({ ...complete, MAIL_FROM: from }).mailFrom).toBe(from);
    }
    const url = "postgres://parenthese:a%2Fb@database/parenthese";
    expect(readConfig({ ...complete, DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  test("names everything that is missing or wrong at once", () => {
    expect(() => readConfig({ PORT: "seventy", SMTP_URL: "nowhere" })).toThrow(
      /PORT[\s\S]*DATABASE_URL[\s\S]*STRIPE_SECRET_KEY[\s\S]*SMTP_URL/,
    );
  });
});
