import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "#api/api.ts";
import type { Cast, Member } from "./cast.ts";
import {
  flawOf,
  HOSTILE_TEXTS,
  hostileText,
  hostileValue,
  PATIENCE,
  refusalFlawOf,
  toJson,
} from "./hostile.ts";
import { type Operation, operationsOf, type Schema } from "./operations.ts";
import { SEED, size } from "./size.ts";
import { type Offer, openStage, type Stage } from "./stage.ts";

const { operations, resolve } = operationsOf(createApi());

/** Whose login these end: each gets somebody whom nobody else needs. */
const ENDING: Record<string, keyof Cast> = {
  "POST /auth/logout": "bare",
  "POST /rpc/request_account_deletion": "stranger",
};

const BUSINESS =
  "businessName businessDescription businessAddress businessCity businessPostalCode businessPhone siret";
const OFFERING =
  "title description category newCategory sessionType capacity price discountedPrice duration place onlineLink address city postalCode rhythm recurringDays recurringUntil date startTime requirements included newTags tags imageUrl imageRemoved slot 0-id 0-start 0-spots 0-shown 0-live 0-removed";
const EDITS = "edit delete activate deactivate cancel-slot cancel-booking";

let stage: Stage;
let cast: Cast;
let offer: Offer;
beforeAll(async () => {
  stage = await openStage();
  cast = await stage.makeCast();
  offer = await stage.makeOffer(cast);
});
afterAll(() => stage.close());

/** What a field of this name would rightly hold, so that what is wrong with the others is reached. */
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
const encode = (text: string) => encodeURIComponent(text.toWellFormed());

/** One request: the address, the body as it is sent, and who asks. */
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

/** An address of the network that nobody routes, so that no caller uses up another's tries. */
function addressOf24(number: number): string {
  return [10, number >> 16, (number >> 8) & 255, number & 255].join(".");
}

