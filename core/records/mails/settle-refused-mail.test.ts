import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { legal } from "#core/site.ts";
import { mailsOf } from "#mails/render.ts";
import { newId } from "#platform/ids.server.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeOperatorContext } from "#test/make/operators.ts";
import { makeUser } from "#test/make/people.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { sendMail } from "../../notifications/send-mail.server.ts";
import { listActsOn } from "../../operators/acts/list-acts.server.ts";
import { REASON_WANTED } from "../../operators/acts/rules.ts";
import { mails, readings } from "../../tables.server.ts";
import { findOwnWork, showQueue } from "../../work-queue/show-queue.server.ts";
import { settleRefusedMail, showRefusedMail } from "./settle-refused-mail.server.ts";

const reason = "Jointe par téléphone, elle s'était trompée d'une lettre.";

dataTest(
  "a mail that comes back waits for an operator at once, and others do not",
  async ({ db }) => {
    let answer = "451 4.2.2 mailbox full";
    const ctx = {
      ...makeContext(db),
      mailer: { send: () => Promise.reject(new Error(answer)), close: () => {} },
    };
    const operator = await makeOperatorContext(ctx);
    const { id: userId, email } = await makeUser(db);
    const secrets = { token: "secret" };
    const mail = {
      kind: "confirm-email",
      reference: newId(),
      to: email,
      data: {},
      secrets,
    } as const;
    await enqueueMail(ctx, db, mail);
    const [queued] = await db.select().from(mails).where(eq(mails.toAddress, email));
    const mailId = String(queued?.id);
    const send = () => sendMail(ctx, { mailId }, mailsOf(legal));
    for (const said of ["451 4.2.2 mailbox full", "550 5.7.1 we do not like you"]) {
      answer = said;
      await expect(send()).rejects.toThrow(said);
      expect(await showQueue(operator, {})).toMatchObject({ total: 0 });
    }

    answer = `Can't send mail - all recipients were rejected: 550 5.1.1 <${email}>: no such user`;
    await send();
    const key = { kind: "mail", id: mailId } as const;
    expect(await findOwnWork(operator, key)).toMatchObject({
      ...{
        name: "E-mail non remis",
        title: `Confirmation de l'inscription, à ${email}`,
        within: "4 jours",
      },
    });
    expect(await showQueue(operator, { genre: "messages" })).toMatchObject({ total: 1 });
    expect(await showRefusedMail(operator, { mailId })).toMatchObject({ userId, error: answer });
    expect(await db.$count(readings)).toBe(1);

    await expect(settleRefusedMail(operator, { mailId, reason: " " })).rejects.toMatchObject({
      fields: { reason: [REASON_WANTED] },
    });
    await settleRefusedMail(operator, { mailId, reason });
    await expect(settleRefusedMail(operator, { mailId, reason })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await showQueue(operator, {})).toMatchObject({ total: 0 });
    const [act] = await listActsOn(operator, key);
    expect(act).toMatchObject({
      ...{
        act: "mail_settled",
        details: { reason, before: { kind: "confirm-email", error: "550 5.1.1" } },
      },
    });
  },
);
