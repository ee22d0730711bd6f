import { eq } from "drizzle-orm";
import { afterAll, describe, expect } from "vitest";
import { hashNow } from "#platform/password-thread.ts";
import { createPasswords } from "#platform/passwords.server.ts";
import { createDatabase, type Database } from "#platform/postgres.server.ts";
import { withLogin } from "#test/make/browser.ts";
import { makeContext } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makePlan, makeProfessional, makeUser } from "#test/make/people.ts";
import { createPatientPool } from "#test/patient-pool.ts";
import { logins, profiles, settings, temporaryPasswords } from "../../tables.server.ts";
import { setOwnPassword } from "../passwords/store.server.ts";
import { logIn, logOut, resolveActor } from "./log-in.server.ts";
import { closeLogins } from "./store.server.ts";

const camille = { email: "camille@example.fr", password: "parenthese" };
const wrong = { ...camille, password: "perenthase" };
/** Hashes at the cost of the site, where the time that one takes is looked at. */
const passwords = createPasswords();
afterAll(() => passwords.close());
const makeCamille = async (db: Database) =>
  makeUser(db, { email: camille.email, passwordHash: hashNow(camille.password) });

describe("what a failed login says", () => {
  dataTest("an empty field", async ({ db }) => {
    const ctx = makeContext(db);
    for (const input of [
      {},
      { email: " ", password: "x" },
      { ...camille, password: "" },
      null,
      5,
    ]) {
      const attempt = logIn(ctx, input);
      await expect(attempt).rejects.toMatchObject({ code: "invalid_input" });
    }
    const message = "Veuillez remplir tous les champs.";
    await expect(logIn(ctx, { email: "", password: "" })).rejects.toMatchObject({ message });
  });

  dataTest(
    "the same for a wrong password, an unknown address, an account without password",
    async ({ db }) => {
      await makeUser(db, camille);
      await makeUser(db, { email: "sans@example.fr" });
      const ctx = makeContext(db);
      const inputs = [
        wrong,
        { ...camille, email: "inconnu@example.fr" },
        { ...camille, email: "sans@example.fr" },
        { ...camille, email: "pas une adresse" },
        { ...camille, password: "p".repeat(1_000_000) },
      ];
      for (const input of inputs) {
        await expect(logIn(ctx, input)).rejects.toMatchObject({
          code: "invalid_credentials",
          message: "Email ou mot de passe incorrect.",
        });
      }
    },
  );

  dataTest("a suspended account, only after the right password", async ({ db }) => {
    await makeUser(db, { ...camille, accountStatus: "suspended" });
    const ctx = makeContext(db);
    await expect(logIn(ctx, wrong)).rejects.toMatchObject({ code: "invalid_credentials" });
    await expect(logIn(ctx, camille)).rejects.toMatchObject({
      code: "account_suspended",
      message: expect.stringContaining("Ce compte est suspendu"),
    });
    expect(await db.select().from(logins)).toEqual([]);
  });
});

describe("limits (rule: login-limits)", () => {
  const limited = {
    code: "rate_limited",
    message: "Trop de tentatives. Veuillez réessayer dans quelques minutes.",
  };

  dataTest("10 failures per account, whoever fails, sent one by one or at once", async ({ db }) => {
    await makeUser(db, camille);
    const guesses = Array.from({ length: 25 }, (_, i) =>
      logIn(makeContext(db, { address: `198.51.100.${i}` }), wrong).catch(({ code }) => code),
    );
    const codes = await Promise.all(guesses);
    expect(codes.filter((code) => code === "invalid_credentials")).toHaveLength(10);
    expect(codes.filter((code) => code === "rate_limited")).toHaveLength(15);
    await expect(logIn(makeContext(db), camille)).rejects.toMatchObject(limited);
    // Unknown addresses reach the limit alike.
    const unknown = { ...camille, email: "inconnu@example.fr" };
    for (let i = 0; i < 10; i++) await logIn(makeContext(db), unknown).catch(() => {});
    await expect(logIn(makeContext(db), unknown)).rejects.toMatchObject(limited);
  });

  dataTest("the right password forgets the failures before it", async ({ db }) => {
    await makeUser(db, camille);
    const ctx = makeContext(db);
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 9; i++) {
        await expect(logIn(ctx, wrong)).rejects.toMatchObject({ code: "invalid_credentials" });
      }
      expect((await logIn(ctx, camille)).login).not.toBe("");
    }
  });

  dataTest("100 failures per network address, and successes do not count", async ({ db }) => {
    await makeUser(db, camille);
    const ctx = makeContext(db, { address: "198.51.100.9" });
    for (let i = 0; i < 99; i++)
      await ctx.limits.consume("login-address", "198.51.100.9", 100, 900);
    await logIn(ctx, camille);
    await logIn(ctx, camille);
    const other = { ...wrong, email: "autre@example.fr" };
    await expect(logIn(ctx, other)).rejects.toMatchObject({ code: "invalid_credentials" });
    await expect(logIn(ctx, camille)).rejects.toMatchObject(limited);
    expect((await logIn(makeContext(db), camille)).login).not.toBe("");
  });
});

