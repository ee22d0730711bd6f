import { describe, expect, test } from "vitest";
import { createFairQueue, QueueFull } from "./fair-queue.server.ts";

/** A queue whose work ends when the test says so; `began` lists whose turn came, in order. */
function openQueue(options: Partial<Parameters<typeof createFairQueue>[0]> = {}) {
  const queue = createFairQueue({
    atOnce: 1,
    waiting: 10,
    patience: 3_600_000,
    clock: () => 0,
    ...options,
  });
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (asker: string, name = asker) => {
    const outcome = queue
      .run(asker, () => {
        began.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      })
      .then(
        () => "done",
        (error: unknown) => (error instanceof QueueFull ? "refused" : "failed"),
      );
    return outcome;
  };
  /** Ends the oldest running work. */
  const endOne = async () => {
    await settled();
    ends.shift()?.();
    await settled();
  };
  return { queue, began, ask, endOne };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("a fair queue", () => {
  test("works on so much at once and no more", async () => {
    const { began, ask, endOne } = openQueue({ atOnce: 2 });
    for (const asker of ["a", "b", "c"]) ask(asker);
    await settled();
    expect(began).toEqual(["a", "b"]);
    await endOne();
    expect(began).toEqual(["a", "b", "c"]);
  });

  test("gives the turn to who has asked least, and among equals to who came first", async () => {
    const { began, ask, endOne } = openQueue();
    for (const name of ["a1", "a2", "a3"]) ask("a", name);
    ask("b", "b1");
    ask("c", "c1");
    await endOne();
    // A second request waits behind somebody's first.
    ask("b", "b2");
    ask("d", "d1");
    for (let i = 0; i < 7; i++) await endOne();
    expect(began).toEqual(["a1", "b1", "c1", "d1", "b2", "a2", "a3"]);
  });

  test.each([
    [29_999, ["a1", "a2", "x", "b1", "a3"]],
    [59_999, ["a1", "a2", "x", "b1", "a3"]],
    [60_000, ["a1", "a2", "x", "a3", "b1"]],
  ])("after %i ms remembers what somebody has asked, or no more", async (later, order) => {
    let now = 0;
    const { began, ask, endOne } = openQueue({ clock: () => now });
    for (const name of ["a1", "a2"]) ask("a", name);
    await endOne();
    await endOne();
    now = later;
    ask("x");
    ask("a", "a3");
    ask("b", "b1");
    await endOne();
    await endOne();
    expect(began).toEqual(order);
  });

  test("does not hold against somebody what is forgiven", async () => {
    const { queue, began, ask, endOne } = openQueue();
    ask("a", "a1");
    await endOne();
    queue.forgive("a");
    queue.forgive("nobody");
    ask("x");
    ask("a", "a2");
    ask("b", "b1");
    for (let i = 0; i < 3; i++) await endOne();
    expect(began).toEqual(["a1", "x", "a2", "b1"]);
  });

  test("lets so many wait, and of one asker all of them", async () => {
    const { ask } = openQueue({ waiting: 2 });
    for (const name of ["a1", "a2", "a3"]) ask("a", name);
    expect(await ask("a", "a4")).toBe("refused");
  });

  test("when it is full, who has asked most gives way to who has asked less", async () => {
    const { began, ask, endOne } = openQueue({ waiting: 2 });
    ask("a", "a1");
    const [a2, a3] = [ask("a", "a2"), ask("a", "a3")];
    const b1 = ask("b", "b1");
    expect(await a3).toBe("refused");
    const c1 = ask("c", "c1");
    expect(await a2).toBe("refused");
    // Equals do not push each other out, and being told no counts as another request.
    expect(await ask("d", "d1")).toBe("refused");
    expect(await ask("d", "d2")).toBe("refused");
    await endOne();
    ask("d", "d3");
    ask("e", "e1");
    for (let i = 0; i < 4; i++) await endOne();
    expect(await Promise.all([b1, c1])).toEqual(["done", "done"]);
    expect(began).toEqual(["a1", "b1", "c1", "e1"]);
  });

  test("refuses what has waited too long, and goes on", async () => {
    const { began, ask, endOne } = openQueue({ patience: 1 });
    const first = ask("a", "a1");
    expect(await ask("b", "b1")).toBe("refused");
    await endOne();
    expect(await first).toBe("done");
    ask("b", "b2");
    await endOne();
    expect(began).toEqual(["a1", "b2"]);
  });

  test("passes the failure of a work on, and goes on", async () => {
    const queue = createFairQueue({ atOnce: 1, waiting: 1, patience: 3_600_000 });
    const failing = queue.run("a", () => Promise.reject(new Error("no")));
    const next = queue.run("a", () => Promise.resolve("yes"));
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });
});
