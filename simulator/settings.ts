/** What the simulator is told from outside, read once when it starts. */
export interface Settings {
  host: string;
  port: number;
  /** Path of the SQLite file. */
  stateFile: string;
  /** Base of the hosted pages, without a trailing slash. */
  publicUrl: string;
  secretKey: string;
  webhookSecret: string;
  connectWebhookSecret: string;
  /** Where platform events go; without it they are only stored. */
  webhookUrl: string | undefined;
  /** Where events of connected accounts go. */
  webhookConnectUrl: string | undefined;
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

/** Reads the settings; throws with one sentence when one is missing or wrong. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = Number(required(env, "SIMULATOR_PORT"));
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Error("SIMULATOR_PORT is not a port number");
  }
  return {
    host: env.HOST || "127.0.0.1",
    port,
    stateFile: required(env, "SIMULATOR_STATE"),
    publicUrl: (env.SIMULATOR_PUBLIC_URL || `http://localhost:${port}`).replace(/\/+$/, ""),
    secretKey: required(env, "STRIPE_SECRET_KEY"),
    webhookSecret: required(env, "STRIPE_WEBHOOK_SECRET"),
    connectWebhookSecret: required(env, "STRIPE_CONNECT_WEBHOOK_SECRET"),
    webhookUrl: env.WEBHOOK_URL || undefined,
    webhookConnectUrl: env.WEBHOOK_CONNECT_URL || undefined,
  };
}
