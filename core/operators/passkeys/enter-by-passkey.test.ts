import { describe, expect, test } from "vitest";
import type { Assertion, RequestOptions } from "#platform/passkeys.server.ts";
import { makeAuthenticator } from "#test/make/authenticator.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import {
  actsOf,
  addOwnPasskey,
  enterBy,
  later,
  makeOperatorContext,
  OPERATOR_CONFIG,
  written,
} from "#test/make/operators.ts";
import {
  LOGIN_FAILURES_PER_ACCOUNT,
  REQUESTS_PER_ADDRESS,
} from "../../accounts/limit-logins.server.ts";
import { SECOND } from "../../durations.ts";
import { checkInvariants } from "../../reconciliation/check-invariants.server.ts";
import { ROLES } from "../../roles.ts";
import { operatorLogins, operators, passkeys } from "../../tables.server.ts";
import { resolveOperator } from "../logins/log-in-operator.server.ts";
import { makeOperator as renewOperator } from "../logins/make-operator.server.ts";
import { closeOperator } from "../people/change-access.server.ts";
import { CHALLENGE_LIFE, COMMAND_LINE, OPERATOR_IDLE, OPERATOR_LOGIN_LIFE } from "../rules.ts";
import { offerPasskey } from "./add-passkey.server.ts";
import { askForPasskey, enterByPasskey } from "./enter-by-passkey.server.ts";
import { NO_ANSWER } from "./schema.ts";

const REFUSED = { code: "invalid_credentials" };

