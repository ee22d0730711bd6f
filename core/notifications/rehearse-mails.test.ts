import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailsOf } from "#mails/render.ts";
import { deliverMails, openMailbox } from "#test/make/mailbox.ts";
import { makeOperatorContext } from "#test/make/operators.ts";
import { makeClient, openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { MAILS_PER_SENDER } from "../accounts/limit-logins.server.ts";
import type { Context } from "../context.server.ts";
import { decideContent } from "../moderation/decide-content.server.ts";
import { reportContent } from "../moderation/report-content.server.ts";
import { showContentCase } from "../moderation/show-content-case.server.ts";
import { listActsOn } from "../operators/acts/list-acts.server.ts";
import { sendResetLink } from "../records/accounts/act-on-account.server.ts";
import { legal } from "../site.ts";
import { rehearseMails } from "./rehearse-mails.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

describe("the mails of a decision that is not taken yet", () => {
  it("are those that it sends, and leave nothing behind", async () => {
    const { sessionId: contentId, professional } = await world.makeOffer();
    const { mailer, mails } = await openMailbox();
    const ctx = await world.context(undefined, { mailer });
    const owner = String((await world.context(professional.userId)).actor?.email);
    const reader = "lectrice@example.fr";
    await reportContent(ctx, {
      ...{ content: contentId, email: reader, reason: "health", goodFaith: true },
      text: "On ne guérit pas cela en cinq massages.",
    });
    await deliverMails(ctx);
    mails.length = 0;
    const operator = await makeOperatorContext(ctx);
    const decision = { contentId, decision: "hidden", basis: "health" } as const;
    const reason = "Le texte affirme que le massage guérit.";
    const hide = (one: Context) => decideContent(one, { ...decision, reason });

    const rehearsed = await rehearseMails(operator, mailsOf(legal), hide);
    expect(rehearsed.map(({ to }) => to)).toEqual([owner, reader]);
    await deliverMails(ctx);
    expect(mails).toEqual([]);
    expect(await listActsOn(operator, { kind: "content", id: contentId })).toEqual([]);
    expect(await showContentCase(operator, { contentId })).toMatchObject({
      ...{ isWithheld: false, decisions: [], reports: [{ isOpen: true }] },
    });

    await hide(operator);
    await deliverMails(ctx);
    // The secret of each link is another.
    const plain = (html = "") => html.replaceAll(/jeton=[\w.-]+/g, "jeton");
    const sent = mails.map(({ recipients: [to], subject, html }) => {
      return { to, subject, html: plain(html).trim() };
    });
    expect(rehearsed.map(({ html, ...mail }) => ({ ...mail, html: plain(html).trim() }))).toEqual(
      sent,
    );
  });

  it("use up no limit", async () => {
    const userId = await makeClient(world.db);
    const operator = await makeOperatorContext(await world.context());
    const send = (one: Context) => sendResetLink(one, { userId, reason: "Elle a téléphoné." });
    for (let times = 0; times <= MAILS_PER_SENDER; times += 1) {
      expect(await rehearseMails(operator, mailsOf(legal), send)).toHaveLength(1);
    }
    await send(operator);
  });

  it("are refused as the decision is, and to whoever is no operator", async () => {
    const { sessionId: contentId } = await world.makeOffer();
    const ctx = await world.context();
    const operator = await makeOperatorContext(ctx);
    const keep = (one: Context) =>
      decideContent(one, { contentId, decision: "none", reason: "Rien à redire." });
    await expect(rehearseMails(operator, mailsOf(legal), keep)).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(rehearseMails(ctx, mailsOf(legal), async () => {})).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
