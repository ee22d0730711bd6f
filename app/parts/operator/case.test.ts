import { expect } from "vitest";
import { closeMessage, showMessage } from "#core/contact/close-message.server.ts";
import { sendContactMessage } from "#core/contact/send-contact-message.server.ts";
import type { Context } from "#core/context.server.ts";
import { listActsOn } from "#core/operators/acts/list-acts.server.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { receiveMails } from "#test/make/mailbox.ts";
import { makeOperatorContext } from "#test/make/operators.ts";
import { decideConfirmed } from "./case.server.ts";

const SAID = "Un e-mail part à julie@example.fr.";

async function open(ctx: Context) {
  const operator = await makeOperatorContext(ctx);
  const { messageId } = await sendContactMessage(ctx, {
    ...{ name: "Julie Martin", email: "julie@example.fr", subject: "paiement" },
    message: "Mon paiement n'apparaît pas.",
  });
  await receiveMails(ctx);
  const send = async (form: Record<string, string>, ...says: string[]) => {
    const act = (one: Context) => closeMessage(one, { ...form, messageId });
    const answer = await decideConfirmed(operator, act, form, {
      done: "Fait",
      says: async () => says,
    });
    return answer instanceof Response ? answer.status : answer.data;
  };
  const isDone = async () => (await showMessage(operator, { messageId })).closedAt !== null;
  const acts = () => listActsOn(operator, { kind: "message", id: messageId });
  return { send, isDone, acts };
}

const FORM = { answer: "Il est arrivé ce matin.", reason: "Répondu par e-mail." };

dataTest("what nobody takes back is said first, and done once it is confirmed", async ({ db }) => {
  const ctx = makeContext(db);
  const { send, isDone, acts } = await open(ctx);
  const asked = await send(FORM, "Rien ne la reprend.");
  if (typeof asked === "number") throw new Error("it was done at once");
  expect(asked).toMatchObject({
    ...{ fields: {}, toast: null, typed: FORM, mails: [{ to: "julie@example.fr" }] },
    confirm: { says: ["Rien ne la reprend.", SAID] },
  });
  const confirmed = String(asked.confirm?.of);
  // Neither another sign, nor that of another form, nor that of other consequences.
  for (const again of [
    await send({ ...FORM, confirmed: "oui" }, "Rien ne la reprend."),
    await send({ ...FORM, answer: "Il est perdu.", confirmed }, "Rien ne la reprend."),
    await send({ ...FORM, confirmed }, "Rien ne les reprend."),
  ]) {
    expect(again).toMatchObject({ confirm: { of: expect.not.stringMatching(/^oui$/) } });
  }
  expect([await isDone(), await acts(), await receiveMails(ctx)]).toEqual([false, [], []]);

  expect(await send({ ...FORM, confirmed }, "Rien ne la reprend.")).toBe(302);
  expect([await isDone(), (await acts()).length]).toEqual([true, 1]);
  expect((await receiveMails(ctx)).map(({ text }) => text)).toEqual([
    expect.stringContaining(FORM.answer),
  ]);
});

dataTest("what is refused is refused at once, with what was typed", async ({ db }) => {
  const { send, isDone } = await open(makeContext(db));
  const typed = { ...FORM, reason: "x" };
  expect(await send(typed)).toMatchObject({
    ...{ fields: { reason: [expect.any(String)] }, typed, mails: null, confirm: null },
  });
  expect(await isDone()).toBe(false);
});

dataTest("what mails nobody and can be taken back is done at once", async ({ db }) => {
  const { send, isDone } = await open(makeContext(db));
  expect(await send({ ...FORM, answer: "" })).toBe(302);
  expect(await isDone()).toBe(true);
});
