import { z } from "zod";

const port = z.coerce.number().int().min(1).max(65_535);
const optionalText = z
  .string()
  .optional()
  .transform((value) => (value?.trim() ? value.trim() : undefined));

/** Every variable that the product reads, and nothing else reads `process.env` (README, Configuration). */
const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default("0.0.0.0"),
  APP_URL: optionalText,
  DATA_DIR: z.string().default(".data"),
  DATABASE_URL: z.url(),
  STRIPE_SECRET_KEY: z.string().min(1),
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
  STRIPE_CONNECT_WEBHOOK_SECRET: z.string().min(1),
  STRIPE_API_BASE: optionalText.pipe(z.url().optional()),
  STRIPE_SIMULATED: z.enum(["0", "1"]).default("0"),
  SMTP_URL: z.url(),
  MAIL_FROM: z.string().default("Parenthèse <bonjour@parenthese.example.fr>"),
  CONTACT_TO: z.string().default("contact@parenthese.example.fr"),
  TRUSTED_PROXIES: z.string().default(""),
  DEMO: z.enum(["0", "1"]).default("0"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

export interface Config {
  port: number;
  host: string;
  /** Public origin without a trailing slash; every link in a mail starts with it. */
  appUrl: string;
  dataDir: string;
  databaseUrl: string;
  stripe: {
    secretKey: string;
    webhookSecret: string;
    connectWebhookSecret: string;
    apiBase: string | null;
    /** The provider is the project's own simulator: no money moves. */
    simulated: boolean;
  };
  smtpUrl: string;
  mailFrom: string;
  contactTo: string;
  /** Addresses whose `X-Forwarded-For` and `X-Forwarded-Proto` count (R24). */
  trustedProxies: string[];
  demo: boolean;
  logLevel: string;
}

/**
 * Reads and checks the environment once.
 *
 * @throws Error naming every variable that is missing or wrong, one line each.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The configuration is not usable:\n${lines.join("\n")}`);
  }
  const v = parsed.data;
  return {
    port: v.PORT,
    host: v.HOST,
    appUrl: (v.APP_URL ?? `http://localhost:${v.PORT}`).replace(/\/+$/, ""),
    dataDir: v.DATA_DIR,
    databaseUrl: v.DATABASE_URL,
    stripe: {
      secretKey: v.STRIPE_SECRET_KEY,
      webhookSecret: v.STRIPE_WEBHOOK_SECRET,
      connectWebhookSecret: v.STRIPE_CONNECT_WEBHOOK_SECRET,
      apiBase: v.STRIPE_API_BASE ?? null,
      simulated: v.STRIPE_SIMULATED === "1",
    },
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM,
    contactTo: v.CONTACT_TO,
    trustedProxies: v.TRUSTED_PROXIES.split(",")
      .map((address) => address.trim())
      .filter((address) => address !== ""),
    demo: v.DEMO === "1",
    logLevel: v.LOG_LEVEL,
  };
}
