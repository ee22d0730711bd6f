import { expect } from "vitest";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { deliverMails, openMailbox } from "#test/make/mailbox.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { dayKey } from "../dates.ts";
import { DAY } from "../durations.ts";
import { listActsOn } from "../operators/acts/list-acts.server.ts";
import { COMMAND_LINE } from "../operators/rules.ts";
import { announceTerms, showComingTerms, tellOfTerms } from "./announce-terms.server.ts";

const inDays = (days: number) => dayKey(new Date(NOW.getTime() + days * DAY));
const asked = { summary: "La commission passe à 12 %.", reason: "Décidé le 3 novembre." };

dataTest(
  "every professional is told of changed terms, once, fifteen days ahead",
  async ({ db }) => {
    const { mailer, mails } = await openMailbox();
    const ctx = { ...makeContext(db, { mailer }), operator: COMMAND_LINE };
    const told = await makeUser(db, { isPro: true });
    await makeProfessional(db, { user: told });
    await makeProfessional(db, { user: await makeUser(db, { accountStatus: "suspended" }) });
    await makeUser(db);
    for (const from of [inDays(15), "demain", ""]) {
      await expect(announceTerms(ctx, { ...asked, from })).rejects.toMatchObject({
        fields: { from: [expect.any(String)] },
      });
    }
    const { id: changeId } = await announceTerms(ctx, { ...asked, from: inDays(16) });
    await tellOfTerms(ctx, { changeId });
    await tellOfTerms(ctx, { changeId });
    await deliverMails(ctx);
    expect(mails.map(({ recipients }) => recipients)).toEqual([[told.email]]);
    expect(mails[0]?.text).toContain(asked.summary);
    const [act] = await listActsOn(ctx, { kind: "site", id: "conditions" });
    expect(act).toMatchObject({ act: "terms_announced", details: { reason: asked.reason } });
    const own = makeContext(db, { actor: await actorOf(db, told.id) });
    expect(await showComingTerms(own)).toMatchObject([{ summary: asked.summary }]);
    const then = { ...own, now: () => new Date(NOW.getTime() + 17 * DAY) };
    expect(await showComingTerms(then)).toEqual([]);
  },
);
