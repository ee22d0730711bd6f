import { expect, test } from "vitest";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeOperatorContext, SUSPENSION } from "#test/make/operators.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { suspendAccount } from "../../sanctions/close-account.server.ts";
import { changeLines } from "./labels.ts";
import { showJournal } from "./show-journal.server.ts";

dataTest(
  "the journal is searched by whoever acted, by the act and by the person",
  async ({ db }) => {
    const ctx = makeContext(db);
    const operator = await makeOperatorContext(ctx, ["administration"], "Nadia Roche");
    const user = await makeUser(db, { firstName: "Solène", lastName: "Abiven", isPro: true });
    await makeProfessional(db, { user, businessName: "Cabinet Pleine Lune" });
    const { id, email } = user;
    await suspendAccount(operator, { ...SUSPENSION, email, reason: "Faux diplôme." });
    await db.transaction((tx) =>
      recordAct(operator, tx, { act: "drill_noted", object: { kind: "site", id: "drill" } }),
    );
    const found = async (q: string) =>
      (await showJournal(operator, { q })).acts.map(({ act }) => act);
    for (const q of [id, email, "compte susp", "solène abiven", "pleine lune"]) {
      expect(await found(q), q).toEqual(["account_suspended"]);
    }
    expect(await found("nadia roche")).toEqual(
      expect.arrayContaining(["drill_noted", "account_suspended"]),
    );
    expect(await found("drill")).toEqual(["drill_noted"]);
    for (const q of ["_", "%", "personne@example.fr", "zz"]) expect(await found(q), q).toEqual([]);
  },
);

dataTest("the journal goes on page by page, and is nobody else's", async ({ db }) => {
  const ctx = makeContext(db);
  const operator = await makeOperatorContext(ctx, ["finance"], "Nadia Roche");
  const opened = (await showJournal(operator, {})).acts.length;
  for (let n = 0; n < 60; n += 1) {
    const object = { kind: "site" as const, id: "base" };
    await db.transaction((tx) => recordAct(operator, tx, { act: "restore_resumed", object }));
  }
  for (const q of ["", "base"]) {
    const first = await showJournal(operator, { q });
    const rest = await showJournal(operator, { q, before: String(first.next) });
    expect(rest.next).toBeNull();
    const numbers = [...first.acts, ...rest.acts].map(({ number }) => number);
    expect(numbers).toEqual(
      Array.from({ length: 60 + (q ? 0 : opened) }, (_, n) => 60 + opened - n),
    );
  }
  await expect(showJournal(ctx, {})).rejects.toMatchObject({ code: "not_found" });
});

test("changes are told in French, and what another release wrote as it stands", () => {
  const changed = (before: object, after: object) => changeLines(before, after);
  expect(changed({ status: "active" }, { status: "suspended" })).toEqual([
    "État : Ouvert → Suspendu",
  ]);
  expect(changed({}, { refundCents: 4_050, side: "client" })).toEqual([
    "Pour : le client",
    "Remboursement : 40,50\u00a0€",
  ]);
  expect(changed({ isVerified: false, roles: ["finance"] }, { isVerified: true })).toEqual([
    "Coche : non → oui",
    "Rôles : Finance",
  ]);
  expect(changed({ askedAt: "2026-11-20T12:00:00.000Z" }, { askedAt: null })).toEqual([
    "Demandée : 20 novembre 2026 à 13:00",
  ]);
  expect(changed({}, { evidence: { a: "1", b: "2" }, disputeStatus: "won" })).toEqual([
    "État du litige : gagnée",
    "Preuves : 2 éléments",
  ]);
  expect(
    changed(
      { paperTitle: "Reiki", issuedOn: "2021-06-18" },
      { paperTitle: "Reiki", issuedOn: null },
    ),
  ).toEqual(["Date de la pièce : 18 juin 2021", "Intitulé : Reiki"]);
  expect(changed({}, { colour: "red" })).toEqual(["colour : red"]);
});