describe("a login", () => {
  dataTest("is a new one each time, whatever the browser had before", async ({ db }) => {
    await makeUser(db, camille);
    const ctx = makeContext(db);
    const first = await logIn(ctx, camille);
    const second = await logIn(ctx, camille);
    expect(first.login).not.toEqual(second.login);
    expect(await db.select().from(logins)).toHaveLength(2);
  });

  dataTest("is worth nothing forged, cut, expired or closed", async ({ db }) => {
    await makeUser(db, camille);
    let now = new Date("2026-11-20T09:00:00Z");
    const ctx = makeContext(db, { now: () => now });
    const { login } = await logIn(ctx, camille);
    const whoIs = async (shown: string | null) =>
      (await resolveActor(ctx, { login: shown, authorization: null })).actor?.email ?? null;
    expect(await whoIs(login)).toBe(camille.email);
    const [row] = await db.select().from(logins);
    const token = String(row?.token);
    const forged = [
      ...[login.slice(0, -6), token, `${token}.`, `${token}.${"A".repeat(43)}=`, `.${login}`],
      ...["", ".", "%", "é", login.replace(/^./, "~"), login.toUpperCase(), `${login}=`],
    ];
    for (const value of [...forged, null]) expect(await whoIs(value), String(value)).toBeNull();

    const unused = (await logIn(ctx, camille)).login;
    now = new Date("2026-12-20T08:59:00Z");
    expect(await whoIs(login)).toBe(camille.email);
    now = new Date("2026-12-20T09:00:00Z");
    expect(await whoIs(unused)).toBeNull();
    // The other one was used in its last minute, and has thirty days again from there.
    now = new Date("2027-01-19T08:59:00Z");
    expect(await whoIs(login)).toBeNull();
    now = new Date("2027-01-19T08:58:00Z");
    expect(await whoIs(login)).toBe(camille.email);

    await logOut(ctx, { login, authorization: null });
    expect(await whoIs(login)).toBeNull();
    // Logging out twice, or without a login, is no error.
    await logOut(ctx, { login, authorization: null });
    await logOut(ctx, { login: null, authorization: null });
  });

  dataTest("is renewed about once a day", async ({ db }) => {
    await makeUser(db, camille);
    let now = new Date("2026-11-20T09:00:00Z");
    const ctx = makeContext(db, { now: () => now });
    const { login } = await logIn(ctx, camille);
    const proof = { login, authorization: null };
    const times = async () => {
      const [row] = await db.select().from(logins);
      return [row?.createdAt, row?.updatedAt, row?.expiresAt].map((t) => t?.toISOString());
    };
    const opened = "2026-11-20T09:00:00.000Z";
    const end = "2026-12-20T09:00:00.000Z";
    expect(await times()).toEqual([opened, opened, end]);

    now = new Date("2026-11-21T08:59:59Z");
    expect((await resolveActor(ctx, proof)).isRenewed).toBe(false);
    expect(await times()).toEqual([opened, opened, end]);

    now = new Date("2026-11-30T09:00:00Z");
    const renewed = await resolveActor(ctx, proof);
    expect(renewed).toMatchObject({ actor: { email: camille.email }, isRenewed: true });
    expect(await times()).toEqual([opened, now.toISOString(), "2026-12-30T09:00:00.000Z"]);
    expect((await resolveActor(ctx, proof)).isRenewed).toBe(false);
  });

  dataTest("holds for every process of one installation", async ({ db }) => {
    await makeUser(db, camille);
    const { login } = await logIn(makeContext(db), camille);
    const pool = createPatientPool(String(db.$client.options.connectionString), "another process");
    const other = await withLogin(makeContext(createDatabase(pool)), login);
    await pool.end();
    expect(other.actor?.email).toBe(camille.email);
    const secrets = await db.select().from(settings).where(eq(settings.key, "auth_secret"));
    expect(secrets).toHaveLength(1);
  });
});

