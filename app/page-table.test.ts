import { RouterContextProvider } from "react-router";
import { describe, expect, test } from "vitest";
import type { Context } from "#core/context.server.ts";
import { requestContext } from "./context.server.ts";
import { createMatcher, isOperators, listPages } from "./page-table.server.ts";
import { sharedAddress } from "./public-pages/shared-pages.server.ts";
import { closedToCrawlers, sitemapPages } from "./public-pages/sitemap-and-robots.server.ts";
import { middleware } from "./root.tsx";

const ID = "01a1f947-4d38-7636-b4fb-c69194333b29";
const ROUTES = [...listPages().keys()];
const OPERATORS = ROUTES.filter(isOperators);
/** The routes whose file says nothing, because each belongs to one person. */
const PRIVATE = [...listPages()].flatMap(([route, { shared, isOpen }]) =>
  shared || isOpen || isOperators(route) || route === "/*" ? [] : [route],
);
const OPEN_TO_TEMPORARY_PASSWORD = ["/changer-mot-de-passe", "/deconnexion", "/hors-ligne"];

/** The redirect of somebody with a temporary password from a page, if any. */
function ledTo(pattern: string): string | null {
  const context = new RouterContextProvider();
  context.set(requestContext, { actor: { mustChangePassword: true } } as Context);
  try {
    // React Router names a route as app/routes.ts does, without the first slash.
    const named = { context, pattern: pattern.slice(1) };
    for (const run of middleware) run(named as never, async () => new Response());
    return null;
  } catch (answer) {
    return (answer as Response).headers.get("location");
  }
}

/** The addresses that crawlers read out of a line of robots.txt. */
const isUnder = (line: string, path: string) =>
  new RegExp(`^${line.replaceAll(/[.?]/g, "\\$&").replaceAll("*", ".*")}`).test(path);

test("a route whose file does not say otherwise is private in every way", () => {
  expect(PRIVATE.length).toBeGreaterThan(50);
  const closed = closedToCrawlers();
  for (const route of PRIVATE) {
    const path = route.replaceAll(/:\w+/g, ID);
    expect(sharedAddress(path), route).toBeNull();
    expect(sharedAddress(`${path}.data`), route).toBeNull();
    expect(sitemapPages(), route).not.toContain(path);
    expect(closed.filter((line) => isUnder(line, path)).length, route).toBe(1);
  }
  const open = ROUTES.filter((route) => ledTo(route) === null);
  expect(open.toSorted()).toEqual(OPEN_TO_TEMPORARY_PASSWORD);
});

test("the operators' door is named to nobody", () => {
  for (const route of OPERATORS) {
    const path = route.replaceAll(/:\w+/g, ID);
    expect(sharedAddress(path), route).toBeNull();
    expect([...closedToCrawlers(), ...sitemapPages()].join(" "), route).not.toContain(path);
  }
});

describe("crawlers", () => {
  test("are kept out by few lines, and out of no page that they may find", () => {
    const closed = closedToCrawlers();
    expect(closed.length).toBeLessThan(30);
    const open = [...sitemapPages(), "/session/1", "/sessions/1", "/praticiens/1", "/connexion"];
    for (const path of open) expect(closed.filter((line) => isUnder(line, path))).toEqual([]);
  });

  test("are told of each page for everybody once", () => {
    expect(sitemapPages()).toEqual([
      ...["/", "/sessions", "/sessions?filter=last-minute", "/praticiens", "/activites"],
      ...["/bien-etre", "/contact", "/aide", "/carte-cadeau", "/nos-offres", "/qui-sommes-nous"],
      ...["/espaces", "/confidentialite", "/conditions", "/mentions-legales", "/classement"],
      ...["/accessibilite", "/cookies", "/mediation", "/renoncer-au-contrat"],
    ]);
  });
});

const LONG = "x".repeat(201);

test.each([
  ["/?utm_source=x", "/"],
  ["/_.data", "/_.data"],
  ["/sessions?x=1&category=Yoga&sort=relevance&page=1", "/sessions?category=Yoga"],
  ["/sessions?page=abc", null],
  [`/session/${ID}?creneau=${ID}&x=1`, `/session/${ID}?creneau=${ID}`],
  [`/sessions/${ID}?creneau=demain`, `/sessions/${ID}`],
  ["/session/1", null],
  ["/praticiens?tous=1&x=1&q=lyon", "/praticiens?q=lyon&tous=1"],
  ["/praticiens?tous=2", "/praticiens"],
  [`/praticiens?q=${LONG}`, null],
  [`/praticiens/${ID}.data?x`, `/praticiens/${ID}.data`],
  ["/activites?limit=20&cursor=abc&limit=999", "/activites?limit=20&cursor=abc"],
  ["/activites?limit=999", "/activites"],
  ["/bien-etre", "/bien-etre"],
  ["/bien-etre/yoga/lyon?x=1", "/bien-etre/yoga/lyon"],
  ["/bien-etre/Yoga", null],
  ["/bien-etre/yoga/lyon/bellecour", null],
  ["/aide?q=carte&x=1", "/aide?q=carte"],
  ["/contact?sujet=autre&x=1", "/contact?sujet=autre"],
  ["/contact?sujet=AUTRE", "/contact"],
  ["/nos-offres?prix=ttc", "/nos-offres?prix=ttc"],
  ["/nos-offres?prix=ht", "/nos-offres"],
  ["/contact.data?_routes=root", null],
])("%s is given to everybody as %s", (asked, given) => {
  expect(sharedAddress(asked)).toBe(given);
});

test("images and passwords are let in where a page says so, as forms alone", () => {
  const takesImage = createMatcher((page) => page.takesImage);
  const images = [
    "/ajouter-session",
    `/sessions/${ID}/edit`,
    "/editer-activite/x",
    `/operateur/litiges/${ID}`,
    "/profil/verification",
  ];
  for (const path of images) expect(takesImage(path), path).toBe(true);
  for (const path of ["/ajouter-session.data", "/sessions/edit", "/editer-activite/x/y", "/"]) {
    expect(takesImage(path), path).toBe(false);
  }
  const takesPassword = createMatcher((page) => page.takesPassword);
  expect(takesPassword("/profil/suppression")).toBe(true);
  expect(takesPassword("/connexion.data")).toBe(false);
  expect(takesPassword("/profil")).toBe(false);
});
