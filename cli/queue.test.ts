import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { sendContactMessage } from "#core/contact/send-contact-message.server.ts";
import type { Context } from "#core/context.server.ts";
import type { ObjectKind } from "#core/operators/acts/labels.ts";
import { listActsOn } from "#core/operators/acts/list-acts.server.ts";
import { COMMAND_LINE } from "#core/operators/rules.ts";
import { mails } from "#core/tables.server.ts";
import { type } from "#test/make/command-line.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { EXIT } from "./run-command.ts";

async function actOn(ctx: Context, kind: ObjectKind, id: string) {
  const [act] = await listActsOn({ ...ctx, operator: COMMAND_LINE }, { kind, id });
  return act && [act.operator, act.act, act.details?.reason];
}

dataTest("a message is seen in the queue, read, answered and closed", async ({ db }) => {
  const ctx = makeContext(db);
  expect((await type(ctx, "queue")).said).toBe("Rien n'attend.");
  const { messageId } = await sendContactMessage(ctx, {
    ...{ name: "Julie Martin", email: "julie@example.fr", subject: "paiement" },
    message: "Mon paiement n'apparaît pas.",
  });
  expect((await type(ctx, "queue")).said).toMatch(
    new RegExp(`^${messageId}  .*Message : « Mon paiement n'apparaît pas. »$`),
  );
  expect((await type(ctx, "message", messageId)).said).toContain("julie@example.fr\nMon paiement");
  await type(ctx, "file-as-rights", messageId, "--reason", "Il demande une copie.");
  expect((await type(ctx, "queue")).said).toContain("Demande sur ses données");
  const close = (...words: string[]) => type(ctx, "close-message", messageId, ...words);
  expect(await close("--answer", "Il arrive.")).toMatchObject({ status: EXIT.misused });
  const closed = await close("--answer", "Il arrive.", "--reason", "Répondu par e-mail.");
  expect(closed).toEqual({ status: EXIT.done, said: "Réponse envoyée, message classé." });
  expect((await type(ctx, "message", messageId)).said).toContain("Notre réponse :\nIl arrive.");
  expect(await actOn(ctx, "message", messageId)).toEqual([
    "cli",
    "message_closed",
    "Répondu par e-mail.",
  ]);
  expect((await type(ctx, "queue")).said).toBe("Rien n'attend.");
  const told = await db.select().from(mails).where(eq(mails.kind, "message-answered"));
  expect(told).toMatchObject([{ toAddress: "julie@example.fr" }]);
});

dataTest(
  "somebody is sent a link, their address is corrected, a piece is asked for",
  async ({ db }) => {
    const ctx = makeContext(db);
    const user = await makeUser(db, { isPro: true });
    const professional = await makeProfessional(db, { user });
    const why = ["--reason", "Au téléphone."];
    expect(await type(ctx, "send-reset", user.id, ...why)).toEqual({
      ...{ status: EXIT.done, said: "Lien envoyé" },
    });
    const corrected = await type(
      ctx,
      "correct-address",
      user.id,
      "--to",
      "vraie@example.fr",
      ...why,
    );
    expect(corrected).toEqual({ status: EXIT.done, said: "Lien envoyé à la nouvelle adresse" });
    const ask = (kind: string) => type(ctx, "ask-proof", professional.id, "--kind", kind, ...why);
    expect((await ask("passport")).said).toBe("Choisissez la pièce que vous demandez.");
    expect(await ask("insurance")).toEqual({ status: EXIT.done, said: "Pièce demandée." });
    const [newest] = await listActsOn(
      { ...ctx, operator: COMMAND_LINE },
      { kind: "verification", id: professional.id },
    );
    expect(newest).toMatchObject({ act: "proof_asked", details: { reason: "Au téléphone." } });
    const kinds = await db.select({ kind: mails.kind, to: mails.toAddress }).from(mails);
    expect(kinds).toEqual(
      expect.arrayContaining([
        { kind: "reset-password", to: user.email },
        { kind: "address-proof", to: "vraie@example.fr" },
        { kind: "proof-wanted", to: user.email },
      ]),
    );
  },
);
