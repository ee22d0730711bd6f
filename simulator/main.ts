import { startSimulator } from "./server.ts";
import { readSettings } from "./settings.ts";

try {
  const settings = readSettings(process.env);
  const running = await startSimulator(settings);
  console.log(`Stripe simulator ready on ${settings.publicUrl}`);
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      running.stop().then(() => process.exit(0));
    });
  }
} catch (error) {
  console.error(`Stripe simulator: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
