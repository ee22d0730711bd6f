import pg from "pg";
import { expect, test } from "./fixtures.ts";
import { type ApiSession, isOfDemo, lasts } from "./journeys.ts";

const ROUNDS = 20;
const BUYERS = 50;

/** Each buyer calls from an address of their own, so that no limit but the seat's decides. */
test("fifty buyers at once for the last seat: one hold, forty-nine refusals, twenty times", async ({
  request,
  baseURL,
}) => {
  test.slow();
  const client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL });
  await client.connect();
  try {
    const answer = await request.get("/api/v1/sessions?price=60%2B&sort=date&limit=100");
    const { data }: { data: ApiSession[] } = await answer.json();
    const lasting = data.filter((one) => isOfDemo(one) && lasts(one.slots[0]?.start_datetime));
    const slots = lasting.flatMap((session) =>
      session.slots.slice(0, 1).map((slot) => ({
        sessionId: session.id,
        slotId: slot.id,
        amount: Math.round((session.discounted_price ?? session.price) * 100),
      })),
    );
    expect(slots.length).toBeGreaterThanOrEqual(ROUNDS);
    // The latest: what comes first in a list, other tests book.
    for (const [round, slot] of slots.slice(-ROUNDS).entries()) {
      await client.query("update slots set available_spots = 1 where id = $1", [slot.slotId]);
      const answers = await Promise.all(
        Array.from({ length: BUYERS }, (_, buyer) =>
          fetch(`${baseURL}/api/v1/functions/create-guest-session-payment`, {
            method: "POST",
            // Without cookies: a browser that has bought is one buyer, who holds three at most.
            headers: {
              "content-type": "application/json",
              "x-forwarded-for": `198.51.${round}.${buyer}`,
            },
            body: JSON.stringify({ ...slot, email: `course-${round}-${buyer}@example.fr` }),
          }),
        ),
      );
      const statuses = answers.map((one) => one.status).sort();
      expect(statuses).toEqual([200, ...Array(BUYERS - 1).fill(409)]);
      const refusals = await Promise.all(
        answers.filter((one) => one.status === 409).map((one) => one.json()),
      );
      expect(new Set(refusals.map(({ error }) => error.code))).toEqual(
        new Set(["slot_unavailable"]),
      );
      const { rows } = await client.query(
        `select available_spots as free, (select count(*)::int from bookings
           where slot_id = s.id and buyer_email like 'course-%') as held
         from slots s where id = $1`,
        [slot.slotId],
      );
      expect(rows).toEqual([{ free: 0, held: 1 }]);
    }
  } finally {
    await client.end();
  }
});
