import type { RouteConfigEntry } from "@react-router/dev/routes";
import { RouterContextProvider } from "react-router";
import { describe, expect, test } from "vitest";
import type { Context } from "#core/context.server.ts";
import { requestContext } from "./context.server.ts";
import { createMatcher, PAGES } from "./page-table.server.ts";
import { sharedAddress } from "./public-pages/shared-pages.server.ts";
import { closedToCrawlers, sitemapPages } from "./public-pages/sitemap-and-robots.server.ts";
import { middleware } from "./root.tsx";
import table from "./routes.ts";

const ROUTES = (table as RouteConfigEntry[]).map(({ path = "" }) => `/${path}`);

/** The routes that the table leaves out, because each belongs to one person or to nobody. */
const PRIVATE = [
  ...["/payment-success", "/guest-payment-success", "/guest-subscription-success"],
  ...["/payment-canceled", "/payment-canceled/:token"],
  ...["/professionnel/creer", "/professionnel/success", "/professionnel-success"],
  ...["/professionnel/cancel", "/professionnel-cancel"],
  ...[
    "/filtres",
    "/agenda",
    "/agenda/publier",
    "/agenda/occupe",
    "/agenda/arret",
    "/agenda/creneau/:slotId/proposer",
    "/agenda/hors-site/:slotId",
  ],
  ...[
    "/mes-seances",
    "/profil/horaires",
    "/profil/notifications",
    "/profil/fiscalite",
    "/profil/conditions",
  ],
  "/profil/verification/:proofId",
  "/mes-sessions/sur-cet-appareil",
  ...["/agenda/agendas", "/agenda/rythme/:offeringId"],
  ...[
    "/reservations/:bookingId/note",
    "/reservations/:bookingId/ecrire",
    "/reservations/:bookingId/deplacer",
  ],
  ...["/messages", "/messages/:messageId/signaler"],
  "/presence/:bookingId",
  ...["/reservations/:bookingId/avis", "/profil/avis"],
  ...["/reservations/:bookingId/agenda.ics", "/favoris", "/favoris/:sessionId"],
  ...["/listes-attente", "/listes-attente/:slotId"],
  ...["/alertes", "/alertes/nouvelle", "/alertes/:alertId"],
  ...["/alertes/demandee", "/alertes/confirmer", "/alertes/invite/:code"],
  ...["/profil", "/profil/abonnement", "/profil/paiements", "/profil/mes-donnees"],
  ...["/profil/boost", "/chiffres"],
  ...["/profil/securite", "/profil/revenus", "/profil/revenus.csv", "/editer-profil"],
  ...["/demo/agenda.ics", "/demo/operateurs"],
  ...["/demo/mails", "/demo/mails.json", "/demo/mails/:mailId/:place", "/*"],
];

/** The routes behind the operators' door, which robots.txt does not name. */
const OPERATORS = [
  ...[
    "/operateur",
    ...["/operateur/demander-un-avis/:kind/:id"],
    ...["/operateur/passer/:kind/:id", "/operateur/sortie", "/operateur/acces"],
    ...[
      "/operateur/sante",
      "/operateur/annonces",
      "/operateur/conditions",
      "/operateur/operateurs",
    ],
    ...["/operateur/categories", "/operateur/categories/:typeId"],
    ...["/operateur/chiffres", "/operateur/chiffres.csv"],
    "/operateur/journal",
    "/operateur/ecrire/:to/:id",
    "/operateur/avis/:reviewId",
    "/operateur/echanges/:messageId",
    "/operateur/contenus/:contentId",
    "/operateur/verifications/:professionalId",
    "/operateur/pieces/:proofId",
  ],
  ...["/operateur/paiements/:paymentId", "/operateur/suppressions/:userId"],
  "/operateur/gestes/:proposalId",
  ...["/operateur/litiges/:paymentId", "/operateur/litiges/:paymentId/pieces/:fileId"],
  ...["/operateur/messages/:messageId", "/operateur/fiscalite/:professionalId"],
  "/operateur/e-mails/:mailId",
  ...["/operateur/recherche", "/operateur/compte/:userId", "/operateur/reservation/:bookingId"],
];

