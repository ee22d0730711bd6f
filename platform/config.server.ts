import proxyAddress from "proxy-addr";
import { z } from "zod";

const port = z.coerce.number().int().min(1).max(65_535);
const neededText = z.string({ error: "needed" }).min(1, { error: "needed" });
const optionalText = z
  .string()
  .optional()
  .transform((value) => (value?.trim() ? value.trim() : undefined));

const MAIL_ADDRESS = /^[^<>@\s]+@[^<>@\s]+$/;
const NAMED_MAIL_ADDRESS = /^[^<>@]*<[^<>@\s]+@[^<>@\s]+>$/;

function readList(text: string): string[] {
  const parts = text.split(",").map((part) => part.trim());
  return parts.filter((part) => part !== "");
}

function canTrust(proxy: string): boolean {
  try {
    proxyAddress.compile([proxy]);
    return true;
  } catch {
    return false;
  }
}

const optionalUrl = (protocol?: RegExp, error?: string) =>
  optionalText.pipe(z.url({ ...(protocol && { protocol }), ...(error && { error }) }).optional());

/** Also makes the README's table; variables without a description are the launcher's. */
export const variables = z.object({
  PORT: port.default(3000).meta({ description: "the site; in the demo also the three next ports" }),
  HOST: z.string().default("0.0.0.0").meta({ description: "the address to listen on" }),
  APP_URL: optionalText.meta({
    otherwise: "`http://localhost:PORT`",
    description: "the public address; links in mails start with it",
  }),
  DATA_DIR: z.string().default(".data").meta({
    description: "uploaded pictures; the demo's database, simulator, secrets and logs",
  }),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: "needed, as postgres://user:password@host/database",
    })
    .meta({
      otherwise: "own PostgreSQL",
      description: "any PostgreSQL from 15 on, with `fsync` and `synchronous_commit` on",
    }),
  DATABASE_REPLICA_URL: optionalUrl(
    /^postgres(ql)?$/,
    "written as postgres://user:password@host/database",
  ).meta({
    otherwise: "none, all is read from `DATABASE_URL`",
    description:
      "a streaming replica of it: lists and pages are read there while it is at most two seconds behind, and while the other is away",
  }),
  STRIPE_SECRET_KEY: neededText.meta({
    otherwise: "simulator",
    description: "the real Stripe; needs the two secrets below and a database without demo data",
  }),
  STRIPE_WEBHOOK_SECRET: neededText.meta({
    otherwise: "own",
    description:
      "the secret of the endpoint `/webhooks/stripe` (your account); its events and the API version: [docs/deploy.md](docs/deploy.md)",
  }),
  STRIPE_CONNECT_WEBHOOK_SECRET: neededText.meta({
    otherwise: "own",
    description:
      "the secret of the endpoint `/webhooks/stripe-connect` (connected accounts); the same page names its events",
  }),
  STRIPE_API_BASE: optionalUrl().meta({
    description: "sends the SDK elsewhere, uploads included, for example through a recording proxy",
  }),
  STRIPE_SIMULATED: z.enum(["0", "1"]).default("0"),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "needed, as smtps://user:password@host" }).meta({
    otherwise: "mail catcher",
    description: "`smtps://user:password@host`, or `smtp://` with STARTTLS where offered",
  }),
  SMTP_SIMULATED: z.enum(["0", "1"]).default("0"),
  MAIL_FROM: z
    .string()
    .default("Parenthèse <bonjour@parenthese.example.fr>")
    .refine((text) => MAIL_ADDRESS.test(text) || NAMED_MAIL_ADDRESS.test(text), {
      error: "a sender is written as Parenthèse <bonjour@example.fr>",
    })
    .meta({ otherwise: "fictitious", description: "the sender of every mail" }),
  CONTACT_TO: z
    .string()
    .regex(MAIL_ADDRESS, { error: "an address is written as contact@example.fr" })
    .default("contact@parenthese.example.fr")
    .meta({ otherwise: "fictitious", description: "where the contact form writes to" }),
  BREVO_API_KEY: optionalText.meta({
    otherwise: "the demo's mailbox",
    description: "sends the text messages of Premium and Enterprise, by Brevo",
  }),
  BREVO_API_BASE: optionalUrl().meta({
    otherwise: "Brevo's",
    description: "sends its SDK elsewhere",
  }),
  SMS_SENDER: z
    .string()
    .regex(/^[A-Za-z0-9]{3,11}$/, { error: "3 to 11 letters and digits, as Parenthese" })
    .default("Parenthese")
    .meta({ description: "the sender of every text message" }),
  VAPID_PRIVATE_KEY: optionalText
    .pipe(
      z
        .string()
        .regex(/^[\w-]{43}$/, { error: "32 bytes in base64url, 43 characters" })
        .optional(),
    )
    .meta({
      otherwise: "own, made at the first start",
      description:
        "signs notifications to telephones and browsers; the same for every process, since another key ends all subscriptions",
    }),
  ENCRYPTION_KEY: z
    .string({ error: "needed" })
    .regex(/^[\w-]{43}$/, { error: "needed, as 32 bytes in base64url, 43 characters" })
    .meta({
      otherwise: "own, made at the first start",
      description:
        "encrypts secrets and private files where they are kept; the same for every process, kept apart from the back-ups, and lost with all that it encrypts",
    }),
  ENCRYPTION_KEY_PREVIOUS: optionalText
    .pipe(
      z
        .string()
        .regex(/^[\w-]{43}$/, { error: "32 bytes in base64url, 43 characters" })
        .optional(),
    )
    .meta({
      description:
        "the encryption key of before, while it is being changed: what it has encrypted still opens, and is encrypted anew",
    }),
  COMPANY_REGISTER_URL: optionalUrl(/^https$/).meta({
    otherwise: "the French state's, a stand-in in the demo",
    description: "the register that says whether a SIRET is of a company in business",
  }),
  GEOCODER_URL: optionalUrl(/^https$/).meta({
    otherwise: "none, a stand-in in the demo",
    description:
      "says where an address is, beyond its postcode: `https://data.geopf.fr/geocodage`, the French state's, or one that answers like it",
  }),
  S3_BUCKET: optionalText.meta({
    otherwise: "a folder in `DATA_DIR`",
    description: "keeps uploaded pictures in S3, with the three below; all four or none",
  }),
  S3_REGION: optionalText.meta({ description: "its region" }),
  S3_ACCESS_KEY_ID: optionalText.meta({ description: "may get, put and delete its objects" }),
  S3_SECRET_ACCESS_KEY: optionalText.meta({ description: "of that key" }),
  S3_ENDPOINT: optionalUrl().meta({
    otherwise: "Amazon's",
    description: "another store that speaks S3",
  }),
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform(readList)
    .refine((proxies) => proxies.every(canTrust), {
      error: "addresses or ranges, not names, as 10.0.0.1,10.1.0.0/16",
    })
    .meta({
      otherwise: "loopback in the demo, else none",
      description: "whose `X-Forwarded-For` and `X-Forwarded-Proto` count",
    }),
  DEMO: z.enum(["0", "1"]).default("0").meta({
    otherwise: "`1` without a Stripe key, else `0`",
    description:
      "`1`: demo data and whatever is missing of the above; `0`: refuses to start, with a list, when something is missing",
  }),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .meta({ description: "`fatal` to `trace`, or `silent`" }),
});

