import type { Register } from "react-router";
import { routes } from "#test/make/pages.ts";
import type { Cast } from "./callers.ts";

/** Two hours of a week. */
const RULE = [0, 1]
  .flatMap((row) =>
    ["weekdays", "starts", "from", "until", "parallel"].map((name) => `${name}-${row}`),
  )
  .join(" ");
const SLOTS =
  "imageRemoved slot slot1-id slot1-start slot1-spots slot1-shown slot1-live slot1-removed slotId bookingId knowing shorter parallel";

type Files = Register["routeFiles"];
/** Patterns of the routes that take a form. */
export type FormPattern = {
  [File in keyof Files]: Register["routeModules"][Files[File]["id"]] extends { action: unknown }
    ? Files[File]["page"]
    : never;
}[keyof Files];

interface Form {
  /** By default a visitor of a public page, the owner of another; an operator at operators' addresses. */
  by?: keyof Cast | null;
  query?: string;
  intents?: string;
  fields?: string;
}

/** What a form has besides what a page shows of it to one of {@link SHOWN_TO}. */
export const FORMS: { readonly [Pattern in FormPattern]?: Form } = {
  "/operateur": { intents: "take give-back", fields: "kind id" },
  "/operateur/connexion": { by: null, intents: "challenge passkey", fields: "credential" },
  "/operateur/acces": { intents: "challenge add remove", fields: "name credential passkeyId" },
  "/operateur/sortie": { by: null },
  "/operateur/avis/:reviewId": { fields: "decision basis reason confirmed" },
  "/operateur/echanges/:messageId": { fields: "decision basis reason confirmed" },
  "/operateur/demander-un-avis/:kind/:id": { intents: "ask give", fields: "to reason" },
  "/operateur/passer/:kind/:id": { fields: "to" },
  "/operateur/ecrire/:to/:id": { fields: "letterId subject text reason confirmed" },
  "/operateur/categories/:typeId": { fields: "decision name intoId seen reason confirmed" },
  "/operateur/operateurs": { fields: "confirmed" },
  "/operateur/conditions": { fields: "confirmed" },
  "/operateur/annonces": { intents: "withdraw", fields: "announcementId" },
  "/operateur/contenus/:contentId": { fields: "decision basis reason confirmed" },
  "/operateur/verifications/:professionalId": {
    fields: "proofId decision kind title issuer issuedOn expiresOn reason confirmed",
  },
  "/operateur/paiements/:paymentId": {
    fields: "decision reason amount madeOn means reference reclaimId confirmed",
  },
  "/operateur/gestes/:proposalId": { fields: "decision kind reason confirmed" },
  "/operateur/litiges/:paymentId": {
    fields:
      "act kind file files product serviceDate refundPolicy cancellation activity messages reason confirmed",
  },
  "/operateur/suppressions/:userId": { fields: "decision reason confirmed" },
  "/operateur/compte/:userId": {
    fields: "decision reason email basis source booked urgency confirmed",
  },
  "/operateur/reservation/:bookingId": { fields: "amount confirmed" },
  "/operateur/fiscalite/:professionalId": { fields: "decision reason confirmed" },
  "/operateur/messages/:messageId": { fields: "answer reason act confirmed" },
  "/operateur/e-mails/:mailId": { fields: "reason" },
  "/sessions/:sessionId": { fields: "slotId" },
  "/session/:sessionId": { by: "client", fields: "slotId" },
  "/activites/:activityId": { by: "client", fields: "slotId" },
  "/ajouter-session": { fields: SLOTS },
  "/ajouter-activite": { fields: `sessionType discountedPrice ${SLOTS}` },
  "/sessions/:sessionId/edit": {
    intents: "activate",
    fields: "date imageRemoved slot1-removed knowing shorter parallel",
  },
  "/editer-activite/:activityId": {
    intents: "activate cancel-booking",
    fields: "sessionType discountedPrice date imageRemoved bookingId knowing shorter parallel",
  },
  "/payment-success": { by: "client", query: "?session_id=:checkout" },
  "/guest-payment-success": { by: null, query: "?session_id=:checkout" },
  "/reprendre": { query: "?session=:sessionId", fields: "email" },
  "/reservation": { query: "?jeton=:checkout", intents: "book prove", fields: "token" },
  "/guest-subscription-success": {
    by: null,
    query: "?session_id=:checkout&plan=:checkout&email=:checkout",
  },
  "/professionnel/success": { query: "?session_id=:checkout" },
  "/professionnel-success": { query: "?session_id=:checkout" },
  "/professionnel/creer": { by: "bare" },
  "/agenda": {
    intents: "move-slot cancel-slot code presence told write publish-gap decline-gap",
    fields:
      "slotId version day time minutes seats parallel code bookingId status clientId isTold people text gapId cents",
  },
  "/agenda/publier": { fields: "knowing shorter parallel" },
  "/agenda/occupe": {
    intents: "end",
    fields: "offeringId minutes otherMinutes from to knowing timeId",
  },
  "/agenda/hors-site/:slotId": { intents: "remove", fields: "clientId" },
  "/agenda/creneau/:slotId/proposer": { intents: "withdraw" },
  "/proposition": {
    query: "?jeton=:checkout",
    intents: "accepted refused",
    fields: "token bookingId",
  },
  "/agenda/arret": { intents: "cost", fields: "cle from to slotId word" },
  "/agenda/rythme/:offeringId": {
    intents: "preview save add remove-0",
    fields: `version rows ${RULE} leftOut other seen slotId scope act starts`,
  },
  "/agenda/agendas": { intents: "remove-calendar accept-empty revoke-feed", fields: "calendarId" },
  "/mes-seances": { intents: "activate archive discard", fields: "draftId" },
  "/mes-sessions": {
    by: "client",
    intents: "contest companions offer take-back",
    fields: "companions word",
  },
  "/presence/:bookingId": { fields: "code" },
  "/sms/:code": { intents: "stop resume" },
  "/desabonnement/:code": { intents: "stop resume" },
  "/reservations/:bookingId/deplacer": { by: "client", fields: "slotId" },
  "/reservations/:bookingId/ecrire": { by: "client" },
  "/signaler/:contentId": { fields: "cle about reason text email goodFaith" },
  "/contester": { fields: "token text" },
  "/compte/decision": { fields: "token text" },
  "/reservation/absence": { fields: "token word" },
  "/reservation/choix": { fields: "token choice" },
  "/messages/:messageId/signaler": { by: "client", fields: "cle reason text goodFaith" },
  "/listes-attente": { by: "client", intents: "pass leave", fields: "entryId" },
  "/listes-attente/:slotId": { by: "client", fields: "seats" },
  "/alertes": { by: "client", intents: "pause resume remove", fields: "alertId" },
  "/alertes/nouvelle": { by: "client", fields: "invite" },
  "/alertes/confirmer": { by: null, query: "?jeton=:checkout", fields: "token" },
  "/alertes/invite/:code": { by: null, intents: "stop stop-all", fields: "alertId" },
  "/alertes/:alertId": { by: "client" },
  "/avis/:reviewId/signaler": { fields: "cle about reason text email goodFaith" },
  "/profil/avis": { fields: "reviewId text" },
  "/reservations/:bookingId/avis": {
    by: "client",
    intents: "withdraw",
    fields: "cle rating text tags",
  },
  "/favoris": { by: "client" },
  "/favoris/:sessionId": { by: "client", intents: "remove", fields: "alive" },
  "/connexion": { intents: "resend reset", fields: "alive token confirmPassword signUpId" },
  "/inscription": { intents: "resend", fields: "userType signUpId" },
  "/confirmation": { by: null, intents: "confirm refuse", fields: "token password" },
  "/changer-mot-de-passe": { by: "temporary" },
  "/bienvenue": { by: "client", fields: "firstName lastName phone" },
  "/deconnexion": { by: "stranger" },
  "/profil": { by: "client", intents: "update-profile", fields: "firstName lastName phone" },
  "/profil/conditions": { intents: "refuse accept", fields: "changeId" },
  "/profil/notifications": {
    by: "client",
    intents: "subscribe remove",
    fields: "endpoint p256dh auth deviceId",
  },
  "/profil/boost": { intents: "withdraw", fields: "boostId" },
  "/profil/paiements": { by: "unpaid", intents: "continue open" },
  "/profil/suppression": { by: "rival", intents: "withdraw" },
  "/profil/securite": { by: "stranger" },
  "/profil/abonnement": {},
};

export const FORM_PATTERNS = Object.values(routes).flatMap(({ path, module }) =>
  module.action ? [`/${path}` as FormPattern] : [],
);

/** Who looks at every page for its forms, besides the operator. */
export const SHOWN_TO = [null, "client", "bare", "unpaid", "owner", "temporary"] as const;
