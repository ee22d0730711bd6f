import { expect, onTestFinished } from "vitest";
import { KEY_FIELD } from "#app/ui/forms/retry-key.tsx";
import { rateLimits } from "#core/tables.server.ts";
import { hashSecret, newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { LOGIN_COOKIE } from "#site/cookies.ts";
import { makeContext } from "./make/context.ts";
import { dataTest } from "./make/database.ts";
import { makeProfessional, makeUser } from "./make/people.ts";
import { openSite } from "./make/site.ts";

const EMAIL = "julie@example.fr";
const HERE = "127.0.0.1";
const letter = { name: "Julie", email: EMAIL, subject: "autre", message: "Bonjour à vous tous" };
const enquiry = {
  ...{ companyName: "Atelier Nord", contactName: "Julie", email: EMAIL, phone: "01 99 00 45 67" },
  ...{ employeeCount: "40", message: "Pour la fin de l'année" },
};
const person = { firstName: "Julie", lastName: "Martin", email: EMAIL, password: "parenthese" };
const guess = { email: EMAIL, password: "pas-le-bon" };

/** Each limit, and a form or a call that meets it. */
const DOORS: [limit: string, key: string, path: string, body: Record<string, unknown>][] = [
  ["login-account", hashSecret(EMAIL), "/connexion", { intent: "log-in", ...guess }],
  ["login-address", HERE, "/connexion", { intent: "log-in", ...guess }],
  ["login-address", HERE, "/connexion.data", { intent: "log-in", ...guess }],
  ["login-account", hashSecret(EMAIL), "/api/v1/auth/token?grant_type=password", guess],
  ["resend-confirmation", HERE, "/connexion", { intent: "resend", email: EMAIL }],
  ["sign-up", HERE, "/inscription", { ...person, confirmPassword: "parenthese" }],
  ["sign-up", HERE, "/api/v1/auth/signup", { ...guess, data: { first_name: "J", last_name: "M" } }],
  ["reset-password", HERE, "/mot-de-passe-oublie", { email: EMAIL }],
  ["reset-password", HERE, "/api/v1/auth/recover", { email: EMAIL }],
  ["message", HERE, "/contact", letter],
  ["message", HERE, "/carte-cadeau", enquiry],
  ["message", HERE, "/api/v1/functions/send-contact-email", letter],
  ["withdrawal", HERE, "/renoncer-au-contrat", { name: "Julie", email: EMAIL, contract: "Yoga" }],
  ["guest-subscription", HERE, "/nos-offres", { planType: "premium", email: EMAIL }],
];

/** Fills a counter that starts again after so many seconds, and looks at the answer met then. */
async function meet(
  db: Database,
  limit: string,
  [key, seconds]: [string, number],
  ask: () => Promise<Response>,
): Promise<void> {
  const expire = Date.now() + seconds * 1_000;
  await db.insert(rateLimits).values({ key: `${limit}:${key}`, points: 1_000, expire });
  const { status, headers } = await ask();
  expect(status).toBe(429);
  const wait = Number(headers.get("retry-after"));
  expect(wait).toBeLessThanOrEqual(seconds);
  expect(wait).toBeGreaterThanOrEqual(Math.ceil((expire - Date.now()) / 1_000));
}

dataTest.for(DOORS)("%s (%s) at %s: the wait is what is left", async (door, { db }) => {
  const [limit, key, path, body] = door;
  const { origin, close } = await openSite(makeContext(db));
  onTestFinished(close);
  const isCall = path.startsWith("/api/");
  const ask = () =>
    fetch(origin + path, {
      method: "POST",
      redirect: "manual",
      headers: {
        origin,
        "content-type": isCall ? "application/json" : "application/x-www-form-urlencoded",
      },
      body: isCall
        ? JSON.stringify(body)
        : // Without a key of its own, the second would be answered as the first sent again.
          new URLSearchParams({
            ...(body as Record<string, string>),
            [KEY_FIELD]: newId(),
          }).toString(),
    });
  expect((await ask()).headers.get("retry-after")).toBeNull();
  await db.delete(rateLimits);
  await meet(db, limit, [key, 1_234], ask);
});

dataTest("what needs a login says it too", async ({ db }) => {
  const user = await makeUser(db, { email: EMAIL, password: "parenthese", isPro: true });
  const { userId: id } = await makeProfessional(db, { user });
  const { origin, close } = await openSite(makeContext(db));
  onTestFinished(close);
  const inside = await fetch(`${origin}/connexion`, {
    ...{ method: "POST", redirect: "manual", headers: { origin } },
    body: new URLSearchParams({ intent: "log-in", email: EMAIL, password: "parenthese" }),
  });
  const cookie = inside.headers.getSetCookie().find((value) => value.includes(LOGIN_COOKIE)) ?? "";
  const headers = { origin, cookie: String(cookie.split(";")[0]) };
  await meet(db, "export", [HERE, 345], () =>
    fetch(`${origin}/api/v1/profile/export`, { headers }),
  );
  const form = new FormData();
  form.set("bucket", "session-images");
  form.set("file", new File([new Uint8Array(9)], "a.png", { type: "image/png" }));
  await meet(db, "image-upload", [id, 567], () =>
    fetch(`${origin}/api/v1/images`, { method: "POST", headers, body: form }),
  );
});
