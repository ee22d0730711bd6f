import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { makeAuthenticator } from "#test/make/authenticator.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import {
  actsOf,
  addOwnPasskey,
  enterBy,
  later,
  makeOperator,
  makeOperatorContext,
  OPERATOR_CONFIG,
  written,
} from "#test/make/operators.ts";
import { HOUR, MINUTE } from "../../durations.ts";
import { passkeyChallenges, passkeys } from "../../tables.server.ts";
import { purgeActs } from "../acts/list-acts.server.ts";
import { logInOperator, resolveOperator } from "../logins/log-in-operator.server.ts";
import { CHALLENGE_LIFE, COMMAND_LINE, FRESH, isLastWayIn, MAX_PASSKEYS } from "../rules.ts";
import { addPasskey, offerPasskey, removePasskey } from "./add-passkey.server.ts";
import { askForPasskey, renewRecoveryCodes, showOwnAccess } from "./enter-by-passkey.server.ts";

const REFUSED = { code: "invalid_credentials" };

describe("an operator's own passkeys", () => {
  dataTest("are several, with their names and dates, none twice", async ({ db }) => {
    const ctx = makeContext(db, { config: OPERATOR_CONFIG });
    const operator = await makeOperatorContext(ctx);
    const device = await addOwnPasskey(operator, "  Téléphone ");
    await addOwnPasskey(operator, "Clé USB");
    await enterBy(later(ctx, MINUTE), device.get);
    const shown = await showOwnAccess(operator);
    expect(shown).toMatchObject({
      passkeys: [
        { name: "Téléphone", createdAt: NOW, usedAt: new Date(NOW.getTime() + MINUTE) },
        { name: "Clé USB", createdAt: NOW, usedAt: null },
      ],
      ...{ recoveryCodes: 9, canReadDigits: true, mayAdd: "yes" },
    });
    const options = await offerPasskey(operator, { name: "Encore" });
    expect(options.excludeCredentials).toHaveLength(2);
    expect(options.authenticatorSelection).toMatchObject({
      ...{ residentKey: "required", userVerification: "required" },
    });
    const again = written(device.create(options));
    await expect(addPasskey(operator, { name: "Encore", credential: again })).rejects.toMatchObject(
      {
        code: "conflict",
      },
    );
    await expect(offerPasskey(operator, { name: " " })).rejects.toMatchObject({
      ...{ code: "invalid_input", fields: { name: ["Donnez un nom à cette clé."] } },
    });
    for (let count = 2; count < MAX_PASSKEYS; count += 1) await addOwnPasskey(operator);
    await expect(offerPasskey(operator, { name: "Une de trop" })).rejects.toMatchObject({
      code: "conflict",
    });
    expect((await showOwnAccess(operator)).mayAdd).toBe("full");
  });

  dataTest("are added by a new login only, to a challenge of one's own", async ({ db }) => {
    const ctx = makeContext(db, { config: OPERATOR_CONFIG });
    const operator = await makeOperatorContext(ctx);
    const other = await makeOperatorContext(ctx);
    const tired = later(operator, FRESH);
    await expect(offerPasskey(tired, { name: "Tard" })).rejects.toMatchObject({
      code: "forbidden",
    });
    expect((await showOwnAccess(tired)).mayAdd).toBe("login");

    const name = "Téléphone";
    const device = makeAuthenticator(OPERATOR_CONFIG.appUrl);
    const options = await offerPasskey(operator, { name });
    const made = written(device.create(options));
    await expect(addPasskey(other, { name, credential: made })).rejects.toMatchObject(REFUSED);
    await addPasskey(operator, { name, credential: made });
    await expect(addPasskey(operator, { name, credential: made })).rejects.toMatchObject(REFUSED);
    for (const wrong of [
      { origin: "https://ailleurs.example" },
      { rpId: "ailleurs.example" },
      { isUnverified: true },
      { challenge: "y".repeat(43) },
    ]) {
      const asked = await offerPasskey(operator, { name });
      const credential = written(makeAuthenticator(OPERATOR_CONFIG.appUrl).create(asked, wrong));
      await expect(addPasskey(operator, { name, credential })).rejects.toMatchObject(REFUSED);
    }
    const slow = await offerPasskey(operator, { name });
    const late = written(makeAuthenticator(OPERATOR_CONFIG.appUrl).create(slow));
    await expect(
      addPasskey(later(operator, CHALLENGE_LIFE), { name, credential: late }),
    ).rejects.toMatchObject(REFUSED);
    expect(await db.$count(passkeys)).toBe(1);
  });

  dataTest("end their logins when they are removed, and nobody else's", async ({ db }) => {
    const ctx = makeContext(db, { config: OPERATOR_CONFIG });
    const operator = await makeOperatorContext(ctx);
    const lost = await addOwnPasskey(operator, "Perdue");
    const kept = await addOwnPasskey(operator, "Gardée");
    const byLost = await enterBy(ctx, lost.get);
    const byKept = await enterBy(ctx, kept.get);
    const [row] = await db.select().from(passkeys).where(eq(passkeys.name, "Perdue"));
    const passkeyId = String(row?.id);
    const stranger = await makeOperatorContext(ctx);
    await expect(removePasskey(stranger, { passkeyId })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await removePasskey(operator, { passkeyId })).toBe(false);
    expect(await resolveOperator(ctx, byLost)).toBeNull();
    expect(await resolveOperator(ctx, byKept)).not.toBeNull();
    expect(await resolveOperator(ctx, operator.token)).not.toBeNull();
    await expect(enterBy(ctx, lost.get)).rejects.toMatchObject(REFUSED);
    expect((await actsOf(operator))[0]).toBe("passkey_removed");

    const own = await resolveOperator(ctx, byKept);
    const current = { passkeyId: String(own?.login?.passkeyId) };
    expect(await removePasskey({ ...ctx, operator: own }, current)).toBe(true);
    expect(await resolveOperator(ctx, byKept)).toBeNull();
  });

  dataTest("cannot lose the last of them where nothing else lets in", async ({ db }) => {
    const ctx = makeContext(db, { config: OPERATOR_CONFIG });
    const operator = await makeOperatorContext(ctx);
    await addOwnPasskey(operator);
    const [row] = await db.select().from(passkeys);
    const asked = { passkeyId: String(row?.id) };
    // Under another key the digits cannot be checked, and the codes run out.
    const another = { ...operator, config: { ...OPERATOR_CONFIG, encryptionKey: "B".repeat(43) } };
    await db.execute(sql`update recovery_codes set used_at = ${NOW}`);
    await expect(removePasskey(another, asked)).rejects.toMatchObject({
      ...{ code: "conflict", message: expect.stringContaining("seul moyen d'entrer") },
    });
    expect(await showOwnAccess(another)).toMatchObject({ canReadDigits: false, recoveryCodes: 0 });
    await addOwnPasskey(another, "Une autre");
    // At once, both are not the last; one after the other, the second is.
    const ids = (await db.select().from(passkeys)).map(({ id }) => ({ passkeyId: id }));
    const outcomes = await Promise.allSettled(ids.map((one) => removePasskey(another, one)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await db.$count(passkeys)).toBe(1);
  });

  dataTest("are nobody's at the command line, and a visitor's neither", async ({ db }) => {
    const ctx = makeContext(db, { config: OPERATOR_CONFIG });
    for (const operator of [null, COMMAND_LINE]) {
      const somebody = { ...ctx, operator };
      for (const work of [
        showOwnAccess(somebody),
        offerPasskey(somebody, { name: "x" }),
        addPasskey(somebody, { name: "x", credential: "{}" }),
        removePasskey(somebody, { passkeyId: crypto.randomUUID() }),
      ]) {
        await expect(work).rejects.toMatchObject({ code: "not_found" });
      }
    }
  });

  dataTest("leave password, digits and codes as they were", async ({ db }) => {
    const ctx = makeContext(db, { config: OPERATOR_CONFIG });
    const { email, password, recoveryCodes } = await makeOperator(ctx);
    const [one, other] = recoveryCodes;
    const token = await logInOperator(ctx, { email, password, code: one });
    await addOwnPasskey({ ...ctx, operator: await resolveOperator(ctx, token) });
    expect(await logInOperator(ctx, { email, password, code: other })).toBeTypeOf("string");
  });

  dataTest("leave no challenge behind that nobody has answered", async ({ db }) => {
    const ctx = makeContext(db, { config: OPERATOR_CONFIG });
    await askForPasskey(ctx);
    await askForPasskey(later(ctx, HOUR));
    const before = { acts: NOW, readings: NOW };
    await purgeActs(later(ctx, HOUR), before);
    expect(await db.$count(passkeyChallenges)).toBe(1);
  });
});

test("the last way in is a passkey when there is no other of any sort", () => {
  const none = { passkeys: 1, canReadDigits: false, recoveryCodes: 0 };
  expect(isLastWayIn(none)).toBe(true);
  expect(isLastWayIn({ ...none, passkeys: 2 })).toBe(false);
  expect(isLastWayIn({ ...none, canReadDigits: true })).toBe(false);
  expect(isLastWayIn({ ...none, recoveryCodes: 1 })).toBe(false);
});

dataTest(
  "recovery codes serve once, are counted, and are renewed by a new login: the old ones are dead (rule: operator-login)",
  async ({ db }) => {
    const ctx = makeContext(db, { config: OPERATOR_CONFIG });
    const access = await makeOperator(ctx);
    const [used = "", left = ""] = access.recoveryCodes;
    const enter = (code: string) =>
      logInOperator(ctx, { email: access.email, password: access.password, code });
    const token = await enter(used);
    await expect(enter(used)).rejects.toMatchObject(REFUSED);
    const operator = { ...ctx, operator: await resolveOperator(ctx, token) };
    expect((await showOwnAccess(operator)).recoveryCodes).toBe(9);
    const stale = later(operator, FRESH + MINUTE);
    expect((await showOwnAccess(stale)).mayRenewCodes).toBe(false);
    await expect(renewRecoveryCodes(stale)).rejects.toMatchObject({ code: "forbidden" });

    const codes = await renewRecoveryCodes(operator);
    expect(new Set(codes).size).toBe(10);
    expect((await showOwnAccess(operator)).recoveryCodes).toBe(10);
    await expect(enter(left)).rejects.toMatchObject(REFUSED);
    await enter(String(codes[0]));
    expect(await actsOf(operator)).toEqual([
      ...["recovery_code_used", "recovery_codes_renewed", "recovery_code_used", "operator_made"],
    ]);
  },
);
