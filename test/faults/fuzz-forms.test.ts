import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isOperators, pageOf } from "#app/page-table.server.ts";
import { patternShape } from "#platform/http/route-pattern.server.ts";
import { operatorCookie } from "#test/make/operators.ts";
import { routes } from "#test/make/pages.ts";
import type { Cast } from "./callers.ts";
import { FORM_PATTERNS, FORMS, type FormPattern, SHOWN_TO } from "./forms.ts";
import {
  addressOf24,
  encode,
  flawOf,
  HOSTILE_TEXTS,
  hostileText,
  PATIENCE,
  tryAll,
} from "./hostile.ts";
import { type Offer, openSiteUnderTest, type SiteUnderTest } from "./site-under-test.ts";

let site: SiteUnderTest;
let cast: Cast;
let offer: Offer;
let operator: string;
/** By pattern: what {@link FORMS} says, and what pages show. */
const forms = new Map(
  FORM_PATTERNS.map((pattern) => {
    const { intents = "", fields = "" } = FORMS[pattern] ?? {};
    return [pattern, { intents: new Set(intents.split(" ")), fields: new Set(fields.split(" ")) }];
  }),
);
beforeAll(async () => {
  site = await openSiteUnderTest();
  cast = await site.makeCast();
  offer = await site.makeOffer(cast);
  operator = await operatorCookie(site.ctx);
  for (const who of SHOWN_TO) await readForms(who ? cast[who].cookie : "");
  await readForms(operator);
});
afterAll(() => site.close());

/** Notes the fields and intents of every form that a page shows. */
async function readForms(cookie: string): Promise<void> {
  const { sessionId, activityId, bookingId, slotId } = offer;
  const places: Record<string, string> = { sessionId, activityId, bookingId, slotId };
  const shapes = FORM_PATTERNS.map((pattern) => ({ pattern, shape: patternShape(pattern) }));
  for (const { path = "" } of Object.values(routes)) {
    const address = `/${path.replace(/:(\w+)\??/g, (_, name) => places[name] ?? "x")}`;
    const headers = { "x-forwarded-for": "10.0.0.1", cookie };
    const answer = await fetch(site.origin + address, { redirect: "manual", headers });
    for (const [form] of (await answer.text()).matchAll(/<form\b.*?<\/form>/gs)) {
      if (!/^<form[^>]*method="post"/i.test(form)) continue;
      const action = /^<form[^>]*\baction="([^"?#]*)/.exec(form)?.[1] || address;
      const shown = shapes.filter(({ shape }) => shape.test(action));
      expect(shown.length, `${address}: a form to ${action}`).toBeGreaterThan(0);
      for (const { pattern } of shown) noteFields(pattern, form);
    }
  }
}

function noteFields(pattern: FormPattern, form: string): void {
  for (const [tag] of form.matchAll(/<(?:input|select|textarea|button)\b[^>]*>/g)) {
    // Rows of slots are numbered.
    const name = /\bname="([^"]*)"/.exec(tag)?.[1]?.replace(/^slot\d+-/, "slot1-");
    const value = /\bvalue="([^"]*)"/.exec(tag)?.[1] ?? "";
    if (name === "intent") forms.get(pattern)?.intents.add(value);
    else if (name && name !== "username") forms.get(pattern)?.fields.add(name);
  }
}

test("of every form something is known, by its page or by the list", () => {
  const unknown = FORM_PATTERNS.filter((pattern) => {
    const { intents, fields } = forms.get(pattern) ?? {};
    return !FORMS[pattern] && intents?.size === 1 && fields?.size === 1;
  });
  expect(unknown).toEqual([]);
});

const WORDS: Record<string, string[]> = {
  amount: ["4000", "3500"],
  bufferMinutes: ["15"],
  businessType: ["individual", "company"],
  capacity: ["8"],
  category: ["Yoga", "Atelier"],
  country: ["FR"],
  vatStatus: ["exempt", "charged"],
  vatNumber: ["FR40732829320", ""],
  decision: ["publish", "refuse", "refund", "accept", "drop", "delete"],
  date: ["2026-12-01"],
  "d1-opens1": ["09:00"],
  "d1-closes1": ["12:30"],
  day: ["2026-12-20"],
  from: ["2026-12-20"],
  fromTime: ["14:00"],
  kind: ["busy", "outside", "absence", "session"],
  noticeMinutes: ["30"],
  seats: ["1", "0", "-1", "1.5", "2", "7", "1e9", ""],
  to: ["2026-12-28"],
  toTime: ["16:00"],
  discountedPrice: [""],
  duration: ["60"],
  imageUrl: ["", "javascript:alert(1)", "https://evil.example/x.jpg"],
  pin: ["", "45.76422, 4.83523"],
  onlineLink: ["", "https://meet.example.fr/x"],
  place: ["online", "in-person"],
  planType: ["free", "premium", "premium_yearly", "enterprise_monthly"],
  postalCode: ["69001"],
  price: ["40", "40,50"],
  recurringDays: ["monday"],
  recurringUntil: ["2026-12-31"],
  rhythm: ["once", "weekly"],
  sessionType: ["individual", "group"],
  slot: ["slot1"],
  "slot1-start": ["2026-12-01T18:30"],
  "slot1-spots": ["3"],
  startTime: ["18:30"],
  subject: ["paiement"],
  suite: ["/profil", "/sessions?page=2"],
};

