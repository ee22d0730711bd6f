import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  mails,
  messages,
  professionalProfiles,
  professionalSubscriptions,
  subscriptionCheckouts,
  verifications,
} from "#core/tables.server.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import { requestContext } from "../context.server.ts";
import { action as signUp } from "./account/inscription.tsx";
import { action as giftCard } from "./information/carte-cadeau.tsx";
import { action as contact } from "./information/contact.tsx";
import { action as withdraw } from "./information/renoncer-au-contrat.tsx";
import { action as choosePlan } from "./subscriptions/nos-offres.tsx";
import { action as wizard } from "./subscriptions/professionnel-creer.tsx";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

type Action = (args: never) => Promise<unknown>;

/** The outcome of a form: its redirect, or the words of the page. */
async function send(
  action: Action,
  fields: Record<string, string>,
  userId?: string,
  address = "203.0.113.7",
) {
  const context = new RouterContextProvider();
  context.set(requestContext, await world.context(userId, { address }));
  const body = new URLSearchParams(fields);
  const request = new Request("http://localhost/", { method: "POST", body });
  const args = { request, context, params: {} } as unknown as ActionFunctionArgs;
  const answer = await action(args as never);
  if (answer instanceof Response) return { to: answer.headers.get("location") };
  const { data, init, ...said } = answer as Record<string, object | undefined>;
  return { ...said, ...data, ...init } as Record<string, unknown>;
}

/** Counts everything that such a form may create. */
async function made() {
  const { db } = world;
  return {
    messages: await db.$count(messages),
    mails: await db.$count(mails),
    signUps: await db.$count(verifications),
    checkouts: await db.$count(subscriptionCheckouts),
    subscriptions: await db.$count(professionalSubscriptions),
    professionals: await db.$count(professionalProfiles),
  };
}

const email = () => `${randomUUID()}@example.fr`;
const letter = { name: "Inès Lefort", email: "ines@example.fr", message: "Bonjour à vous tous." };
const business = {
  businessName: "Atelier du souffle",
  businessDescription: "Une salle claire, deux tapis.",
};

const FORMS: {
  name: string;
  action: Action;
  fields: () => Record<string, string>;
  changed: Record<string, string>;
  /** The rows that one sending creates. */
  makes: Partial<Awaited<ReturnType<typeof made>>>;
}[] = [
  {
    name: "a message to the support",
    action: contact,
    fields: () => ({ ...letter, subject: "reservation" }),
    changed: { message: "Et encore ceci, merci." },
    makes: { messages: 1, mails: 1 },
  },
  {
    name: "an enquiry about gift cards",
    action: giftCard,
    fields: () => ({
      ...{ ...letter, companyName: "Atelier Lefort", contactName: "Inès Lefort" },
      ...{ phone: "01 23 45 67 89", employeeCount: "12" },
    }),
    changed: { employeeCount: "13" },
    makes: { messages: 1, mails: 1 },
  },
  {
    name: "a withdrawal",
    action: withdraw,
    fields: () => ({ name: "Inès Lefort", email: email(), contract: "Yoga du 3 décembre" }),
    changed: { contract: "Yoga du 4 décembre" },
    makes: { messages: 1, mails: 2 },
  },
  {
    name: "a registration",
    action: signUp,
    fields: () => ({
      ...{ firstName: "Inès", lastName: "Lefort", email: email() },
      ...{ password: "correct cheval pile agrafe" },
    }),
    changed: { password: "un autre, plus long encore" },
    makes: { signUps: 1, mails: 1 },
  },
  {
    name: "the free plan of a guest",
    action: choosePlan,
    fields: () => ({ planType: "free", email: email() }),
    changed: { planType: "premium_monthly" },
    makes: { checkouts: 1, subscriptions: 1, mails: 1 },
  },
  {
    name: "a paid plan of a guest",
    action: choosePlan,
    fields: () => ({ planType: "premium_yearly", email: email() }),
    changed: { planType: "premium_monthly" },
    makes: { checkouts: 1 },
  },
];

describe("a form whose answer was lost is sent again, and is answered as at first", () => {
  test.each(FORMS)("$name", async ({ action, fields, changed, makes }) => {
    const before = await made();
    const form = { ...fields(), cle: randomUUID() };
    const first = await send(action, form);
    expect(first.status).toBeUndefined();
    expect(await send(action, form)).toEqual({
      ...first,
      // The page goes on with a key of its own.
      ...("retryKey" in first && { retryKey: first.retryKey && expect.any(String) }),
    });
    const after = await made();
    const added = Object.entries(after).map(([of, count]) => [
      of,
      count - before[of as keyof typeof before],
    ]);
    expect(Object.fromEntries(added)).toEqual({
      ...{ messages: 0, mails: 0, signUps: 0, checkouts: 0, subscriptions: 0, professionals: 0 },
      ...makes,
    });

    // Another content under the same key is stopped once, and then gets a key of its own.
    const other = { ...form, ...changed };
    const stopped = await send(action, other);
    expect(stopped).toMatchObject({ status: 409, retryKey: expect.any(String) });
    expect(await made()).toEqual(after);
    const taken = await send(action, { ...other, cle: String(stopped.retryKey) });
    expect(taken.status).toBeUndefined();
    expect(await made()).not.toEqual(after);
  });
});

describe("a message from a shared page without JavaScript, and so without a key", () => {
  test.each(FORMS.filter(({ makes }) => makes.messages))(
    "$name is sent once, whether after the first answer or at the same time",
    async ({ action, fields, changed, makes }) => {
      const { messages: before } = await made();
      const once = before + Number(makes.messages);
      const form = { ...fields(), cle: "" };
      const [first, second] = await Promise.all([send(action, form), send(action, form)]);
      expect(second).toEqual(first);
      expect(first.status).toBeUndefined();
      expect(await send(action, form)).toEqual(first);
      expect((await made()).messages).toBe(once);

      // Another text is another message, and so is the same one from elsewhere.
      expect((await send(action, { ...form, ...changed })).status).toBeUndefined();
      expect((await made()).messages).toBe(once + 1);
      expect((await send(action, form, undefined, "198.51.100.9")).status).toBeUndefined();
      expect((await made()).messages).toBe(once + 2);
    },
  );
});

describe("what is the same when it is asked for again needs no key", () => {
  test.each([
    ["the free plan", choosePlan, { planType: "free" }, { subscriptions: 1 }],
    ["a paid plan", choosePlan, { planType: "premium_yearly" }, { checkouts: 1 }],
    ["the wizard's window", wizard, { ...business, planType: "free" }, { professionals: 1 }],
    [
      "the same with a plan to pay",
      wizard,
      { ...business, planType: "premium_yearly" },
      { checkouts: 1 },
    ],
  ] as const)("%s of somebody signed in", async (_, action, fields, makes) => {
    const { id } = await makeUser(world.db);
    const before = await made();
    const first = await send(action as Action, fields, id);
    expect(first.to).toBeTruthy();
    const after = await made();
    for (const [of, count] of Object.entries(makes)) {
      expect(after[of as keyof typeof after]).toBe(before[of as keyof typeof before] + count);
    }
    expect(await send(action as Action, fields, id)).toEqual(first);
    expect(await made()).toEqual(after);
  });
});
