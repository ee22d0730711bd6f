import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "#api/api.ts";
import { type Cast, openToken } from "./callers.ts";
import {
  addressOf24,
  encode,
  flawOf,
  HOSTILE_TEXTS,
  hostileText,
  hostileValue,
  PATIENCE,
  refusalFlawOf,
  toJson,
  tryAll,
} from "./hostile.ts";
import { type Operation, operationsOf, type Schema } from "./operations.ts";
import { type Offer, openSiteUnderTest, type SiteUnderTest } from "./site-under-test.ts";

const { operations, resolve } = operationsOf(createApi());

/** The people whose logins these calls end: each call gets somebody whom no other needs. */
const ENDING: Record<string, keyof Cast> = {
  "POST /auth/logout": "bare",
  "DELETE /auth/logins": "unpaid",
  "POST /rpc/request_account_deletion": "stranger",
};

let site: SiteUnderTest;
let cast: Cast;
/** By member of the cast. */
const tokens: Record<string, string> = {};
let offer: Offer;
beforeAll(async () => {
  site = await openSiteUnderTest();
  cast = await site.makeCast();
  for (const [who, member] of Object.entries(cast)) {
    tokens[who] = await openToken(site.ctx, member);
  }
  offer = await site.makeOffer(cast);
});
afterAll(() => site.close());

/** A valid value for a field of this name, so that the other fields are reached. */
function rightValue(name: string, schema: Schema): fc.Arbitrary<unknown> {
  const { type, enum: known, items, properties } = resolve(schema);
  if (known) return fc.constantFrom(...known);
  if (properties) return bodyOf(schema);
  const types = [type].flat();
  if (/price|amount/.test(name)) return fc.constantFrom(40, 4_000);
  if (types.includes("boolean")) return fc.boolean();
  if (types.includes("array")) return fc.array(rightValue(name, items ?? {}), { maxLength: 3 });
  if (types.includes("number") || types.includes("integer")) {
    return fc.constantFrom(1, 30, 60, 4_000);
  }
  const named = /^\/(sessions|activities|bookings|slots)\/\{/.exec(name)?.[1];
  if (named) {
    const {
      sessionId: sessions,
      activityId: activities,
      bookingId: bookings,
      slotId: slots,
    } = offer;
    return fc.constant({ sessions, activities, bookings, slots }[named]);
  }
  if (/^user_?id$/i.test(name)) return fc.constantFrom(cast.owner.userId, cast.rival.userId);
  if (/slot/i.test(name)) return fc.constantFrom(offer.slotId, offer.activitySlotId);
  if (/id$|^ids$|professional/i.test(name)) {
    const { sessionId, activityId, bookingId, slotId } = offer;
    return fc.constantFrom(sessionId, activityId, bookingId, slotId, `free_${bookingId}`);
  }
  if (name.endsWith("{name}name")) return fc.constant(offer.imageName);
  if (/email/.test(name)) return fc.nat().map((number) => `essai-${number}@example.fr`);
  if (/date|until/.test(name)) return fc.constantFrom("2026-12-01", "2026-12-01T18:30:00+01:00");
  if (name === "start_time") return fc.constant("18:30");
  return fc.constantFrom("Yoga doux", "Lyon", "69001", "parenthese");
}

/** An object as its schema wants it, but for a field or two: missing, wrong, or one too many. */
function bodyOf(schema: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(resolve(schema).properties ?? {});
  const right = fields.map(([name, field]) => [
    name,
    fc.constant(null).chain(() => rightValue(name, field)),
  ]);
  const strange = fc.constantFrom("role", "__proto__", "x", ...HOSTILE_TEXTS);
  const names = fields.map(([name]) => name);
  return fc
    .tuple(
      fc.record(Object.fromEntries(right)),
      fc.subarray(names, { maxLength: Math.min(2, names.length) }),
      fc.infiniteStream(fc.option(hostileValue, { nil: undefined, freq: 4 })),
      fc.option(fc.dictionary(strange, hostileValue, { maxKeys: 2 }), { freq: 8 }),
    )
    .map(([body, wrong, values, extra]) => ({
      ...body,
      ...Object.fromEntries(wrong.map((name) => [name, values.next().value])),
      ...extra,
    }));
}

const place = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: hostileText.filter((text) => text.length < 2_000) },
);

/** One request: the address, the raw body, and who asks. */
function requestsOf(operation: Operation) {
  const parameters = fc.tuple(
    ...operation.parameters.map(({ name, in: where, schema }) =>
      fc
        .tuple(
          place,
          fc.constant(null).chain(() => rightValue(operation.path + name, schema)),
          fc.boolean(),
        )
        .map(([bad, right, missing]) => ({ name, where, value: bad ?? String(right), missing })),
    ),
  );
  const body = fc.oneof(
    { weight: 12, arbitrary: bodyOf(operation.body ?? {}).map(toJson) },
    { weight: 2, arbitrary: hostileValue.map(toJson) },
    { weight: 1, arbitrary: fc.constantFrom("{", "", "[[[[", "\u0000", '{"a":1,"a":2}', "nul") },
  );
  const caller = fc.constantFrom<(keyof Cast | null)[]>("owner", "owner", "owner", "client", null);
  return fc.record({ parameters, body, caller, number: fc.nat(2 ** 24 - 1) });
}

type Sent = ReturnType<typeof requestsOf> extends fc.Arbitrary<infer Value> ? Value : never;

function addressOf({ path }: Operation, parameters: Sent["parameters"]): string {
  let address = path;
  const query: string[] = [];
  for (const { name, where, value, missing } of parameters) {
    if (where === "path") address = address.replace(`{${name}}`, encode(value) || "%00");
    else if (!missing) query.push(`${name}=${encode(value)}`);
  }
  return `/api/v1${address}?${query.join("&")}`;
}

async function send(operation: Operation, { parameters, body, caller, number }: Sent) {
  const who = ENDING[operation.name] ?? caller;
  const isForm = operation.name === "POST /images";
  const started = performance.now();
  const answer = await fetch(site.origin + addressOf(operation, parameters), {
    method: operation.method,
    redirect: "manual",
    headers: {
      "x-forwarded-for": addressOf24(number),
      ...(who && { authorization: `Bearer ${tokens[who]}` }),
      ...(operation.body && !isForm && { "content-type": "application/json" }),
      ...(isForm && { "content-type": "multipart/form-data; boundary=x" }),
    },
    ...(operation.body && {
      body: isForm
        ? `--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n${body}\r\n--x--`
        : body,
    }),
  });
  const text = await answer.text();
  return { status: answer.status, text, took: performance.now() - started };
}

/** Deletions come last, since afterwards there is nothing left to test. */
const order = ({ method }: Operation) => (method === "DELETE" ? 1 : 0);

test.for(operations.toSorted((a, b) => order(a) - order(b)))(
  "$name answers whatever is sent",
  { timeout: 3_600_000 },
  async (operation) => {
    await tryAll(requestsOf(operation), async (sent) => {
      const { status, text, took } = await send(operation, sent);
      expect(flawOf(status, text), text.slice(0, 2_000)).toBeNull();
      expect(refusalFlawOf(status, text)).toBeNull();
      expect([...operation.statuses, 413], text).toContain(status);
      expect(took).toBeLessThan(PATIENCE);
    });
  },
);
