import { eq } from "drizzle-orm";
import { isKineOff, kineOf } from "#core/calendars/demo/rules.ts";
import { busyTimes, calendars } from "#core/tables.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import * as addresses from "#site/addresses.ts";
import { INES } from "./accounts.ts";
import { readDemoRecord, writeDemoRecord } from "./demo-record.ts";
import { professionalIdOf } from "./people.ts";
import { fixedId } from "./seeded-random.ts";

const ID = fixedId("calendar", 0);

/**
 * Has Inès follow the demo's private calendar, which this very site serves: once, so that she may
 * leave it; at every later start under the address that the site has then.
 *
 * A demo that is first started after « Kiné » was called off saw it this morning all the same: the
 * first reading misses it for the second time and offers its hour back (rule: gap).
 */
export async function followCalendar(db: Database, appUrl: string, now: Date): Promise<void> {
  const mark = await readDemoRecord(db);
  if (!mark) return;
  const url = appUrl + addresses.demoCalendar;
  const found = { url, nextReadAt: now };
  if (mark.isFollowing) {
    await db.update(calendars).set(found).where(eq(calendars.id, ID));
    return;
  }
  const professionalId = professionalIdOf(INES);
  const row = { id: ID, professionalId, name: "Agenda privé", ...found, createdAt: now };
  await db.insert(calendars).values(row).onConflictDoNothing();
  if (isKineOff(now)) {
    const { uid, title, start, end } = kineOf(now);
    await db
      .insert(busyTimes)
      .values({
        ...{ id: fixedId("busyTime", 0), professionalId, calendarId: ID, source: "calendar" },
        during: `["${start.toISOString()}","${end.toISOString()}")`,
        ...{ title, eventKey: `${uid}.${+start}`, missed: 1, createdAt: now },
      })
      .onConflictDoNothing();
  }
  await writeDemoRecord(db, { ...mark, isFollowing: true });
}
