import type { Context } from "#core/context.server.ts";
import { openContext, openRuntime } from "#core/runtime.server.ts";

/** The product's use cases in this process, as its server has them; nothing is sent anywhere. */
export async function openProduct(
  databaseUrl: string,
): Promise<{ ctx: Context; close(): Promise<void> }> {
  const runtime = await openRuntime(
    {
      DATABASE_URL: databaseUrl,
      SMTP_URL: "smtp://127.0.0.1:9",
      STRIPE_API_BASE: "http://127.0.0.1:9",
      STRIPE_SECRET_KEY: "sk_test_bench",
      STRIPE_WEBHOOK_SECRET: "whsec_bench",
      STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_bench_connect",
      ENCRYPTION_KEY: "A".repeat(43),
      LOG_LEVEL: "error",
    },
    "server",
  );
  return { ctx: openContext(runtime), close: () => runtime.close() };
}
