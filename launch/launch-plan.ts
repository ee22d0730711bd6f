import path from "node:path";
import { Refusal } from "./refusal.ts";

/** The operator's choices, before anything is started. */
export interface LaunchPlan {
  /**
   * Whether demo data, the simulator, our own database and the mail catcher stand in for everything
   * unnamed.
   */
  demo: boolean;
  port: number;
  /** The address to listen on. */
  host: string;
  /** The public address of the site, without a trailing slash. */
  appUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  smtpUrl: string | undefined;
}

/** Neighbours of the site's port P: P+1, P+2, P+3. */
export const SIMULATOR_OFFSET = 1;
export const DATABASE_OFFSET = 2;
export const MAIL_OFFSET = 3;

/** Settings without a default once real people and real money are involved. */
const NEEDED_WITHOUT_DEMO = {
  APP_URL: "the public address of the site, as https://www.example.fr",
  DATABASE_URL: "a PostgreSQL 15 or later, as postgres://user:password@host/database",
  STRIPE_SECRET_KEY: "the secret key of your Stripe account",
  STRIPE_WEBHOOK_SECRET: "the secret of the webhook endpoint /webhooks/stripe",
  STRIPE_CONNECT_WEBHOOK_SECRET: "the secret of the webhook endpoint /webhooks/stripe-connect",
  SMTP_URL: "the mail server, as smtps://user:password@host",
  MAIL_FROM: "the sender of every mail, as Parenthèse <bonjour@example.fr>",
  CONTACT_TO: "where the messages of the contact form go",
};

/**
 * Reads what decides about the launch itself. `DEMO` is 1 unless a Stripe key is configured; without
 * demo everything that the product needs must be named. The rest is checked by the one reader of the
 * environment (platform/config.server.ts).
 *
 * @throws Refusal with everything that is missing
 */
export function planLaunch(env: NodeJS.ProcessEnv): LaunchPlan {
  const given = (name: string) => env[name]?.trim() || undefined;
  const port = Number(given("PORT") ?? 3000);
  if (!Number.isInteger(port) || port < 1 || port + MAIL_OFFSET > 65_535) {
    throw new Refusal(
      `PORT=${env.PORT} is not usable: a whole number from 1 to ${65_535 - MAIL_OFFSET} is (the three next ports are taken too).`,
    );
  }
  const asked = given("DEMO") ?? (given("STRIPE_SECRET_KEY") ? "0" : "1");
  if (asked !== "0" && asked !== "1") throw new Refusal(`DEMO=${asked} means nothing: 0 or 1 do.`);
  const demo = asked === "1";
  if (demo && given("STRIPE_SECRET_KEY")) {
    throw new Refusal(
      "DEMO=1 and STRIPE_SECRET_KEY exclude each other: the demo's people pay in the simulator. Remove one of them.",
    );
  }
  const appUrl = given("APP_URL") ?? `http://localhost:${port}`;
  if (!/^https?:\/\/[^/]+\/*$/.test(appUrl) || !URL.canParse(appUrl)) {
    throw new Refusal(`APP_URL=${appUrl} is not usable: https://www.example.fr is.`);
  }
  const missing = Object.entries(NEEDED_WITHOUT_DEMO).filter(([name]) => !given(name));
  if (!demo && missing.length > 0) {
    const lines = missing.map(([name, meaning]) => `  ${name}: ${meaning}`);
    throw new Refusal(
      `Without demo (DEMO=0, or a Stripe key), these are missing:\n${lines.join("\n")}`,
    );
  }
  return {
    demo,
    port,
    host: given("HOST") ?? "0.0.0.0",
    appUrl: appUrl.replace(/\/+$/, ""),
    dataDir: path.resolve(given("DATA_DIR") ?? ".data"),
    databaseUrl: given("DATABASE_URL"),
    smtpUrl: given("SMTP_URL"),
  };
}
