import { index, type RouteConfig, route } from "@react-router/dev/routes";

/** The whole route table of the site (S1§2, S2§2). */
export default [
  index("routes/home.tsx"),
  route("sessions", "routes/sessions.tsx"),
  // Both forms of a session's address are in use (S1§2).
  route("session/:sessionId", "routes/session.tsx", { id: "session" }),
  route("sessions/:sessionId", "routes/session.tsx", { id: "sessions-session" }),

  route("ajouter-session", "routes/ajouter-session.tsx"),
  route("sessions/:sessionId/edit", "routes/session-edit.tsx"),

  route("praticiens", "routes/praticiens.tsx"),
  route("praticiens/:professionalId", "routes/praticien.tsx"),
  route("activites", "routes/activites.tsx"),
  route("activites/:activityId", "routes/activite.tsx"),
  route("ajouter-activite", "routes/ajouter-activite.tsx"),
  route("editer-activite/:activityId", "routes/editer-activite.tsx"),
  route("mes-activites", "routes/mes-activites.tsx"),

  route("bien-etre/:activity?/:city?", "routes/bien-etre.tsx"),

  route("payment-success", "routes/payment-success.tsx"),
  route("guest-payment-success", "routes/guest-payment-success.tsx"),
  route("payment-canceled", "routes/payment-canceled.tsx"),
  route("payment-canceled/:token", "routes/cancel-payment.ts"),
  route("verifiez-votre-boite-mail", "routes/verifiez-votre-boite-mail.tsx"),
  route("reprendre", "routes/reprendre.tsx"),
  // Where the link of that mail leads.
  route("reservation", "routes/reservation.tsx"),
  route("guest-subscription-success", "routes/guest-subscription-success.tsx"),
  route("professionnel/creer", "routes/professionnel-creer.tsx"),
  // Both forms of these addresses are in use (S2§2).
  route("professionnel/success", "routes/professionnel-success.tsx"),
  route("professionnel-success", "routes/professionnel-success.tsx", {
    id: "subscription-success",
  }),
  route("professionnel/cancel", "routes/professionnel-cancel.tsx"),
  route("professionnel-cancel", "routes/professionnel-cancel.tsx", { id: "subscription-cancel" }),
  route("mes-sessions", "routes/mes-sessions.tsx"),
  route("reservations/:bookingId/agenda.ics", "routes/calendar-file.ts"),

  route("favoris", "routes/favoris.tsx"),
  route("favoris/:sessionId", "routes/favori.ts"),

  route("connexion", "routes/connexion.tsx"),
  route("inscription", "routes/inscription.tsx"),
  route("confirmation", "routes/confirmation.tsx"),
  route("mot-de-passe-oublie", "routes/mot-de-passe-oublie.tsx"),
  route("changer-mot-de-passe", "routes/changer-mot-de-passe.tsx"),
  // Where password managers look for the way to another password (W3C).
  route(".well-known/change-password", "routes/change-password-address.ts"),
  route("bienvenue", "routes/bienvenue.tsx"),
  route("deconnexion", "routes/deconnexion.tsx"),
  route("profil", "routes/profil.tsx"),
  route("profil/abonnement", "routes/abonnement.ts"),
  route("profil/paiements", "routes/paiements.tsx"),
  route("profil/mes-donnees", "routes/mes-donnees.ts"),
  route("profil/securite", "routes/securite.tsx"),
  route("profil/suppression", "routes/suppression.tsx"),
  route("profil/revenus", "routes/revenus.tsx"),
  route("profil/revenus.csv", "routes/revenus-csv.ts"),
  route("editer-profil", "routes/editer-profil.tsx"),

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
  route("demo/mails/:mailId/:place", "routes/demo-attachment.ts"),

  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
