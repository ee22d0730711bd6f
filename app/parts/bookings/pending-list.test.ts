import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadPending } from "./pending-list.tsx";

/** A browser on its way to another page. */
beforeEach(() => {
  vi.useFakeTimers();
  const state = { navigation: { location: { pathname: "/mes-sessions" } } };
  vi.stubGlobal("window", { __reactRouterDataRouter: { state } });
  vi.stubGlobal("navigator", { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what comes at once is shown without a word of its loading", async () => {
  expect(await loadPending(async () => ({ list: ["Yoga"] }))).toEqual({ list: ["Yoga"] });
});

test("what fails at once fails the navigation, so that the page stays (rule: keep-the-page)", async () => {
  const failure = new TypeError("Failed to fetch");
  await expect(loadPending(() => Promise.reject(failure))).rejects.toBe(failure);
});

test("what takes its time is waited for on the page, which says so", async () => {
  const { promise, resolve } = Promise.withResolvers<{ list: string[] }>();
  const loaded = loadPending(() => promise);
  await vi.advanceTimersByTimeAsync(500);
  const { list } = await loaded;
  expect(list).toBeInstanceOf(Promise);
  resolve({ list: ["Yoga"] });
  expect(await list).toEqual(["Yoga"]);
});