describe("a passkey", () => {
  dataTest("opens the door alone, again and again, and is in the journal", async ({ db }) => {
    const ctx = makeContext(db, { config: OPERATOR_CONFIG });
    const operator = await makeOperatorContext(ctx, ["finance"], "Marc");
    const device = await addOwnPasskey(operator);
    const options = await askForPasskey(ctx);
    expect(options).toMatchObject({ rpId: "parenthese.example.fr", userVerification: "required" });
    expect(options.allowCredentials).toBeUndefined();
    const credential = written(device.get(options));
    const token = await enterByPasskey(ctx, { credential });
    const [stored] = await db.select().from(passkeys);
    expect(await resolveOperator(ctx, token)).toEqual({
      ...{ operatorId: operator.operator?.operatorId, name: "Marc", roles: ["finance"] },
      login: { openedAt: NOW, passkeyId: stored?.id },
    });
    expect(stored).toMatchObject({ counter: 2, usedAt: NOW, transports: ["internal"] });
    await enterBy(ctx, device.get);
    expect(await actsOf(operator)).toEqual([
      ...["passkey_used", "passkey_used", "passkey_added", "recovery_code_used", "operator_made"],
    ]);
    expect(await checkInvariants(db, NOW)).toEqual([]);
  });

  dataTest("gives no more than its owner's roles, and ends as other logins do", async ({ db }) => {
    const ctx = makeContext(db, { config: OPERATOR_CONFIG });
    const device = await addOwnPasskey(await makeOperatorContext(ctx, ["assistance"]));
    const token = await enterBy(ctx, device.get);
    const comesIn = await resolveOperator(ctx, token);
    expect(comesIn?.roles).toEqual(["assistance"]);
    await expect(
      renewOperator(
        { ...ctx, operator: comesIn },
        { email: "neuf@example.fr", name: "Neuf", roles: [...ROLES], reason: "Pour un essai." },
      ),
    ).rejects.toMatchObject({ code: "forbidden" });
    expect(await resolveOperator(later(ctx, OPERATOR_IDLE), token)).toBeNull();
    const other = await enterBy(ctx, device.get);
    await db
      .update(operatorLogins)
      .set({ seenAt: new Date(NOW.getTime() + OPERATOR_LOGIN_LIFE - SECOND) });
    expect(await resolveOperator(later(ctx, OPERATOR_LOGIN_LIFE - SECOND), other)).not.toBeNull();
    expect(await resolveOperator(later(ctx, OPERATOR_LOGIN_LIFE), other)).toBeNull();
  });

  dataTest("answers a challenge once, within minutes, and none but ours", async ({ db }) => {
    const ctx = makeContext(db, { config: OPERATOR_CONFIG });
    const operator = await makeOperatorContext(ctx);
    const device = await addOwnPasskey(operator);
    const options = await askForPasskey(ctx);
    const credential = written(device.get(options));
    await enterByPasskey(ctx, { credential });
    await expect(enterByPasskey(ctx, { credential })).rejects.toMatchObject(REFUSED);

    const old = device.get(await askForPasskey(ctx));
    await expect(
      enterByPasskey(later(ctx, CHALLENGE_LIFE), { credential: written(old) }),
    ).rejects.toMatchObject(REFUSED);
    const inTime = device.get(await askForPasskey(ctx));
    const justInTime = later(ctx, CHALLENGE_LIFE - SECOND);
    await enterByPasskey(justInTime, { credential: written(inTime) });

    const own = device.get(options, { challenge: "x".repeat(43) });
    await expect(enterByPasskey(ctx, { credential: written(own) })).rejects.toMatchObject(REFUSED);
    // The challenge of who adds a passkey lets nobody in.
    const { challenge } = await offerPasskey(operator, { name: "Autre" });
    const across = device.get({ ...options, challenge });
    await expect(enterByPasskey(ctx, { credential: written(across) })).rejects.toMatchObject(
      REFUSED,
    );
    // A wrong answer takes the challenge with it.
    const asked = await askForPasskey(ctx);
    const wrong = written(device.get(asked, { origin: "https://ailleurs.example" }));
    await expect(enterByPasskey(ctx, { credential: wrong })).rejects.toMatchObject(REFUSED);
    await expect(
      enterByPasskey(ctx, { credential: written(device.get(asked)) }),
    ).rejects.toMatchObject(REFUSED);
  });

  dataTest("says the same of everything that is wrong with it, known or not", async ({ db }) => {
    const ctx = makeContext(db, { config: OPERATOR_CONFIG });
    const operator = await makeOperatorContext(ctx);
    const device = await addOwnPasskey(operator);
    const stranger = makeAuthenticator(OPERATOR_CONFIG.appUrl);
    const said = new Set<string>();
    const refused = async (answer: (options: RequestOptions) => Assertion) => {
      const error = await enterBy(ctx, answer).catch((refusal: Error) => refusal);
      said.add(String(error));
    };
    const userHandle = Buffer.from(String(operator.operator?.operatorId)).toString("base64url");
    await refused((options) => stranger.get(options, { userHandle }));
    for (const wrong of [
      { origin: "https://parenthese.example.fr.ailleurs.example" },
      { rpId: "ailleurs.example" },
      { isUnverified: true },
      { type: "webauthn.create" },
      { userHandle: Buffer.from("quelqu'un").toString("base64url") },
      { credentialId: stranger.credentialId },
    ]) {
      await refused((options) => device.get(options, wrong));
    }
    device.loseKey();
    await refused(device.get);
    expect([...said]).toEqual([expect.stringContaining("Cette clé d'accès n'ouvre rien ici")]);
    // Only those who came in by a code have a login.
    expect(await db.$count(operatorLogins)).toBe(1);
  });

  dataTest(
    "that counts backwards is taken for a copy; one that never counts is not",
    async ({ db }) => {
      const ctx = makeContext(db, { config: OPERATOR_CONFIG });
      const device = await addOwnPasskey(await makeOperatorContext(ctx));
      await enterBy(ctx, (options) => device.get(options, { counter: 7 }));
      for (const counter of [7, 6, 0]) {
        await expect(
          enterBy(ctx, (options) => device.get(options, { counter })),
          String(counter),
        ).rejects.toMatchObject(REFUSED);
      }
      await enterBy(ctx, (options) => device.get(options, { counter: 8 }));

      await db.update(passkeys).set({ counter: 0 });
      for (const _ of ["once", "again"]) {
        expect(await enterBy(ctx, (options) => device.get(options, { counter: 0 }))).toBeTypeOf(
          "string",
        );
      }
    },
  );

  dataTest("of somebody whose work has ended, or begins anew, opens nothing", async ({ db }) => {
    const ctx = makeContext(db, { config: OPERATOR_CONFIG });
    const operator = await makeOperatorContext(ctx, ["assistance"]);
    const [row] = await db.select().from(operators);
    const email = String(row?.email);
    const device = await addOwnPasskey(operator);
    const token = await enterBy(ctx, device.get);
    const byCommand = { ...ctx, operator: COMMAND_LINE };
    await closeOperator(byCommand, { email, reason: "Pour un essai." });
    expect(await resolveOperator(ctx, token)).toBeNull();
    await expect(enterBy(ctx, device.get)).rejects.toMatchObject(REFUSED);
    await renewOperator(byCommand, {
      email,
      name: "Léa",
      roles: ["finance"],
      reason: "Pour un essai.",
    });
    await expect(enterBy(ctx, device.get)).rejects.toMatchObject(REFUSED);
    expect(await db.$count(passkeys)).toBe(0);
  });

  dataTest(
    "is guessed at no more often than a password, and asked for in bounds",
    async ({ db }) => {
      const ctx = makeContext(db, { config: OPERATOR_CONFIG });
      const device = await addOwnPasskey(await makeOperatorContext(ctx));
      const forged = (options: RequestOptions) => device.get(options, { isUnverified: true });
      for (let count = 0; count < LOGIN_FAILURES_PER_ACCOUNT; count += 1) {
        await expect(enterBy(ctx, forged)).rejects.toMatchObject(REFUSED);
      }
      await expect(enterBy(ctx, device.get)).rejects.toMatchObject({ code: "rate_limited" });

      const elsewhere = { ...ctx, address: "198.51.100.9" };
      for (let count = 0; count < REQUESTS_PER_ADDRESS; count += 1) await askForPasskey(elsewhere);
      await expect(askForPasskey(elsewhere)).rejects.toMatchObject({ code: "rate_limited" });
    },
  );

  test.for([
    ["", "nothing"],
    ["{", "half of it"],
    ["null", "no object"],
    ['{"id":"a","rawId":"a","type":"public-key","response":{}}', "no answer"],
    ["x".repeat(20_001), "too much"],
  ])("%s is no answer of one (%#)", async ([credential]) => {
    const ctx = makeContext({} as never, { config: OPERATOR_CONFIG });
    await expect(enterByPasskey(ctx, { credential })).rejects.toMatchObject({
      ...{ code: "invalid_input", fields: { credential: expect.arrayContaining([NO_ANSWER]) } },
    });
  });
});
