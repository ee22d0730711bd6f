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

export type Pattern = keyof Register["pages"];

/** A page is private unless it says more. */
export interface Page {
  /** All visitors share one rendering; other parameters and shapes of ids split no cache. */
  shared?: { query: ReadQuery; id?: RegExp };
  /** Open to crawlers, which are told not to index it. */
  isOpen?: true;
  /** In the sitemap once with each query; other pages are `noindex`. */
  sitemap?: readonly string[];
  /** Lets larger bodies in. */
  takesImage?: true;
  /** Makes forms wait for their turn to have a password hashed. */
  takesPassword?: true;
  waits?: true;
  /** Open to somebody with a temporary password (rule: guest-account). */
  isOpenToTemporaryPassword?: true;
}

const ID = new RegExp(UUID);
const SLUG = /[a-z-]{1,60}/;

const slot = parameters({ creneau: new RegExp(`^${UUID}$`), seats: /^[1-6]$/ });
const TEXT: Page = { shared: { query: nothing }, sitemap: [""] };

/** In the order of the sitemap; a missing route is private, uncached and closed to crawlers. */
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

/** @param pattern without the first slash, except the home page's. */
export function pageOf(pattern: string): Page {
  return PAGES[`/${pattern.replace(/^\//, "")}` as Pattern] ?? {};
}

/** Whether a route is behind the operators' door, or the door itself (rule: operators-apart). */
export function isOperators(pattern: string): boolean {
  return /^\/?operateur(\/|$)/.test(pattern);
}

/** Never matches paths of a page's data. */
export function createMatcher(says: (page: Page) => unknown): (path: string) => boolean {
  const shapes = Object.entries(PAGES)
    .filter(([, page]) => says(page))
    .map(([pattern]) => patternShape(pattern));
  return (path) => shapes.some((shape) => shape.test(path));
}