function typedValue(name: string): fc.Arbitrary<string> {
  if (/slotid|-id$/i.test(name)) return fc.constantFrom(offer.slotId, offer.activitySlotId);
  if (name === "bookingId") return fc.constant(offer.bookingId);
  if (name === "cle") return fc.uuid();
  if (name === "email") return fc.nat().map((number) => `essai-${number}@example.fr`);
  return fc.constantFrom(...(WORDS[name] ?? ["Un texte comme il faut", "parenthese"]));
}

/**
 * A form as its page sends it, except for a field or two; hostile values are texts, because forms
 * know no other.
 */
function formsOf(pattern: FormPattern, path: string) {
  const known = forms.get(pattern);
  const names = [...(known?.fields ?? [])].filter(Boolean);
  const intents = [...(known?.intents ?? [])];
  const typed = fc.record(
    Object.fromEntries(
      names.map((name) => [
        name,
        fc.option(
          fc.constant(null).chain(() => typedValue(name)),
          { nil: undefined, freq: 9 },
        ),
      ]),
    ),
  );
  const wrong = fc.subarray(names, { maxLength: Math.min(2, names.length) });
  return fc.record({
    fields: fc
      .tuple(typed, wrong, fc.infiniteStream(hostileText), fc.constantFrom(...intents))
      .map(([right, wrong, values, intent]) => ({
        ...(intent && { intent }),
        ...right,
        ...Object.fromEntries(wrong.map((name) => [name, String(values.next().value)])),
      })),
    place: fc.array(fc.oneof(fc.constant(null), fc.constantFrom(...HOSTILE_TEXTS)), {
      minLength: path.split(":").length - 1,
      maxLength: path.split(":").length - 1,
    }),
    multipart: fc.boolean(),
    number: fc.nat(2 ** 24 - 1),
  });
}

const patience = { timeout: 3_600_000 };
test.for(FORM_PATTERNS)("the form of %s answers whatever is sent", patience, async (pattern) => {
  const { shared, isOpen } = pageOf(pattern);
  const { query = "", by = shared || isOpen ? null : "owner" } = FORMS[pattern] ?? {};
  const path = pattern + query;
  const cookie = by && isOperators(pattern) ? operator : by && cast[by].cookie;
  await tryAll(formsOf(pattern, path), async ({ fields, place, multipart, number }) => {
    const places = [...place];
    const address = path.replace(/:(\w+)/g, (_, kind) => {
      const { sessionId, activityId, bookingId, slotId } = offer;
      const checkout = `free_${bookingId}`;
      const known = { sessionId, activityId, bookingId, slotId, checkout };
      return encode(places.shift() ?? known[kind as keyof typeof known] ?? sessionId) || "x";
    });
    const body = multipart ? new FormData() : new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) {
      if (value !== undefined) body.append(name, value.toWellFormed());
    }
    const started = performance.now();
    const answer = await fetch(site.origin + address, {
      method: "POST",
      redirect: "manual",
      headers: {
        origin: site.origin,
        "x-forwarded-for": addressOf24(number),
        ...(cookie && { cookie }),
      },
      body,
    });
    const text = await answer.text();
    expect(flawOf(answer.status, text), text.slice(0, 2_000)).toBeNull();
    expect(performance.now() - started).toBeLessThan(PATIENCE);
    const goesTo = answer.headers.get("location") ?? "/";
    expect(goesTo).toMatch(isOurs());
  });
});

/** An address of this site or of the provider, and none that a form's sender chose. */
function isOurs(): RegExp {
  return new RegExp(
    `^(/(?![/\\\\])|${site.ctx.config.stripe.apiBase}/|${site.ctx.config.appUrl}/)`,
  );
}
