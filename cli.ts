import type { Context } from "#core/context.server.ts";
import { checkInvariants } from "#core/payments/check-invariants.server.ts";
import { reconcilePayments } from "#core/payments/reconcile-payments.server.ts";
import { openRuntime, systemContext } from "#core/runtime.server.ts";

/** Door 4: operator's commands. Each prints what it did and sets the exit status. */
const COMMANDS: Record<string, { help: string; run: (ctx: Context) => Promise<boolean> }> = {
  reconcile: {
    help: "ask the payment provider about everything that is not settled, now",
    async run(ctx) {
      await reconcilePayments(ctx);
      console.log("Reconciled.");
      return true;
    },
  },
  check: {
    help: "check the invariants on seats, money and mails over the whole database",
    async run(ctx) {
      const violations = await checkInvariants(ctx.db);
      for (const violation of violations) console.log(violation);
      console.log(
        violations.length === 0 ? "Every invariant holds." : `${violations.length} violated.`,
      );
      return violations.length === 0;
    },
  },
};

function printHelp(): void {
  console.log("Usage: npm run cli -- <command>\n");
  for (const [name, { help }] of Object.entries(COMMANDS))
    console.log(`  ${name.padEnd(12)}${help}`);
}

if (import.meta.main) {
  const name = process.argv[2] ?? "help";
  const command = COMMANDS[name];
  if (!command) {
    printHelp();
    process.exit(name === "help" ? 0 : 1);
  }
  const runtime = await openRuntime(process.env, "cli");
  const done = await command.run(systemContext(runtime));
  await runtime.close();
  process.exit(done ? 0 : 1);
}
