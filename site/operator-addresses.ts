/* Kept apart, since site/addresses.ts is in the script of every page. */

export const queue = "/operateur";
export const queueOf = (genre: string, pour = "") => {
  const query = new URLSearchParams({ ...(genre && { genre }), ...(pour && { pour }) });
  return query.size > 0 ? `${queue}?${query}` : queue;
};
export const passOn = (kind: string, id: string) => `${queue}/passer/${kind}/${id}`;
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

export const demoOperators = "/demo/operateurs";
