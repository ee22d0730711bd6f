import type { Register } from "react-router";
import { patternShape } from "#platform/http/route-pattern.server.ts";
import { UUID } from "#platform/uuid.ts";
import {
  nothing,
  parameters,
  type ReadQuery,
  searched,
  words,
  wordsOrAll,
} from "./public-pages/shown-query.server.ts";

/** A route's address as app/routes.ts writes it, with a slash before it. */
export type Pattern = keyof Register["pages"];

/**
 * The site's knowledge of a page besides the page itself. A page is private unless it says more.
 */
export interface Page {
  /**
   * The same for all visitors without login, so that they share one rendering. `query` picks the
   * parameters that the page shows: all others are dropped before the page sees them, so that they
   * split no cache. `id` is the shape of the values for `:…` in its address.
   */
  shared?: { query: ReadQuery; id?: RegExp };
  /**
   * Crawlers may read the page, which tells them not to index it. Shared pages are open as well.
   */
  isOpen?: true;
  /** Named in the sitemap, once with each of these queries. Other pages tell crawlers `noindex`. */
  sitemap?: readonly string[];
  /** Accepts an image with its form, so larger bodies are let in. */
  takesImage?: true;
  /** Accepts a password that is hashed, so its forms wait for their turn. */
  takesPassword?: true;
  /** Comes at once with a text that says it is loading, before its own data is there. */
  waits?: true;
  /** Open to somebody with a temporary password (rule: guest-account). */
  isOpenToTemporaryPassword?: true;
}

const ID = new RegExp(UUID);
const SLUG = /[a-z-]{1,60}/;

const slot = parameters({ creneau: new RegExp(`^${UUID}$`), seats: /^[1-6]$/ });
/** One of our texts, which everybody reads and search engines find. */
const TEXT: Page = { shared: { query: nothing }, sitemap: [""] };

/**
 * Every page that is not private, in the order of the sitemap. A missing route is rendered for each
 * visitor, kept by no cache, absent from the sitemap, and closed to crawlers and to temporary
 * passwords.
 */
export const PAGES: { readonly [Address in Pattern]?: Page } = {
  "/": TEXT,
  "/sessions": { shared: { query: searched }, sitemap: ["", "?filter=last-minute"] },
  "/session/:sessionId": { shared: { query: slot, id: ID } },
  "/sessions/:sessionId": { shared: { query: slot, id: ID } },
  "/praticiens": { shared: { query: wordsOrAll }, sitemap: [""], waits: true },
  "/praticiens/:professionalId": { shared: { query: nothing, id: ID } },
  "/praticiens/:professionalId/avis": {
    shared: { query: parameters({ cursor: /^[\w-]{1,500}$/ }), id: ID },
  },
  "/activites": {
    shared: { query: parameters({ limit: /^\d{1,2}$/, cursor: /^[\w-]{1,500}$/ }) },
    sitemap: [""],
  },
  "/activites/:activityId": { shared: { query: slot, id: ID } },
  "/bien-etre/:activity?/:city?": { shared: { query: nothing, id: SLUG }, sitemap: [""] },
  "/nos-offres": { shared: { query: parameters({ prix: /^ttc$/ }) }, sitemap: [""] },
  "/carte-cadeau": TEXT,
  "/espaces": TEXT,
  "/qui-sommes-nous": TEXT,
  "/aide": { shared: { query: words }, sitemap: [""] },
  "/contact": { shared: { query: parameters({ sujet: /^[a-z]{1,30}$/ }) }, sitemap: [""] },
  "/conditions": TEXT,
  "/confidentialite": TEXT,
  "/mentions-legales": TEXT,
  "/classement": TEXT,
  "/accessibilite": TEXT,
  "/cookies": TEXT,
  "/mediation": TEXT,
  "/renoncer-au-contrat": TEXT,

  "/operateur/connexion": { takesPassword: true },

  "/connexion": { isOpen: true, takesPassword: true },
  "/inscription": { isOpen: true, takesPassword: true },
  "/mot-de-passe-oublie": { isOpen: true },
  "/.well-known/change-password": { isOpen: true },
  "/bienvenue": { isOpen: true },
  "/verifiez-votre-boite-mail": { isOpen: true },
  "/reprendre": { isOpen: true },
  "/reservation": { isOpen: true },
  "/proposition": { isOpen: true },
  "/avis/:reviewId/signaler": { isOpen: true },
  "/signaler/:contentId": { isOpen: true },
  "/contester": { isOpen: true },
  "/compte/decision": { isOpen: true },
  "/reservation/absence": { isOpen: true },
  "/reservation/choix": { isOpen: true },
  "/s/:code": { isOpen: true },
  "/sms/:code": { isOpen: true },
  "/desabonnement/:code": { isOpen: true },
  // Programs that follow a calendar ask robots.txt first, as crawlers do.
  "/agendas/:secret/parenthese.ics": { isOpen: true },

  "/confirmation": { takesPassword: true },
  "/changer-mot-de-passe": { takesPassword: true, isOpenToTemporaryPassword: true },
  "/deconnexion": { isOpenToTemporaryPassword: true },
  "/hors-ligne": { isOpenToTemporaryPassword: true },
  "/profil/suppression": { takesPassword: true },
  "/mes-sessions": { waits: true },
  "/mes-activites": { waits: true },
  "/profil/verification": { takesImage: true },
  "/ajouter-session": { takesImage: true },
  "/ajouter-activite": { takesImage: true },
  "/sessions/:sessionId/edit": { takesImage: true },
  "/editer-activite/:activityId": { takesImage: true },
  "/operateur/litiges/:paymentId": { takesImage: true },
};

/**
 * The table's entry for a route; empty for a missing one.
 *
 * @param pattern as middleware gets it: without the first slash, except the home page's.
 */
export function pageOf(pattern: string): Page {
  return PAGES[`/${pattern.replace(/^\//, "")}` as Pattern] ?? {};
}

/** Whether a route is behind the operators' door, or the door itself (rule: operators-apart). */
export function isOperators(pattern: string): boolean {
  return /^\/?operateur(\/|$)/.test(pattern);
}

/** Makes a test for paths whose page has this property; paths of a page's data do not. */
export function createMatcher(says: (page: Page) => unknown): (path: string) => boolean {
  const shapes = Object.entries(PAGES)
    .filter(([, page]) => says(page))
    .map(([pattern]) => patternShape(pattern));
  return (path) => shapes.some((shape) => shape.test(path));
}
