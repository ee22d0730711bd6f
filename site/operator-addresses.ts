/*
 * Addresses behind the operators' door. The others are in the script of every page, which knows
 * nothing of these.
 */

export const queue = "/operateur";
/** One filter of the queue: a sort of things, and whose they are. */
export const queueOf = (genre: string, pour = "") => {
  const query = new URLSearchParams({ ...(genre && { genre }), ...(pour && { pour }) });
  return query.size > 0 ? `${queue}?${query}` : queue;
};
/** Passes something of the queue on to somebody else. */
export const passOn = (kind: string, id: string) => `${queue}/passer/${kind}/${id}`;
/** Asks a colleague for an opinion about something reported, or gives one. */
export const opinion = (kind: string, id: string) => `${queue}/demander-un-avis/${kind}/${id}`;
export const logIn = "/operateur/connexion";
export const ownAccess = "/operateur/acces";
export const logOut = "/operateur/sortie";
export const journal = "/operateur/journal";
export const journalOf = (q: string, before: string | number = "") =>
  `${journal}?${new URLSearchParams({ q, ...(before && { before: String(before) }) })}`;
export const records = "/operateur/recherche";
export const recordsOf = (q: string) => `${records}?${new URLSearchParams({ q })}`;
export const account = (id: string) => `/operateur/compte/${id}`;
export const booking = (id: string) => `/operateur/reservation/${id}`;
/** Writes to a side of a booking, or to the owner of an account, and leads back to where that was asked. */
export const write = (
  to: string,
  id: string,
  from: { litige?: string; paiement?: string } = {},
) => {
  const query = new URLSearchParams(from);
  return `/operateur/ecrire/${to}/${id}${query.size > 0 ? `?${query}` : ""}`;
};
export const figures = "/operateur/chiffres";
export const figuresOf = (periode: string) => `${figures}?${new URLSearchParams({ periode })}`;
export const figuresCsv = (tableau: string, periode: string) =>
  `${figures}.csv?${new URLSearchParams({ tableau, periode })}`;
export const health = "/operateur/sante";
export const categories = "/operateur/categories";
export const category = (id: string) => `${categories}/${id}`;
export const announcements = "/operateur/annonces";
export const termsChanges = "/operateur/conditions";
export const operators = "/operateur/operateurs";
export const review = (id: string) => `/operateur/avis/${id}`;
export const letter = (id: string) => `/operateur/echanges/${id}`;
export const content = (id: string) => `/operateur/contenus/${id}`;
export const verification = (id: string) => `/operateur/verifications/${id}`;
export const paper = (proofId: string) => `/operateur/pieces/${proofId}`;
export const payment = (id: string) => `/operateur/paiements/${id}`;
export const dispute = (id: string) => `/operateur/litiges/${id}`;
export const evidenceFile = (paymentId: string, fileId: string) =>
  `/operateur/litiges/${paymentId}/pieces/${fileId}`;
export const goodwill = (id: string) => `/operateur/gestes/${id}`;
export const deletion = (id: string) => `/operateur/suppressions/${id}`;
export const taxRequest = (id: string) => `/operateur/fiscalite/${id}`;
export const refusedMail = (id: string) => `/operateur/e-mails/${id}`;
export const message = (id: string) => `/operateur/messages/${id}`;

/** The demo's operators, with their present codes. */
export const demoOperators = "/demo/operateurs";
