import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { expect, test } from "./fixtures.ts";
import { paidSession, signIn } from "./journeys.ts";

/*
 * Every type of page, as the server sends it, against the standard of HTML: the rules of html-validate
 * that say what the W3C's validator says, and those about whole documents. Nothing is switched off.
 */
const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ["html-validate:standard", "html-validate:document"],
    rules: {
      // Our own scripts come from our own origin with their content's hash in their name.
      "require-sri": ["error", { target: "crossorigin" }],
    },
  }),
);

/** Pages that are made for whoever looks, by what they are about; those that lead elsewhere are followed. */
const OWN = {
  results: [
    ...["/payment-success", "/guest-payment-success", "/payment-canceled"],
    ...["/guest-subscription-success", "/professionnel/success", "/professionnel/cancel"],
  ],
  business: [
    ...["/mes-sessions", "/mes-sessions?type=passees", "/mes-activites", "/favoris"],
    ...["/ajouter-session", "/ajouter-activite", "/professionnel/creer"],
  ],
  account: [
    ...["/profil", "/editer-profil", "/connexion", "/inscription", "/confirmation"],
    ...["/mot-de-passe-oublie", "/changer-mot-de-passe", "/bienvenue"],
  ],
};

/** Addresses of every type of page that everybody can open. */
async function publicPages(request: APIRequestContext): Promise<string[]> {
  const session = await paidSession(request, 0);
  const first = async (list: string) =>
    (await (await request.get(`/api/v1/${list}?limit=1`)).json()).data[0].id;
  const sitemap = await (await request.get("/sitemap-pages.xml")).text();
  const listed = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)];
  expect(listed.length).toBeGreaterThan(10);
  return [
    ...listed.map(([, path = ""]) => path),
    ...["/sessions?q=introuvablement", "/sessions?category=Yoga&price=20-40"],
    ...["/sessions?page=2&sort=rating", "/sessions?filter=nearby"],
    ...[`/session/${session.id}`, `/session/${randomUUID()}`],
    "/praticiens?q=introuvablement",
    `/praticiens/${await first("professionals")}`,
    `/activites/${await first("activities")}`,
    ...["/bien-etre/yoga", "/bien-etre/massage/lyon", "/bien-etre/reiki/lyon"],
    ...["/contact?sujet=autre", "/aide?q=introuvable", "/demo/mails", "/nulle-part"],
  ];
}

async function errorsOf(request: APIRequestContext, paths: readonly string[]): Promise<string[]> {
  const errors: string[] = [];
  for (const path of paths) {
    const answer = await request.get(path);
    expect(answer.headers()["content-type"], path).toContain("text/html");
    const html = await answer.text();
    // Scrolling over one changes it, and it reads « 45,50 » by the browser's language.
    if (/type="?number/.test(html)) errors.push(`${path}: a field of numbers`);
    // The W3C's Nu checker asks for it of every picture of a set.
    for (const [tag] of html.matchAll(/<(?:img|link|source)\b[^>]*srcset=[^>]*>/gi)) {
      if (!/sizes=/i.test(tag)) errors.push(`${path}: a set of pictures without sizes, ${tag}`);
    }
    // A line that ends before a value in braces loses its space.
    for (const [glued] of html.matchAll(/\S*\p{Ll}<!-- -->\d\S*/gu)) {
      errors.push(`${path}: a word against a figure, ${glued}`);
    }
    const report = await validator.validateString(html, path);
    for (const { messages } of report.results) {
      for (const { ruleId, message, selector } of messages) {
        errors.push(`${path}: ${message} (${ruleId}) ${selector ?? ""}`);
      }
    }
  }
  return errors;
}

test.describe("the HTML of every type of page is valid", () => {
  test("the validator finds what is wrong", async () => {
    const wrong = "<!DOCTYPE html><html lang=fr><title>x</title><p><h1>x</h1></p><ul><a>x</a></ul>";
    const { valid } = await validator.validateString(wrong);
    expect(valid).toBe(false);
  });

  test("for a visitor", async ({ request }) => {
    expect(
      await errorsOf(request, [...(await publicPages(request)), ...Object.values(OWN).flat()]),
    ).toEqual([]);
  });

  // Public pages differ from one account to the next in its name alone.
  test("for somebody signed in, on public pages", async ({ page }) => {
    await signIn(page, "camille@example.fr");
    expect(await errorsOf(page.request, await publicPages(page.request))).toEqual([]);
  });

  for (const email of ["camille@example.fr", "ines@example.fr", "sam@example.fr"]) {
    for (const [about, paths] of Object.entries(OWN)) {
      test(`for ${email}, about ${about}`, async ({ page }) => {
        await signIn(page, email);
        expect(await errorsOf(page.request, paths)).toEqual([]);
      });
    }
  }
});
