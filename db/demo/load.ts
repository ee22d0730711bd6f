import { renewDemoSlots } from "#core/catalogue/slots/renew-demo-slots.server.ts";
import { createDatabase, createPool, type Database } from "#platform/postgres.server.ts";
import { readDemoRecord, writeDemoRecord } from "./demo-record.ts";
import { renewProofs } from "./office/renew-proofs.ts";
import { renewPlans } from "./renew-plans.ts";
import { openSimulator } from "./simulator.ts";

interface Surroundings {
  db: Database;
  now: Date;
  /** Where the Stripe stand-in listens. Without it nothing can be paid, so nothing is booked. */
  simulatorUrl?: string | undefined;
  /** The product's environment, complete when there is a simulator. */
  env: NodeJS.ProcessEnv;
}

/**
 * Fills an empty database with the demo, and at every later start brings what the calendar has worn
 * out back into the future. Any number of times; what only the first needs is imported when needed.
 */
export async function loadDemo({ db, now, simulatorUrl, env }: Surroundings): Promise<void> {
  const simulator = simulatorUrl ? openSimulator(simulatorUrl) : null;
  await simulator?.seedAccounts();
  let mark = await readDemoRecord(db);
  if (!mark) {
    const { loadCatalogue } = await import("./load-catalogue.ts");
    mark = await loadCatalogue(db, simulator, now);
  }
  if (simulator) {
    const { subscribeDemo } = await import("./subscriptions.ts");
    await subscribeDemo(db, env, simulator, now);
    if (!mark.booked) {
      const { bookDemo } = await import("./bookings/book-demo.ts");
      await bookDemo(db, env, simulator, new Date(mark.loadedAt));
      await writeDemoRecord(db, { ...mark, booked: true });
    }
  }
  await renewProofs(db, now);
  if (simulator) {
    const { openOffice } = await import("./office/operators.ts");
    await openOffice(db, env, simulator, now);
  }
  if (env.APP_URL) {
    const { followCalendar } = await import("./follow-calendar.ts");
    await followCalendar(db, env.APP_URL, now);
  }
  await renewPlans(db, now);
  await renewDemoSlots({ db, now: () => now });
}

if (import.meta.main) {
  const { DATABASE_URL, SIMULATOR_URL } = process.env;
  if (!DATABASE_URL) throw new Error("DATABASE_URL is missing");
  const pool = createPool(DATABASE_URL, "parenthese-demo");
  const db = createDatabase(pool);
  await loadDemo({ db, now: new Date(), simulatorUrl: SIMULATOR_URL, env: process.env });
  await pool.end();
}
