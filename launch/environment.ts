import fs from "node:fs";
import { readConfig, variables } from "#platform/config.server.ts";
import type { Secrets } from "./data-folder.ts";
import { DATABASE_OFFSET, type LaunchPlan, MAIL_OFFSET, SIMULATOR_OFFSET } from "./launch-plan.ts";
import { reachableAt } from "./ports.ts";
import { postgresUrl } from "./postgres.ts";
import { Refusal } from "./refusal.ts";

/** The product's complete environment (README, Configuration). */
export type ProductEnvironment = ReturnType<typeof productEnvironment>;

const OURS = new Set(Object.keys(variables.shape));

/** Told to the product by the launcher alone, which starts what they speak of. */
const LAUNCHERS = new Set(["STRIPE_SIMULATED", "SMTP_SIMULATED"]);

/** Reads `.env` of the current folder, if there is one; variables that are already set win. */
export function readEnvironmentFile(): void {
  if (fs.existsSync(".env")) process.loadEnvFile(".env");
}

/** An environment without the product's own variables: a blank one would not count as missing. */
export function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OURS.has(name)));
}

/**
 * The operator's settings, completed by the services that this launch is about to start.
 *
 * @param sharedDatabaseUrl of another launch's database, when this one starts none
 * @throws Refusal when a variable is not usable
 */
export function productEnvironment(
  env: NodeJS.ProcessEnv,
  plan: LaunchPlan,
  secrets: Secrets,
  sharedDatabaseUrl: string | undefined,
) {
  const { port, demo } = plan;
  const ownDatabase = { port: port + DATABASE_OFFSET, password: secrets.databasePassword };
  const passedOn: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value?.trim() && OURS.has(name) && !LAUNCHERS.has(name)) passedOn[name] = value.trim();
  }
  const product = {
    ...(demo && {
      TRUSTED_PROXIES: "127.0.0.1,::1",
      STRIPE_API_BASE: reachableAt(plan.host, port + SIMULATOR_OFFSET),
      STRIPE_SIMULATED: "1",
      SMTP_SIMULATED: plan.smtpUrl ? "0" : "1",
    }),
    ...passedOn,
    HOST: plan.host,
    PORT: String(port),
    APP_URL: plan.appUrl,
    DATA_DIR: plan.dataDir,
    DATABASE_URL: plan.databaseUrl ?? sharedDatabaseUrl ?? postgresUrl(ownDatabase),
    DEMO: demo ? "1" : "0",
    SMTP_URL: plan.smtpUrl ?? `smtp://127.0.0.1:${port + MAIL_OFFSET}`,
    STRIPE_SECRET_KEY: env.STRIPE_SECRET_KEY || secrets.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET || secrets.stripeWebhookSecret,
    STRIPE_CONNECT_WEBHOOK_SECRET:
      env.STRIPE_CONNECT_WEBHOOK_SECRET || secrets.stripeConnectWebhookSecret,
    VAPID_PRIVATE_KEY: env.VAPID_PRIVATE_KEY || secrets.vapidPrivateKey,
    ENCRYPTION_KEY: env.ENCRYPTION_KEY || secrets.encryptionKey,
  };
  try {
    readConfig(product);
  } catch (error) {
    throw new Refusal((error as Error).message);
  }
  return product as typeof product & { STRIPE_API_BASE?: string };
}
