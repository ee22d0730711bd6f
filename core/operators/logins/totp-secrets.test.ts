import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { totpCode } from "#platform/totp.server.ts";
import { makeConfig, makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeOperator } from "#test/make/operators.ts";
import { operators } from "../../tables.server.ts";
import { logInOperator, resolveOperator } from "./log-in-operator.server.ts";
import { judgeSecrets, sealTotpSecrets } from "./totp-secrets.server.ts";

const ANOTHER_KEY = makeConfig({ encryptionKey: "B".repeat(43) });

describe("the secret of the six digits", () => {
  dataTest("is in no row, and opens the door all the same", async ({ db }) => {
    const ctx = makeContext(db);
    const { email, password, secret } = await makeOperator(ctx);
    const [row] = await db.select().from(operators);
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(row?.totpSecret).toMatch(/^[\w-]+$/);
    const code = totpCode(secret, NOW);
    expect(
      await resolveOperator(ctx, await logInOperator(ctx, { email, password, code })),
    ).not.toBe(null);
  });

  dataTest(
    "under the key of before opens the door, and is sealed anew by the job",
    async ({ db }) => {
      const ctx = makeContext(db);
      const { email, password, secret } = await makeOperator(ctx);
      const { encryptionKey: previousEncryptionKey } = ctx.config;
      const changed = { ...ctx, config: { ...ANOTHER_KEY, previousEncryptionKey } };
      const enter = (at: Date, now: typeof ctx) =>
        logInOperator({ ...now, now: () => at }, { email, password, code: totpCode(secret, at) });
      expect(await enter(NOW, changed)).toBeTypeOf("string");
      expect((await judgeSecrets(changed))[0]?.faults).toEqual([]);

      await sealTotpSecrets(changed);
      const once = await db.select().from(operators);
      await sealTotpSecrets(changed);
      expect(await db.select().from(operators)).toEqual(once);
      const alone = { ...ctx, config: ANOTHER_KEY };
      expect(await enter(new Date(NOW.getTime() + 60_000), alone)).toBeTypeOf("string");
      // A process that still has the old key alone reads it no more, and changes nothing.
      await sealTotpSecrets(ctx);
      expect((await judgeSecrets(ctx))[0]?.faults).toHaveLength(1);
      expect((await judgeSecrets(alone))[0]?.faults).toEqual([]);
    },
  );

  dataTest("does not open in somebody else's row", async ({ db }) => {
    const ctx = makeContext(db);
    const one = await makeOperator(ctx);
    const other = await makeOperator(ctx);
    const [row] = await db.select().from(operators).where(eq(operators.email, one.email));
    await db
      .update(operators)
      .set({ totpSecret: String(row?.totpSecret) })
      .where(eq(operators.email, other.email));
    const code = totpCode(one.secret, NOW);
    await expect(logInOperator(ctx, { ...other, code })).rejects.toMatchObject({
      code: "unavailable",
    });
  });

  dataTest(
    "under another key is said to whoever has the password, and no other",
    async ({ db }) => {
      const ctx = makeContext(db);
      const { email, password, secret, recoveryCodes } = await makeOperator(ctx);
      const wrong = { ...ctx, config: ANOTHER_KEY };
      const code = totpCode(secret, NOW);
      await expect(logInOperator(wrong, { email, password, code })).rejects.toMatchObject({
        ...{ code: "unavailable", message: expect.stringContaining("ENCRYPTION_KEY") },
      });
      await expect(logInOperator(wrong, { email, password: "faux", code })).rejects.toMatchObject({
        code: "invalid_credentials",
      });
      expect((await judgeSecrets(wrong))[0]?.faults).toEqual([
        expect.stringMatching(/^opérateur [\w-]+ \(ENCRYPTION_KEY/),
      ]);
      const recovered = await logInOperator(wrong, { email, password, code: recoveryCodes[0] });
      expect(await resolveOperator(wrong, recovered)).not.toBeNull();
      // Under the right one again, the same digits open.
      expect(await logInOperator(ctx, { email, password, code })).toBeTypeOf("string");
    },
  );
});
