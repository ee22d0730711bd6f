import type { Context } from "#core/context.server.ts";
import { cents } from "#core/money.ts";
import { bookings, images } from "#core/tables.server.ts";
import { createFiles } from "#platform/files.server.ts";
import { newId } from "#platform/ids.server.ts";
import { createLogger } from "#platform/log.server.ts";
import { createPasswords } from "#platform/passwords.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { createStripe } from "#platform/stripe.server.ts";
import {
  makeActivity,
  makeActivitySlot,
  makeSession,
  makeSlot,
  soldFrom,
} from "#test/make/catalogue.ts";
import { CHEAP, makeContext, NOW, UNHURRIED } from "#test/make/context.ts";
import { contradict, makeDatabase } from "#test/make/database.ts";
import { vcalendar } from "#test/make/ical.ts";
import { openStranger, outsideOf } from "#test/make/outside-servers.ts";
import { makeFilesConfig } from "#test/make/pictures.ts";
import { type Simulator, startSimulator } from "#test/make/simulator.ts";
import { openSite } from "#test/make/site.ts";
import { type Cast, makeCast } from "./callers.ts";

/** The owner's offerings, and the client's bookings of them. */
export interface Offer {
  sessionId: string;
  slotId: string;
  activityId: string;
  activitySlotId: string;
  bookingId: string;
  imageName: string;
}

export interface SiteUnderTest {
  ctx: Context;
  /** The whole site, at the other end of a socket. */
  origin: string;
  simulator: Simulator;
  makeCast(): Promise<Cast>;
  makeOffer(cast: Cast): Promise<Offer>;
  close(): Promise<void>;
}

/**
 * The site with all that it needs, of its own: database, provider, folder of pictures.
 *
 * @param passwords by default, as many are let in where passwords are given as a test sends.
 */
export async function openSiteUnderTest(
  passwords = createPasswords({ ...UNHURRIED, cost: CHEAP }),
): Promise<SiteUnderTest> {
  const { db, close } = await makeDatabase();
  // Bookings, plans and logins are made by hand, to be looked at.
  contradict(db, "I1", "I2", "I6", "I9");
  const simulator = await startSimulator();
  const opened = Date.now();
  const now = () => new Date(NOW.getTime() + Date.now() - opened);
  await simulator.setClock(now());
  const files = await makeFilesConfig();
  const config = {
    ...files.config,
    stripe: simulator.stripe,
    // Callers come from as many addresses as they need, so that limits do not stop the tests.
    trustedProxies: ["loopback"],
  };
  const provider = await openStranger((_request, response) => response.end(vcalendar()));
  const ctx = makeContext(db, {
    config,
    outside: outsideOf(provider),
    now,
    stripe: createStripe(config.stripe),
    files: createFiles(config),
    passwords,
    // Unforeseen errors show up in the output.
    log: createLogger("error"),
  });
  const site = await openSite(ctx);
  return {
    ctx,
    origin: site.origin,
    simulator,
    async makeCast() {
      const cast = await makeCast(ctx);
      for (const { accountId } of Object.values(cast)) {
        if (accountId) await simulator.makeAccount(accountId);
      }
      return cast;
    },
    makeOffer: (cast) => makeOffer(db, cast),
    async close() {
      await site.close();
      await simulator.stop();
      await provider.close();
      await close();
      await files.remove();
      await passwords.close();
    },
  };
}

async function makeOffer(db: Database, { owner, client }: Cast): Promise<Offer> {
  const professionalId = String(owner.professionalId);
  const professional = { id: professionalId };
  const session = await makeSession(db, { professional });
  const activity = await makeActivity(db, { professional });
  // A professional has several of these at the same hour.
  const isParallel = true;
  const availableSpots = session.capacity - 1;
  const slot = await makeSlot(db, { session, availableSpots, isParallel });
  const activitySlot = await makeActivitySlot(db, { activity, isParallel });
  const bookingId = newId();
  await db.insert(bookings).values({
    id: bookingId,
    slotId: slot.id,
    clientId: client.userId,
    professionalId,
    buyerEmail: client.email,
    pricePaidCents: cents(0),
    commissionCents: cents(0),
    status: "confirmed",
    paymentStatus: "paid",
    confirmedAt: NOW,
    refundableUntil: slot.startDatetime,
    ...soldFrom(slot.id),
  });
  const imageId = newId();
  await db.insert(images).values({
    id: imageId,
    ownerId: owner.userId,
    bucket: "session-images",
    folder: newId(),
    width: 10,
    height: 10,
  });
  return {
    sessionId: session.id,
    slotId: slot.id,
    activityId: activity.id,
    activitySlotId: activitySlot.id,
    bookingId,
    imageName: `${imageId}.jpg`,
  };
}
