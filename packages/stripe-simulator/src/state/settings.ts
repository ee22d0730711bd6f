/** How the simulator listens, where it keeps its state, and whom it tells of events. */
export interface Settings {
  /** The address to listen on. */
  host: string;
  port: number;
  /** Path of the SQLite file. */
  stateFile: string;
  /** Base of the hosted pages, without a trailing slash. */
  publicUrl: string;
  /** The only key that is accepted. */
  secretKey: string;
  webhookSecret: string;
  connectWebhookSecret: string;
  /** Where platform events go; without it they are only stored. */
  webhookUrl: string | undefined;
  /** Where events of connected accounts go. */
  webhookConnectUrl: string | undefined;
}

/** Each setting by its option on the command line, with the variable that stands in for it. */
export const options = {
  port: { variable: "SIMULATOR_PORT", fallback: "12111", means: "where the API and the pages are" },
  host: { variable: "HOST", fallback: "127.0.0.1", means: "the address to listen on" },
  state: {
    variable: "SIMULATOR_STATE",
    fallback: "stripe-simulator.sqlite",
    means: "the file that keeps everything between two starts",
  },
  "public-url": {
    variable: "SIMULATOR_PUBLIC_URL",
    fallback: "",
    means: "how browsers reach the hosted pages, when not on http://localhost:<port>",
  },
  key: {
    variable: "STRIPE_SECRET_KEY",
    fallback: "sk_test_simulator",
    means: "the secret key that the SDK is given",
  },
  "webhook-url": {
    variable: "WEBHOOK_URL",
    fallback: "",
    means: "your endpoint for events of your own account",
  },
  "webhook-secret": {
    variable: "STRIPE_WEBHOOK_SECRET",
    fallback: "whsec_simulator",
    means: "signs what is sent there",
  },
  "connect-webhook-url": {
    variable: "WEBHOOK_CONNECT_URL",
    fallback: "",
    means: "your endpoint for events of connected accounts",
  },
  "connect-webhook-secret": {
    variable: "STRIPE_CONNECT_WEBHOOK_SECRET",
    fallback: "whsec_simulator_connect",
    means: "signs what is sent there",
  },
} as const;

export type Option = keyof typeof options;

/**
 * Reads the settings from options, then from the environment, then from what suits a machine of
 * one's own. Throws with one sentence when one is wrong.
 */
export function readSettings(
  env: Record<string, string | undefined>,
  given: Partial<Record<Option, string>> = {},
): Settings {
  const read = (name: Option) =>
    given[name] || env[options[name].variable] || options[name].fallback;
  const port = Number(read("port"));
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Error(`« ${read("port")} » is not a port number`);
  }
  return {
    host: read("host"),
    port,
    stateFile: read("state"),
    publicUrl: (read("public-url") || `http://localhost:${port}`).replace(/\/+$/, ""),
    secretKey: read("key"),
    webhookSecret: read("webhook-secret"),
    connectWebhookSecret: read("connect-webhook-secret"),
    webhookUrl: read("webhook-url") || undefined,
    webhookConnectUrl: read("connect-webhook-url") || undefined,
  };
}
