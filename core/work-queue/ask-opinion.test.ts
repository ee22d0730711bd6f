import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "#platform/ids.server.ts";
import { makeOperatorContext } from "#test/make/operators.ts";
import { makeClient, openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { decideContent } from "../moderation/decide-content.server.ts";
import { reportContent } from "../moderation/report-content.server.ts";
import { listActsOn } from "../operators/acts/list-acts.server.ts";
import { askOpinion, giveOpinion, showOpinions } from "./ask-opinion.server.ts";
import { findOwnWork, showQueue } from "./show-queue.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

const NOTE = "Promesse de guérir, ou maladresse ?";

async function makeReported() {
  const { sessionId: id } = await world.makeOffer();
  const report = { content: id, reason: "health", text: "Non.", goodFaith: true } as const;
  await reportContent(await world.context(await makeClient(world.db)), report);
  return { kind: "content" as const, id };
}

it("a colleague is asked, finds it among what is theirs, and answers on the case", async () => {
  const ctx = await world.context();
  const lea = await makeOperatorContext(ctx, ["assistance"], "Léa");
  const nadia = await makeOperatorContext(ctx, ["assistance"], "Nadia");
  const marc = await makeOperatorContext(ctx, ["finance"], "Marc");
  const key = await makeReported();
  const { colleagues } = await showOpinions(lea, key);
  expect(colleagues.map(({ name }) => name)).toEqual(["Nadia"]);
  const asked = { ...key, to: String(nadia.operator?.operatorId), reason: NOTE };
  await expect(askOpinion(lea, { ...asked, reason: " " })).rejects.toMatchObject({
    fields: { reason: [expect.any(String)] },
  });
  await expect(
    askOpinion(lea, { ...asked, to: String(marc.operator?.operatorId) }),
  ).rejects.toMatchObject({ code: "not_found" });
  await expect(askOpinion(marc, asked)).rejects.toMatchObject({ code: "forbidden" });
  expect(await askOpinion(lea, asked)).toBe("Nadia");
  await askOpinion(lea, asked);

  const opinions = [{ of: "Nadia", by: "Léa", isOfMe: true }];
  expect((await showQueue(nadia, { pour: "moi" })).works).toMatchObject([{ id: key.id, opinions }]);
  expect((await showQueue(lea, { pour: "moi" })).works).toEqual([]);
  const given = { ...key, reason: "Promesse : elle nomme une maladie." };
  await expect(giveOpinion(lea, given)).rejects.toMatchObject({ code: "conflict" });
  await giveOpinion(nadia, given);
  expect((await findOwnWork(nadia, key))?.opinions).toEqual([]);
  expect((await showQueue(nadia, {})).mine).toBe(0);
  const acts = await listActsOn(lea, key);
  expect(acts.map(({ act, operator, details }) => [act, operator, details?.reason])).toEqual([
    ["opinion_given", "Nadia", given.reason],
    ["opinion_asked", "Léa", NOTE],
    ["opinion_asked", "Léa", NOTE],
  ]);
});

it("nobody is waited for once it is decided, and nothing is asked about what does not wait", async () => {
  const ctx = await world.context();
  const lea = await makeOperatorContext(ctx, ["assistance"], "Léa");
  const nadia = await makeOperatorContext(ctx, ["assistance"], "Nadia");
  const key = await makeReported();
  const asked = { ...key, to: String(nadia.operator?.operatorId), reason: NOTE };
  await askOpinion(lea, asked);
  await decideContent(lea, { contentId: key.id, decision: "none", reason: "Rien de faux." });
  expect((await showQueue(nadia, { pour: "moi" })).works).toEqual([]);
  for (const act of [
    () => giveOpinion(nadia, asked),
    () => askOpinion(lea, asked),
    () => showOpinions(lea, { ...key, id: newId() }),
  ]) {
    await expect(act()).rejects.toMatchObject({ code: "not_found" });
  }
});
