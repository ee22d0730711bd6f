import { defineConfig } from "vitest/config";

// Time zones make no difference to Stripe, which counts in UTC: the tests run far away from it.
process.env.TZ = "Pacific/Kiritimati";

export default defineConfig({
  test: {
    include: ["{src,test}/**/*.test.ts"],
    // A process of its own answers most tests, and a busy machine starts it slowly.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { requireAssertions: true },
  },
});
