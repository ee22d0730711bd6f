import { expect } from "vitest";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { type AskedMail, mayMail } from "./limit-logins.server.ts";

const KINDS: AskedMail[] = ["confirm-email", "reset-password", "booking-link", "alert-link"];
const LATER: AskedMail[] = ["content-report", "withdrawal", "guest-subscription"];

dataTest(
  "strangers send a mailbox twenty mails an hour of all kinds together, and the first of each",
  async ({ db }) => {
    const send = async (n: number, kind: AskedMail, email: string) =>
      await mayMail(makeContext(db, { address: `198.51.100.${n}` }), kind, email);
    let sent = 0;
    for (let n = 0; n < 20; n++) {
      for (const kind of KINDS) if (await send(n, kind, "julie@example.fr")) sent += 1;
    }
    for (const kind of LATER) if (await send(99, kind, "julie+autre@example.fr")) sent += 1;
    expect(sent).toBe(20);
    for (const kind of LATER) expect(await send(100, kind, "julie@example.fr")).toBe(false);
    expect(await send(100, "confirm-email", "awa@example.fr")).toBe(true);
  },
);