const undecided = (routes: string[]) =>
  routes.filter((route) => !(route in PAGES) && ![...PRIVATE, ...OPERATORS].includes(route));

test("of every route somebody has decided whose page it is", () => {
  expect(undecided(ROUTES)).toEqual([]);
  const decided = new Set([...Object.keys(PAGES), ...PRIVATE, ...OPERATORS]);
  expect([...decided].toSorted()).toEqual(ROUTES.toSorted());
  expect(undecided([...ROUTES, "/nouveau"])).toEqual(["/nouveau"]);
});

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

test("a route that the table leaves out is private in every way", () => {
  const closed = closedToCrawlers([...ROUTES, "/nouveau/:id"]);
  for (const route of [...PRIVATE.filter((one) => one !== "/*"), "/nouveau/:id"]) {
    const path = route.replaceAll(/:\w+/g, "01a1f947-4d38-7636-b4fb-c69194333b29");
    expect(sharedAddress(path), route).toBeNull();
    expect(sharedAddress(`${path}.data`), route).toBeNull();
    expect(sitemapPages(), route).not.toContain(path);
    expect(closed.filter((line) => isUnder(line, path)).length, route).toBe(1);
    expect(ledTo(route), route).toBe("/changer-mot-de-passe");
  }
  expect(ledTo("/changer-mot-de-passe")).toBeNull();
  expect(ledTo("/deconnexion")).toBeNull();
  expect(ledTo("/sessions")).toBe("/changer-mot-de-passe");
});

test("the operators' door is named to nobody", () => {
  for (const route of [...OPERATORS, "/operateur/connexion"]) {
    const path = route.replaceAll(/:\w+/g, "01a1f947-4d38-7636-b4fb-c69194333b29");
    expect(sharedAddress(path), route).toBeNull();
    expect([...closedToCrawlers(ROUTES), ...sitemapPages()].join(" "), route).not.toContain(path);
  }
});

describe("crawlers", () => {
  test("are kept out by few lines, and out of no page that they may find", () => {
    const closed = closedToCrawlers(ROUTES);
    expect(closed.toSorted()).toEqual([
      ...[
        "/agenda",
        "/ajouter-",
        "/alertes",
        "/api/",
        "/changer-mot-de-passe",
        "/chiffres",
        "/confirmation",
        "/deconnexion",
      ],
      ...[
        "/demo/",
        "/editer-",
        "/favoris",
        "/filtres",
        "/guest-",
        "/hors-ligne",
        "/listes-attente",
        "/mes-",
        "/messages",
        "/payment-",
        "/presence/*",
        "/professionnel",
      ],
      ...["/profil", "/reservations/", "/sessions/*/edit", "/webhooks/"],
    ]);
    const open = [...sitemapPages(), "/session/1", "/sessions/1", "/praticiens/1", "/connexion"];
    for (const path of open) expect(closed.filter((line) => isUnder(line, path))).toEqual([]);
  });

  test("are told of each page for everybody once", () => {
    expect(sitemapPages()).toEqual([
      ...["/", "/sessions", "/sessions?filter=last-minute", "/praticiens", "/activites"],
      ...["/bien-etre", "/nos-offres", "/carte-cadeau", "/espaces", "/qui-sommes-nous", "/aide"],
      ...["/contact", "/conditions", "/confidentialite", "/mentions-legales", "/classement"],
      ...["/accessibilite", "/cookies", "/mediation", "/renoncer-au-contrat"],
    ]);
  });
});

const ID = "01a1f947-4d38-7636-b4fb-c69194333b29";
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

test("images and passwords are let in where the table says so, as forms alone", () => {
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