const REGISTER = "https://recherche-entreprises.api.gouv.fr";

/** Files go to S3 when any of these is set, and then all are required. */
const S3_NEEDED = ["S3_BUCKET", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
const environment = variables.superRefine((v, context) => {
  if (![...S3_NEEDED, "S3_ENDPOINT" as const].some((name) => v[name])) return;
  for (const name of S3_NEEDED.filter((needed) => !v[needed])) {
    context.addIssue({ code: "custom", path: [name], message: "needed to keep files in S3" });
  }
});

export type Config = ReturnType<typeof readConfig>;

/** @throws Error naming every missing or wrong variable, one line each. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The configuration is not usable:\n${lines.join("\n")}`);
  }
  const v = parsed.data;
  return {
    port: v.PORT,
    host: v.HOST,
    /** Without a trailing slash. */
    appUrl: (v.APP_URL ?? `http://localhost:${v.PORT}`).replace(/\/+$/, ""),
    dataDir: v.DATA_DIR,
    databaseUrl: v.DATABASE_URL,
    replicaUrl: v.DATABASE_REPLICA_URL ?? null,
    stripe: {
      secretKey: v.STRIPE_SECRET_KEY,
      webhookSecret: v.STRIPE_WEBHOOK_SECRET,
      connectWebhookSecret: v.STRIPE_CONNECT_WEBHOOK_SECRET,
      apiBase: v.STRIPE_API_BASE ?? null,
      /** No money moves. */
      simulated: v.STRIPE_SIMULATED === "1",
    },
    smtpUrl: v.SMTP_URL,
    /** Mails go only to /demo/mails. */
    mailsCaught: v.SMTP_SIMULATED === "1",
    mailFrom: v.MAIL_FROM,
    contactTo: v.CONTACT_TO,
    /** Null in the demo, which catches messages. */
    sms: v.BREVO_API_KEY
      ? { apiKey: v.BREVO_API_KEY, sender: v.SMS_SENDER, apiBase: v.BREVO_API_BASE ?? null }
      : null,
    pushKey: v.VAPID_PRIVATE_KEY ?? null,
    companyRegister:
      v.COMPANY_REGISTER_URL?.replace(/\/+$/, "") ?? (v.DEMO === "1" ? null : REGISTER),
    geocoder: v.GEOCODER_URL?.replace(/\/+$/, "") ?? null,
    encryptionKey: v.ENCRYPTION_KEY,
    previousEncryptionKey: v.ENCRYPTION_KEY_PREVIOUS ?? null,
    /** Null for a folder under `dataDir`. */
    s3:
      v.S3_BUCKET && v.S3_REGION && v.S3_ACCESS_KEY_ID && v.S3_SECRET_ACCESS_KEY
        ? {
            bucket: v.S3_BUCKET,
            region: v.S3_REGION,
            endpoint: v.S3_ENDPOINT ?? null,
            accessKeyId: v.S3_ACCESS_KEY_ID,
            secretAccessKey: v.S3_SECRET_ACCESS_KEY,
          }
        : null,
    /** Believed for their `X-Forwarded-For` and `X-Forwarded-Proto` (rule: login-limits). */
    trustedProxies: v.TRUSTED_PROXIES,
    demo: v.DEMO === "1",
    logLevel: v.LOG_LEVEL as string,
  };
}
