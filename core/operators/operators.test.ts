import { eq, gte, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { totpCode } from "#platform/totp.server.ts";
import { makeConfig, makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeOperator, makeOperatorContext, SUSPENSION } from "#test/make/operators.ts";
import { makeUser } from "#test/make/people.ts";
import { LOGIN_FAILURES_PER_ACCOUNT } from "../accounts/limit-logins.server.ts";
import type { Context } from "../context.server.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../durations.ts";
import { judgeAnchor } from "../reconciliation/acts-chain/act-invariants.server.ts";
import { checkInvariants } from "../reconciliation/check-invariants.server.ts";
import { ROLES } from "../roles.ts";
import { suspendAccount } from "../sanctions/close-account.server.ts";
import { actDetails, acts, operatorLogins, readings, settings } from "../tables.server.ts";
import { listActs, listActsOn, purgeActs } from "./acts/list-acts.server.ts";
import { erasePersonsActs, recordAct, recordReading } from "./acts/record-act.server.ts";
import { DEMO_OPERATORS, DEMO_PASSWORD } from "./demo/rules.ts";
import { makeDemoOperators } from "./demo/show-demo-operators.server.ts";
import { logInOperator, logOutOperator, resolveOperator } from "./logins/log-in-operator.server.ts";
import { closeOperator } from "./people/change-access.server.ts";
import {
  COMMAND_LINE,
  DEMO_WITHOUT_CODE,
  OPERATOR_IDLE,
  OPERATOR_LOGIN_LIFE,
  RECOVERY_CODES,
} from "./rules.ts";

/** The same some milliseconds later. */
const later = (ctx: Context, milliseconds: number): Context => ({
  ...ctx,
  now: () => new Date(NOW.getTime() + milliseconds),
});

describe("the operators' door", () => {
  dataTest("opens by password and six digits, which serve once", async ({ db }) => {
    const ctx = makeContext(db, { userAgent: "x".repeat(900) });
    const { email, password, secret, address } = await makeOperator(ctx, ["finance"], "Marc");
    expect(address).toMatch(/^otpauth:\/\/totp\/Parenth%C3%A8se:operateur-.+secret=/);
    const code = totpCode(secret, NOW);
    const token = await logInOperator(ctx, { email, password, code });
    expect(await resolveOperator(ctx, token)).toEqual({
      ...{ operatorId: expect.any(String), name: "Marc", roles: ["finance"] },
      login: { openedAt: NOW, passkeyId: null },
    });
    await expect(logInOperator(ctx, { email, password, code })).rejects.toMatchObject({
      code: "invalid_credentials",
    });
    // Neither do digits of a half-minute before the one that was used.
    const before = totpCode(secret, new Date(NOW.getTime() - 30 * SECOND));
    await expect(logInOperator(ctx, { email, password, code: before })).rejects.toMatchObject({
      code: "invalid_credentials",
    });
    const next = later(ctx, MINUTE);
    const typed = totpCode(secret, next.now()).replace(/(...)/, " $1 ");
    await logInOperator(next, { email: email.toUpperCase(), password, code: typed });
    expect((await db.select().from(operatorLogins)).every((row) => row.tokenHash !== token)).toBe(
      true,
    );
  });

  dataTest("opens by each recovery code once", async ({ db }) => {
    const ctx = makeContext(db);
    const { email, password, recoveryCodes } = await makeOperator(ctx);
    expect(new Set(recoveryCodes).size).toBe(RECOVERY_CODES);
    const code = String(recoveryCodes[0]).toUpperCase().replace("-", " ");
    await logInOperator(ctx, { email, password, code });
    await expect(logInOperator(ctx, { email, password, code })).rejects.toMatchObject({
      code: "invalid_credentials",
    });
    await logInOperator(ctx, { email, password, code: recoveryCodes[1] });
    const written = await listActs({ ...ctx, operator: COMMAND_LINE }, { limit: 20 });
    expect(written.map(({ act }) => act)).toEqual([
      ...["recovery_code_used", "recovery_code_used", "operator_made"],
    ]);
  });

  dataTest(
    "says the same of a wrong password, code and person, and bounds guesses",
    async ({ db }) => {
      const ctx = makeContext(db);
      const { email, password, secret } = await makeOperator(ctx);
      const code = totpCode(secret, NOW);
      const asked = [
        { email, password: "faux", code },
        { email, password, code: "000000" },
        { email, password, code: "abcde-fghjk" },
        { email: "personne@example.fr", password, code },
      ];
      const said = new Set<string>();
      for (const input of asked) {
        const error = await logInOperator(ctx, input).catch((refusal: Error) => refusal);
        said.add(String(error));
      }
      expect([...said]).toEqual([
        expect.stringContaining("E-mail, mot de passe ou code incorrect."),
      ]);
      for (let count = 3; count < LOGIN_FAILURES_PER_ACCOUNT; count += 1) {
        await logInOperator(ctx, { email, password, code: "000000" }).catch(() => null);
      }
      await expect(logInOperator(ctx, { email, password, code })).rejects.toMatchObject({
        code: "rate_limited",
      });
    },
  );

  dataTest("opens to one of the demo's by the password alone, in the demo only", async ({ db }) => {
    const demo = makeContext(db, { config: makeConfig({ demo: true }) });
    await makeDemoOperators(demo);
    const open = { email: DEMO_WITHOUT_CODE, password: DEMO_PASSWORD };
    const operator = await resolveOperator(demo, await logInOperator(demo, open));
    expect(operator?.roles).toEqual(ROLES);
    await logInOperator(demo, { ...open, code: " " });
    const others = DEMO_OPERATORS.filter(({ email }) => email !== DEMO_WITHOUT_CODE);
    expect(others.length).toBe(3);
    for (const { email } of others) {
      await expect(logInOperator(demo, { ...open, email })).rejects.toMatchObject({
        code: "invalid_credentials",
      });
    }
    await expect(logInOperator(demo, { ...open, password: "faux" })).rejects.toMatchObject({
      code: "invalid_credentials",
    });
    const live = makeContext(db, { config: makeConfig({ demo: false }) });
    await expect(logInOperator(live, open)).rejects.toMatchObject({
      ...{ code: "invalid_input", fields: { code: expect.anything() } },
    });
  });

  dataTest("is no account's of the public site", async ({ db }) => {
    const ctx = makeContext(db);
    const user = await makeUser(db, { password: "parenthese" });
    const input = { email: user.email, password: "parenthese", code: "000000" };
    await expect(logInOperator(ctx, input)).rejects.toMatchObject({ code: "invalid_credentials" });
  });

  dataTest("closes when it is not used, after half a day, and for good", async ({ db }) => {
    const ctx = makeContext(db);
    const { token } = await makeOperatorContext(ctx);
    const isIn = async (after: number) =>
      (await resolveOperator(later(ctx, after), token)) !== null;
    expect(await isIn(OPERATOR_IDLE - SECOND)).toBe(true);
    expect(await isIn(2 * OPERATOR_IDLE - 2 * SECOND)).toBe(true);
    expect(await isIn(3 * OPERATOR_IDLE)).toBe(false);
    await db
      .update(operatorLogins)
      .set({ seenAt: new Date(NOW.getTime() + OPERATOR_LOGIN_LIFE - SECOND) });
    expect(await isIn(OPERATOR_LOGIN_LIFE - SECOND)).toBe(true);
    expect(await isIn(OPERATOR_LOGIN_LIFE)).toBe(false);
    await logOutOperator(ctx, token);
    expect(await isIn(0)).toBe(false);

    const other = await makeOperator(ctx);
    const code = totpCode(other.secret, NOW);
    const open = await logInOperator(ctx, { ...other, code });
    await closeOperator(
      { ...ctx, operator: COMMAND_LINE },
      { email: other.email, reason: "Pour un essai." },
    );
    expect(await resolveOperator(ctx, open)).toBeNull();
    const again = { ...other, code: String(other.recoveryCodes[0]) };
    await expect(logInOperator(ctx, again)).rejects.toMatchObject({ code: "invalid_credentials" });
  });
});

describe("the journal", () => {
  dataTest("has who, what, why, before and after, in the act's own transaction", async ({ db }) => {
    const ctx = makeContext(db);
    const operator = await makeOperatorContext(ctx, ["administration"], "Nadia");
    const { id, email } = await makeUser(db);
    await suspendAccount(operator, { ...SUSPENSION, email, reason: "Faux diplôme." });
    const [act] = await listActsOn(operator, { kind: "account", id });
    expect(act).toMatchObject({
      ...{
        operator: "Nadia",
        act: "account_suspended",
        at: NOW,
        fields: ["basis", "booked", "source", "status"],
      },
      details: {
        reason: "Faux diplôme.",
        ...{
          before: { status: "active" },
          after: { status: "suspended", basis: "rules", source: "looked", booked: "kept" },
        },
      },
    });
    const failing = db.transaction(async (tx) => {
      await recordAct(operator, tx, { act: "site" as never, object: { kind: "site", id: "x" } });
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    expect((await listActsOn(operator, { kind: "site", id: "x" })).length).toBe(0);
  });

  dataTest("is refused to others, and an act without a role is not done", async ({ db }) => {
    const ctx = makeContext(db);
    const { email } = await makeUser(db);
    await expect(suspendAccount(ctx, { ...SUSPENSION, email })).rejects.toMatchObject({
      code: "not_found",
    });
    const assistant = await makeOperatorContext(ctx, ["assistance"]);
    await expect(suspendAccount(assistant, { ...SUSPENSION, email })).rejects.toMatchObject({
      code: "forbidden",
      message: "Ce geste demande le rôle administration.",
    });
    await expect(listActsOn(ctx, { kind: "site", id: "x" })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  dataTest("holds when operators act at once", async ({ db }) => {
    const ctx = { ...makeContext(db), operator: COMMAND_LINE };
    const object = { kind: "site" as const, id: "x" };
    await Promise.all(
      Array.from({ length: 12 }, () =>
        db.transaction((tx) => recordAct(ctx, tx, { act: "restore_resumed", object })),
      ),
    );
    const written = await listActs(ctx, { limit: 20 });
    expect(written.map(({ number }) => number)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(await checkInvariants(db, NOW)).toEqual([]);
  });

  dataTest("cannot be changed, and shows what was changed all the same", async ({ db }) => {
    const ctx = { ...makeContext(db), operator: COMMAND_LINE };
    const object = { kind: "site" as const, id: "x" };
    for (const reason of ["un", "deux", "trois"]) {
      await db.transaction((tx) => recordAct(ctx, tx, { act: "restore_resumed", object, reason }));
    }
    const kept = {
      cause: expect.objectContaining({ message: expect.stringContaining("kept as") }),
    };
    await expect(db.update(acts).set({ act: "message_closed" })).rejects.toMatchObject(kept);
    await expect(db.delete(acts)).rejects.toMatchObject(kept);
    await expect(db.execute(sql`truncate acts cascade`)).rejects.toMatchObject(kept);
    await expect(db.execute(sql`truncate act_details`)).rejects.toMatchObject(kept);
    await expect(db.update(actDetails).set({ content: "{}" })).rejects.toThrow();

    contradict(db, "I16");
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.update(acts).set({ objectId: "y" }).where(eq(acts.number, 2));
      await tx.update(actDetails).set({ content: "{}" }).where(eq(actDetails.number, 3));
    });
    expect(await checkInvariants(db, NOW)).toEqual([
      expect.stringMatching(/^I16 chaque geste.*: 2 \(la chaîne est rompue\)$/),
      expect.stringMatching(/^I16 les détails.*: 3 \(détails modifiés\)$/),
    ]);
  });

  dataTest("cannot lose its end unseen, with its triggers off too", async ({ db }) => {
    const ctx = { ...makeContext(db), operator: COMMAND_LINE };
    const faultsOf = async () => (await judgeAnchor(ctx)).map(({ faults }) => faults.length);
    expect(await faultsOf()).toEqual([0, 0]);
    const object = { kind: "site" as const, id: "x" };
    for (const reason of ["un", "deux", "trois"]) {
      await db.transaction((tx) => recordAct(ctx, tx, { act: "restore_resumed", object, reason }));
    }
    expect(await faultsOf()).toEqual([0, 0]);
    const cut = (from: number) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        await tx.delete(acts).where(gte(acts.number, from));
      });
    await cut(3);
    expect(await faultsOf()).toEqual([0, 1]);
    const [second] = await db.select().from(acts).where(eq(acts.number, 2));
    const head = { number: 2, hash: second?.hash, signature: "x" };
    await db.update(settings).set({ value: head }).where(eq(settings.key, "acts_head"));
    expect(await faultsOf()).toEqual([0, 1]);
    await cut(1);
    await db.delete(settings).where(eq(settings.key, "acts_anchor"));
    expect(await faultsOf()).toEqual([0, 1]);
    contradict(db, "I16");
  });

  dataTest("loses a person's details with their account, and no link", async ({ db }) => {
    const ctx = { ...makeContext(db), operator: COMMAND_LINE };
    const { id, email } = await makeUser(db);
    await suspendAccount(ctx, { ...SUSPENSION, email, reason: "Son motif." });
    await erasePersonsActs(db, id);
    const [act] = await listActsOn(ctx, { kind: "account", id });
    expect(act).toMatchObject({
      details: null,
      isErased: true,
      fields: ["basis", "booked", "source", "status"],
    });
    expect(await checkInvariants(db, NOW)).toEqual([]);
  });

  dataTest("is purged after five years, and goes on from a signed anchor", async ({ db }) => {
    const ctx = { ...makeContext(db), operator: COMMAND_LINE };
    const object = { kind: "site" as const, id: "x" };
    for (const days of [-1_900, -1_850, -10]) {
      const then = later(ctx, days * DAY);
      const deed = { act: "restore_resumed" as const, object, reason: "Pour un essai." };
      await db.transaction((tx) => recordAct(then, tx, deed));
    }
    const operator = await makeOperatorContext(ctx);
    await recordReading(operator, { kind: "account", id: "x" });
    await recordReading(ctx, { kind: "account", id: "x" });
    const ago = (days: number) => new Date(NOW.getTime() - days * DAY);
    expect(await purgeActs(ctx, { acts: ago(1_825), readings: ago(0) })).toBe(true);
    expect((await listActsOn(ctx, object)).map(({ number }) => number)).toEqual([3]);
    expect(await db.$count(actDetails)).toBe(2);
    expect(await db.$count(readings)).toBe(2);
    expect(await checkInvariants(db, NOW)).toEqual([]);
    expect((await judgeAnchor(ctx))[0]?.faults).toEqual([]);
    await purgeActs(later(ctx, 13 * HOUR), { acts: ago(1_825), readings: ago(-1) });
    expect([await db.$count(readings), await db.$count(operatorLogins)]).toEqual([0, 0]);

    contradict(db, "I16");
    await db
      .update(settings)
      .set({ value: sql`value || '{"hash": "x"}'` })
      .where(eq(settings.key, "acts_anchor"));
    expect((await judgeAnchor(ctx))[0]?.faults).toHaveLength(1);
  });
});