async function send(operation: Operation, { parameters, body, caller, number }: Sent) {
  const who = ENDING[operation.name] ?? caller;
  const member: Member | null = who ? cast[who] : null;
  const isForm = operation.name === "POST /images";
  const started = performance.now();
  const answer = await fetch(stage.origin + addressOf(operation, parameters), {
    method: operation.method,
    redirect: "manual",
    headers: {
      "x-forwarded-for": addressOf24(number),
      ...(member && { authorization: `Bearer ${member.token}` }),
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

/** What removes comes last: there would be nothing left to be wrong about. */
const order = ({ method }: Operation) => (method === "DELETE" ? 1 : 0);

test.for(operations.toSorted((a, b) => order(a) - order(b)))(
  "$name answers whatever is sent",
  { timeout: 3_600_000 },
  async (operation) => {
    await fc.assert(
      fc.asyncProperty(requestsOf(operation), async (sent) => {
        const { status, text, took } = await send(operation, sent);
        expect(flawOf(status, text)).toBeNull();
        expect(refusalFlawOf(status, text)).toBeNull();
        expect([...operation.statuses, 413], text).toContain(status);
        expect(took).toBeLessThan(PATIENCE);
      }),
      { numRuns: size(20, 2_000), seed: SEED },
    );
  },
);

/** Whoever sends a form, where to, and the names of its fields; several intents are one field. */
const FORMS: [path: string, caller: keyof Cast | null, intents: string, fields: string][] = [
  ["/sessions/:session", null, "book", "slotId amount bookingNotes email signedIn"],
  ["/session/:session", "client", "book", "slotId amount bookingNotes signedIn"],
  ["/activites/:activity", "client", "book", "slotId amount bookingNotes email"],
  ["/ajouter-session", "owner", "create", OFFERING],
  ["/ajouter-activite", "owner", "create", OFFERING],
  ["/sessions/:session/edit", "owner", EDITS, OFFERING],
  ["/editer-activite/:activity", "owner", EDITS, OFFERING],
  ["/payment-success?session_id=:any", "client", "", ""],
  ["/guest-payment-success?session_id=:any", null, "", ""],
  ["/guest-subscription-success?session_id=:any&plan=:any&email=:any", null, "", ""],
  ["/professionnel/success?session_id=:any", "owner", "", ""],
  ["/professionnel-success?session_id=:any", "owner", "", ""],
  ["/professionnel/creer", "bare", "information plan", `planType ${BUSINESS}`],
  ["/mes-sessions", "client", "", "bookingId refundCents"],
  ["/favoris", "client", "", ""],
  ["/favoris/:session", "client", "add remove", "suite alive"],
  ["/connexion", null, "log-in resend reset", "email password suite alive token confirmPassword"],
  ["/inscription", null, "", "firstName lastName phone email password confirmPassword userType"],
  ["/confirmation", null, "confirm refuse", "token password"],
  ["/mot-de-passe-oublie", null, "", "email"],
  ["/changer-mot-de-passe", "temporary", "", "password confirmPassword"],
  ["/deconnexion", "stranger", "", ""],
  ["/profil", "client", "update-profile", "firstName lastName phone"],
  ["/profil/abonnement", "owner", "", ""],
  ["/profil/paiements", "unpaid", "dashboard continue open", "businessName businessType country"],
  ["/profil/suppression", "rival", "", "password"],
  ["/editer-profil", "owner", "", `firstName lastName phone ${BUSINESS}`],
  ["/contact", null, "", "name email subject message"],
  ["/carte-cadeau", null, "", "companyName contactName email phone employeeCount message"],
  ["/nos-offres", null, "", "planType email signedIn"],
  ["/renoncer-au-contrat", null, "", "name email contract"],
];

const WORDS: Record<string, string[]> = {
  amount: ["4000", "3500"],
  businessType: ["individual", "company"],
  capacity: ["8"],
  category: ["Yoga", "Atelier"],
  country: ["FR"],
  date: ["2026-12-01"],
  discountedPrice: [""],
  duration: ["60"],
  imageUrl: ["", "javascript:alert(1)", "https://evil.example/x.jpg"],
  onlineLink: ["", "https://meet.example.fr/x"],
  place: ["online", "in-person"],
  planType: ["free", "premium", "premium_yearly", "enterprise_monthly"],
  postalCode: ["69001"],
  price: ["40", "40,50"],
  recurringDays: ["monday"],
  recurringUntil: ["2026-12-31"],
  rhythm: ["once", "weekly"],
  sessionType: ["individual", "group"],
  slot: ["0"],
  "0-start": ["2026-12-01T18:30"],
  "0-spots": ["3"],
  startTime: ["18:30"],
  subject: ["paiement"],
  suite: ["/profil", "/sessions?page=2"],
};

function typedValue(name: string): fc.Arbitrary<string> {
  if (/slotid|-id$/i.test(name)) return fc.constantFrom(offer.slotId, offer.activitySlotId);
  if (name === "bookingId") return fc.constant(offer.bookingId);
  if (name === "email") return fc.nat().map((number) => `essai-${number}@example.fr`);
  return fc.constantFrom(...(WORDS[name] ?? ["Un texte comme il faut", "parenthese"]));
}

/** A form as its page sends it, but for a field or two; hostile values are texts: forms know no other. */
function formsOf([path, , intents, fields]: (typeof FORMS)[number]) {
  const names = fields.split(" ").filter(Boolean);
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
      .tuple(typed, wrong, fc.infiniteStream(hostileText), fc.constantFrom(...intents.split(" ")))
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

test.for(FORMS)("the form of %s answers whatever is sent", { timeout: 3_600_000 }, async (form) => {
  const [path, caller] = form;
  await fc.assert(
    fc.asyncProperty(formsOf(form), async ({ fields, place, multipart, number }) => {
      const places = [...place];
      const address = path.replace(/:(\w+)/g, (_, kind) => {
        const right = {
          session: offer.sessionId,
          activity: offer.activityId,
          any: `free_${offer.bookingId}`,
        };
        return encode(places.shift() ?? right[kind as keyof typeof right]) || "x";
      });
      const body = multipart ? new FormData() : new URLSearchParams();
      for (const [name, value] of Object.entries(fields)) {
        if (value !== undefined) body.append(name, value.toWellFormed());
      }
      const started = performance.now();
      const answer = await fetch(stage.origin + address, {
        method: "POST",
        redirect: "manual",
        headers: {
          origin: stage.origin,
          "x-forwarded-for": addressOf24(number),
          ...(caller && { cookie: cast[caller].cookie }),
        },
        body,
      });
      const text = await answer.text();
      expect(flawOf(answer.status, text), text.slice(0, 2_000)).toBeNull();
      expect(performance.now() - started).toBeLessThan(PATIENCE);
      const goesTo = answer.headers.get("location") ?? "/";
      expect(goesTo).toMatch(isOurs());
    }),
    { numRuns: size(20, 2_000), seed: SEED },
  );
});

/** An address of this site or of the provider: nowhere that a form's sender chose. */
function isOurs(): RegExp {
  return new RegExp(
    `^(/(?![/\\\\])|${stage.ctx.config.stripe.apiBase}/|${stage.ctx.config.appUrl}/)`,
  );
}
