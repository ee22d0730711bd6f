import { afterAll, beforeAll, expect, test } from "vitest";
import type { Cast } from "./cast.ts";
import { PATIENCE } from "./hostile.ts";
import { type Offer, openStage, type Stage } from "./stage.ts";

let stage: Stage;
let cast: Cast;
let offer: Offer;
beforeAll(async () => {
  stage = await openStage();
  cast = await stage.makeCast();
  offer = await stage.makeOffer(cast);
});
afterAll(() => stage.close());

async function submit(path: string, body: string, type: string) {
  const started = performance.now();
  const answer = await fetch(stage.origin + path, {
    method: "POST",
    redirect: "manual",
    headers: {
      origin: stage.origin,
      cookie: cast.owner.cookie,
      "content-type": type,
    },
    body,
  });
  await answer.text();
  return { status: answer.status, took: performance.now() - started };
}

const PART = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n';
const URLENCODED = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=x";

test.for([
  ["slot=7&", 3_900, URLENCODED, 400],
  ["slot=7&", 40_000, URLENCODED, 413],
  ["a&", 500_000, URLENCODED, 413],
  ["a&", 2_400_000, URLENCODED, 413],
  [PART, 100_000, MULTIPART, 413],
] as const)(
  "a form of ever so many fields is answered soon: %j × %d",
  async ([field, count, type, status]) => {
    const answer = await submit(`/sessions/${offer.sessionId}/edit`, field.repeat(count), type);
    expect(answer.status).toBe(status);
    expect(answer.took).toBeLessThan(PATIENCE);
  },
);

test("so is an image among ever so many fields", async () => {
  const answer = await submit("/api/v1/images", PART.repeat(100_000), MULTIPART);
  expect(answer.status).toBe(413);
  expect(answer.took).toBeLessThan(PATIENCE);
});

test("a login that has ended is led to with no more of the form than an id", async () => {
  const body = new URLSearchParams({ signedIn: "1", slotId: "<".repeat(100_000) });
  const answer = await fetch(`${stage.origin}/sessions/${offer.sessionId}`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: stage.origin },
    body,
  });
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")?.length).toBeLessThan(500);
});