describe("who is acting", () => {
  dataTest("is read in one query, with the newest professional profile", async ({ db }) => {
    const user = await makeUser(db, { ...camille, isPro: true });
    await makeProfessional(db, { user, createdAt: new Date("2026-01-01") });
    const newest = await makeProfessional(db, { user, createdAt: new Date("2026-02-01") });
    const ctx = makeContext(db);
    const { login } = await logIn(ctx, camille);
    let queries = 0;
    const { query } = db.$client;
    db.$client.query = ((...args: Parameters<typeof query>) => {
      queries += 1;
      return query.apply(db.$client, args);
    }) as typeof query;
    const { actor } = await withLogin(ctx, login);
    expect(queries).toBe(1);
    expect(actor).toEqual({
      userId: user.id,
      email: camille.email,
      firstName: user.firstName,
      lastName: user.lastName,
      isClient: true,
      isPro: true,
      professionalId: newest.id,
      hasActiveSubscription: false,
      mustChangePassword: false,
      access: { id: expect.any(String), kind: "browser" },
    });
    await resolveActor(ctx, { login: "autre.1", authorization: null });
    expect(queries).toBe(1);
  });

  dataTest("has an active subscription or has none", async ({ db }) => {
    const { id: userId } = await makeUser(db, camille);
    const ctx = makeContext(db);
    const { login } = await logIn(ctx, camille);
    for (const [status, isActive] of [
      ["canceled", false],
      ["active", true],
    ] as const) {
      await makePlan(db, { userId, status });
      const { actor } = await withLogin(ctx, login);
      expect(actor?.hasActiveSubscription).toBe(isActive);
    }
  });

  dataTest("is nobody once suspended or deleted (I6)", async ({ db }) => {
    // The login is left open by hand.
    contradict(db, "I6");
    const user = await makeUser(db, camille);
    const ctx = makeContext(db);
    const { login } = await logIn(ctx, camille);
    for (const accountStatus of ["suspended", "deleted"] as const) {
      await db.update(profiles).set({ accountStatus }).where(eq(profiles.id, user.id));
      expect((await withLogin(ctx, login)).actor).toBeNull();
    }
  });

  dataTest(
    "is nobody once the temporary password has died (rule: guest-account)",
    async ({ db }) => {
      const user = await makeUser(db, camille);
      const expiresAt = new Date("2026-11-23T09:00:00Z");
      await db.insert(temporaryPasswords).values({ userId: user.id, expiresAt });
      let now = new Date("2026-11-23T08:59:59Z");
      const ctx = makeContext(db, { now: () => now });
      const { login, mustChangePassword } = await logIn(ctx, camille);
      expect(mustChangePassword).toBe(true);
      expect((await withLogin(ctx, login)).actor?.mustChangePassword).toBe(true);
      now = expiresAt;
      expect((await withLogin(ctx, login)).actor).toBeNull();
      await expect(logIn(ctx, camille)).rejects.toMatchObject({ code: "invalid_credentials" });
    },
  );
});

dataTest("a login that overtakes a password change does not survive it", async ({ db }) => {
  const user = await makeCamille(db);
  const ctx = makeContext(db, { passwords });
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      if (i !== 6)
        return logIn(ctx, camille).then(
          ({ login }) => login,
          () => null,
        );
      await new Promise((resolve) => setTimeout(resolve, 60));
      await db.transaction(async (tx) => {
        await setOwnPassword(tx, { userId: user.id, email: camille.email }, "autre:haché");
      });
      return null;
    }),
  );
  for (const login of outcomes.filter((outcome) => outcome !== null)) {
    expect((await withLogin(ctx, login)).actor).toBeNull();
  }
  expect(await db.select().from(logins)).toEqual([]);
});

dataTest(
  "an unknown address costs as many hashes, of the same size, as a known one",
  async ({ db }) => {
    await makeCamille(db);
    const hashesOf = async (email: string) => {
      const sizes: number[] = [];
      const verify: typeof passwords.verify = (asker, password, hash) => {
        sizes.push(hash.length);
        return passwords.verify(asker, password, hash);
      };
      const ctx = makeContext(db, { address: null, passwords: { ...passwords, verify } });
      await expect(logIn(ctx, { email, password: "faux" })).rejects.toMatchObject({
        code: "invalid_credentials",
      });
      return sizes;
    };
    const known = await hashesOf(camille.email);
    expect(known).toHaveLength(1);
    expect(await hashesOf("inconnu@example.fr")).toEqual(known);
  },
);

dataTest("logging somebody out everywhere closes all that is open", async ({ db }) => {
  const user = await makeUser(db, camille);
  const ctx = makeContext(db);
  const { login } = await logIn(ctx, camille);
  await db.transaction((tx) => closeLogins(tx, user.id));
  expect((await withLogin(ctx, login)).actor).toBeNull();
});
