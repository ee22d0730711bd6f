import { index, type RouteConfig, route } from "@react-router/dev/routes";

/**
 * One address. Its id leaves the folder out: open pages request their data under the ids of the
 * release that made them.
 */
const page = (path: string, file: string, id = `routes/${file.replace(/^.*\/|\.tsx?$/g, "")}`) =>
  route(path, `routes/${file}`, { id });

/** The whole route table of the site. */
export default [
  index("routes/catalogue/home.tsx", { id: "routes/home" }),
  page("sessions", "catalogue/sessions.tsx"),
  page("filtres", "catalogue/filtres.tsx"),
  // Both forms of a session's address are in use (rule: both-addresses).
  page("session/:sessionId", "catalogue/session.tsx", "session"),
  page("sessions/:sessionId", "catalogue/session.tsx", "sessions-session"),

  page("ajouter-session", "authoring/ajouter-session.tsx"),
  page("sessions/:sessionId/edit", "authoring/session-edit.tsx"),

  page("praticiens", "catalogue/praticiens.tsx"),
  page("praticiens/:professionalId", "catalogue/praticien.tsx"),
  page("praticiens/:professionalId/avis", "reviews/avis-recus.tsx"),
  page("activites", "catalogue/activites.tsx"),
  page("activites/:activityId", "catalogue/activite.tsx"),
  page("ajouter-activite", "authoring/ajouter-activite.tsx"),
  page("editer-activite/:activityId", "authoring/editer-activite.tsx"),
  page("mes-activites", "authoring/mes-activites.tsx"),

  page("bien-etre/:activity?/:city?", "catalogue/bien-etre.tsx"),

  page("payment-success", "bookings/payment-success.tsx"),
  page("guest-payment-success", "bookings/guest-payment-success.tsx"),
  page("payment-canceled", "bookings/payment-canceled.tsx"),
  page("payment-canceled/:token", "bookings/cancel-payment.ts"),
  page("verifiez-votre-boite-mail", "bookings/verifiez-votre-boite-mail.tsx"),
  page("reprendre", "bookings/reprendre.tsx"),
  // The link of that mail leads here.
  page("reservation", "bookings/reservation.tsx"),
  page("guest-subscription-success", "subscriptions/guest-subscription-success.tsx"),
  page("professionnel/creer", "subscriptions/professionnel-creer.tsx"),
  // Both forms of these addresses are in use (rule: both-addresses).
  page("professionnel/success", "subscriptions/professionnel-success.tsx"),
  page("professionnel-success", "subscriptions/professionnel-success.tsx", "subscription-success"),
  page("professionnel/cancel", "subscriptions/professionnel-cancel.tsx"),
  page("professionnel-cancel", "subscriptions/professionnel-cancel.tsx", "subscription-cancel"),
  page("mes-sessions", "bookings/mes-sessions.tsx"),
  page("mes-sessions/sur-cet-appareil", "offline/sur-cet-appareil.ts"),
  page("hors-ligne", "offline/hors-ligne.ts"),
  page("reservations/:bookingId/agenda.ics", "bookings/calendar-file.ts"),
  page("reservations/:bookingId/note", "papers/note.tsx"),
  page("reservations/:bookingId/ecrire", "bookings/ecrire.tsx"),
  page("messages", "bookings/messages.tsx"),
  page("reservations/:bookingId/deplacer", "bookings/deplacer.tsx"),
  page("reservations/:bookingId/avis", "reviews/avis.tsx"),
  page("avis/:reviewId/signaler", "reviews/signaler.tsx"),
  page("profil/avis", "reviews/profil-avis.tsx"),
  // The link of a proposal's mail leads here.
  page("proposition", "bookings/proposition.tsx"),
  page("presence/:bookingId", "bookings/presence.tsx"),
  page("sms/:code", "bookings/sms-stop.tsx"),
  page("desabonnement/:code", "account/desabonnement.tsx"),

  page("agenda", "agenda/agenda.tsx"),
  page("agenda/publier", "agenda/publier.tsx"),
  page("agenda/occupe", "agenda/occupe.tsx"),
  page("agenda/hors-site/:slotId", "agenda/hors-site.tsx"),
  page("agenda/arret", "agenda/arret.tsx"),
  page("agenda/creneau/:slotId/proposer", "agenda/proposer.tsx"),
  page("agenda/agendas", "agenda/agendas.tsx"),
  page("agenda/rythme/:offeringId", "agenda/rythme.tsx"),
  page("agendas/:secret/parenthese.ics", "agenda/feed.ts"),
  page("mes-seances", "agenda/mes-seances.tsx"),
  page("chiffres", "figures/chiffres.tsx"),
  page("s/:code", "agenda/shared-slot.ts"),

  page("favoris", "favorites/favoris.tsx"),
  page("favoris/:sessionId", "favorites/favori.ts"),
  page("listes-attente", "waiting-list/listes-attente.tsx"),
  page("listes-attente/:slotId", "waiting-list/liste-attente.tsx"),
  page("alertes", "alerts/alertes.tsx"),
  page("alertes/nouvelle", "alerts/alerte-nouvelle.tsx"),
  page("alertes/:alertId", "alerts/alerte.tsx"),

  page("connexion", "account/connexion.tsx"),
  page("inscription", "account/inscription.tsx"),
  page("confirmation", "account/confirmation.tsx"),
  page("mot-de-passe-oublie", "account/mot-de-passe-oublie.tsx"),
  page("changer-mot-de-passe", "account/changer-mot-de-passe.tsx"),
  // Password managers look here for the form of a new password (W3C).
  page(".well-known/change-password", "account/change-password-address.ts"),
  page("bienvenue", "account/bienvenue.tsx"),
  page("deconnexion", "account/deconnexion.tsx"),
  page("profil", "account/profil.tsx"),
  page("profil/abonnement", "subscriptions/abonnement.ts"),
  page("profil/boost", "promotion/boost.tsx"),
  page("profil/paiements", "earnings/paiements.tsx"),
  page("profil/mes-donnees", "account/mes-donnees.ts"),
  page("profil/securite", "account/securite.tsx"),
  page("profil/suppression", "account/suppression.tsx"),
  page("profil/horaires", "account/horaires.tsx"),
  page("profil/fiscalite", "papers/fiscalite.tsx"),
  page("profil/notifications", "account/notifications.tsx"),
  page("profil/revenus", "earnings/revenus.tsx"),
  page("profil/revenus.csv", "earnings/revenus-csv.ts"),
  page("editer-profil", "account/editer-profil.tsx"),

  page("contact", "information/contact.tsx"),
  page("aide", "information/aide.tsx"),
  page("carte-cadeau", "information/carte-cadeau.tsx"),
  page("nos-offres", "subscriptions/nos-offres.tsx"),
  page("qui-sommes-nous", "information/qui-sommes-nous.tsx"),
  page("espaces", "information/espaces.tsx"),
  page("confidentialite", "information/confidentialite.tsx"),
  page("conditions", "information/conditions.tsx"),
  page("mentions-legales", "information/mentions-legales.tsx"),
  page("classement", "information/classement.tsx"),
  page("accessibilite", "information/accessibilite.tsx"),
  page("cookies", "information/cookies.tsx"),
  page("mediation", "information/mediation.tsx"),
  page("renoncer-au-contrat", "information/renoncer-au-contrat.tsx"),

  page("operateur", "operator/file.tsx"),
  page("operateur/connexion", "operator/entree.tsx"),
  page("operateur/sortie", "operator/sortie.ts"),
  page("operateur/journal", "operator/journal.tsx"),
  page("operateur/recherche", "operator/recherche.tsx"),
  page("operateur/compte/:userId", "operator/dossier-compte.tsx"),
  page("operateur/reservation/:bookingId", "operator/dossier-reservation.tsx"),
  page("operateur/avis/:reviewId", "operator/signalement.tsx"),
  page("operateur/paiements/:paymentId", "operator/paiement.tsx"),
  page("operateur/suppressions/:userId", "operator/demande-de-suppression.tsx"),
  page("operateur/messages/:messageId", "operator/message-recu.tsx"),

  page("demo/operateurs", "demo/demo-operators.tsx"),
  page("demo/agenda.ics", "demo/demo-agenda.ts"),
  page("demo/mails", "demo/demo-mails.tsx"),
  page("demo/mails.json", "demo/demo-mails-json.ts"),
  page("demo/mails/:mailId/:place", "demo/demo-attachment.ts"),

  page("*", "not-found.tsx"),
] satisfies RouteConfig;
