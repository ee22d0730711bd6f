import { expect } from "vitest";
import { confirmEmail } from "#core/professionals/create-professional.server.ts";
import { mails, professionalProfiles } from "#core/tables.server.ts";
import { callerOf } from "#test/make/api.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { deliverMails, openMailbox, tokenIn } from "#test/make/mailbox.ts";

const password = "parenthese";
const business = {
  business_name: "Cabinet Martin",
  business_description: "Massages.",
  business_city: "Lyon",
  business_phone: null,
};

dataTest(
  "a program signs up a professional with their business, kept once confirmed (rule: own-fields)",
  async ({ db }) => {
    const box = await openMailbox();
    const ctx = makeContext(db, { mailer: box.mailer });
    const call = callerOf(ctx);
    const signUp = (email: string, isPro: boolean) =>
      call("POST", "/auth/signup", {
        email,
        password,
        data: { first_name: "Julie", last_name: "Martin", is_pro: isPro },
        professional_info: business,
      });
    for (const [email, isPro] of [
      ["cliente@example.fr", false],
      ["julie@example.fr", true],
    ] as const) {
      expect((await signUp(email, isPro)).status).toBe(200);
    }
    await deliverMails(ctx);
    for (const mail of box.mails) await confirmEmail(ctx, { token: tokenIn(mail), password });
    expect(await db.select().from(professionalProfiles)).toMatchObject([
      {
        businessName: "Cabinet Martin",
        businessDescription: "Massages.",
        businessCity: "Lyon",
        businessPhone: null,
      },
    ]);
  },
);

dataTest(
  "a registration whose answer was lost is taken in once, and mailed once",
  async ({ db }) => {
    const call = callerOf(makeContext(db));
    const send = (key: string, chosen = password) => {
      const data = { first_name: "Julie", last_name: "Martin" };
      const body = { email: "julie@example.fr", password: chosen, data };
      return call("POST", "/auth/signup", body, { "idempotency-key": key });
    };
    const first = await send("a-key");
    expect(first).toMatchObject({ status: 200, body: { confirmation_sent: true } });
    expect(await send("a-key")).toEqual(first);
    expect(await send("a-key", "un autre mot")).toMatchObject({ status: 422 });
    expect(await db.$count(mails)).toBe(1);
    expect((await send("another-key")).body.id).not.toBe(first.body.id);
    expect(await db.$count(mails)).toBe(2);
  },
);
