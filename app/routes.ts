import { index, type RouteConfig, route } from "@react-router/dev/routes";

/** The whole route table of the site (S1§2, S2§2). */
export default [
  index("routes/home.tsx"),
  route("sessions", "routes/sessions.tsx"),
  // Both forms of a session's address are in use (S1§2).
  route("session/:sessionId", "routes/session.tsx", { id: "session" }),
  route("sessions/:sessionId", "routes/session.tsx", { id: "sessions-session" }),

  route("praticiens", "routes/praticiens.tsx"),

  route("payment-success", "routes/payment-success.tsx"),
  route("guest-payment-success", "routes/guest-payment-success.tsx"),
  route("payment-canceled", "routes/payment-canceled.tsx"),
  route("payment-canceled/:token", "routes/cancel-payment.ts"),
  route("mes-sessions", "routes/mes-sessions.tsx"),

  route("favoris", "routes/favoris.tsx"),
  route("favoris/:sessionId", "routes/favori.ts"),

  route("connexion", "routes/connexion.tsx"),
  route("inscription", "routes/inscription.tsx"),
  route("confirmation", "routes/confirmation.tsx"),
  route("mot-de-passe-oublie", "routes/mot-de-passe-oublie.tsx"),
  route("changer-mot-de-passe", "routes/changer-mot-de-passe.tsx"),
  route("deconnexion", "routes/deconnexion.tsx"),
  route("profil", "routes/profil.tsx"),

  route("contact", "routes/contact.tsx"),
  route("aide", "routes/aide.tsx"),
  route("carte-cadeau", "routes/carte-cadeau.tsx"),
  route("nos-offres", "routes/nos-offres.tsx"),
  route("qui-sommes-nous", "routes/qui-sommes-nous.tsx"),
  route("espaces", "routes/espaces.tsx"),
  route("confidentialite", "routes/confidentialite.tsx"),
  route("conditions", "routes/conditions.tsx"),
  route("mentions-legales", "routes/mentions-legales.tsx"),
  route("classement", "routes/classement.tsx"),
  route("accessibilite", "routes/accessibilite.tsx"),
  route("cookies", "routes/cookies.tsx"),
  route("mediation", "routes/mediation.tsx"),
  route("renoncer-au-contrat", "routes/renoncer-au-contrat.tsx"),

  route("demo/mails", "routes/demo-mails.tsx"),
  route("demo/mails.json", "routes/demo-mails-json.ts"),

  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
