import type { OpenAPIHono } from "@hono/zod-openapi";
import type { ApiEnv } from "./env.ts";

const TAGS = {
  Authentification: "S'inscrire, se connecter, voir et fermer ses connexions",
  Profil: "Ce qu'une personne dit d'elle, ses notifications, ses données",
  Catalogue: "Ce que chacun peut lire : séances, activités, praticiens",
  Sessions: "Les séances d'un praticien",
  Activités: "Les activités d'un praticien",
  Réservations: "Les réservations, leurs messages et leurs reçus",
  Avis: "Les avis, leurs réponses et leurs signalements",
  Agenda: "Les créneaux, les absences et les agendas d'un praticien",
  Boosts: "Les mises en avant d'un praticien",
  Revenus: "Ce qu'un praticien a gagné",
  Chiffres: "Le remplissage d'un praticien",
  Alertes: "Les recherches dont les nouveautés sont annoncées",
  "Listes d'attente": "Les places qu'une personne attend",
  Favoris: "Les séances qu'une personne garde",
  Images: "Les images d'un praticien",
  Abonnement: "La formule d'un praticien",
  Fonctions: "Les appels qui ouvrent et vérifient un paiement, ou envoient un message",
  Procédures: "Les appels qui calculent ou changent un état",
};

export function documentOf(api: OpenAPIHono<ApiEnv>) {
  const document = api.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Parenthèse",
      version: "1",
      description:
        "L'API de Parenthèse. Les listes répondent { data, next_cursor } ; les refus { error }. Les prix sont en euros TTC, les instants en ISO 8601.",
      license: { name: "MIT", url: "https://spdx.org/licenses/MIT.html" },
    },
    servers: [{ url: "/api/v1" }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  });
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(item)) {
      operation.operationId = nameOf(method, path);
      operation.security ??= [];
    }
  }
  return document;
}

function nameOf(method: string, path: string): string {
  const [, called] = /^\/(?:functions|rpc)\/(.+)$/.exec(path) ?? [];
  return (called ?? `${method}${path.replaceAll("{", "by ")}`)
    .replace(/\W+$/, "")
    .replaceAll(/[^a-z\d]+([a-z\d])/gi, (_, letter: string) => letter.toUpperCase());
}
