import type { Cast } from "./callers.ts";

const BUSINESS =
  "businessName businessDescription businessAddress businessCity businessPostalCode businessPhone siret";
/** The steps of a price that falls, and its floor. */
const FALL = [1, 2, 3, 4, 5]
  .map((row) => `fallHours${row} fallPercent${row}`)
  .join(" ")
  .concat(" fallFloor");
/** Two stretches of each day of the week. */
const HOURS = [1, 2, 3, 4, 5, 6, 7]
  .flatMap((day) => [1, 2].map((place) => `d${day}-opens${place} d${day}-closes${place}`))
  .join(" ");
/** Two hours of a week. */
const RULE = [0, 1]
  .flatMap((row) =>
    ["weekdays", "starts", "from", "until", "parallel"].map((name) => `${name}-${row}`),
  )
  .join(" ");
const OFFERING = `title description category newCategory sessionType capacity price discountedPrice duration place onlineLink address city postalCode addressFor pin rhythm recurringDays recurringUntil leftOut date startTime requirements included newTags tags imageUrl imageRemoved imageFile slot slot1-id slot1-start slot1-spots slot1-shown slot1-live slot1-removed slotId bookingId knowing shorter parallel ${FALL}`;
const ALERT =
  "q category price price_max place radius date from to days duration_max seats mode format";
const EDITS = "edit delete activate deactivate cancel-slot cancel-booking";

/**
 * Every form of the site: where it is sent, by whom, its intents and the names of its fields. A test
 * compares the list with the route table (fuzz-forms.test.ts).
 */
export const FORMS: [
  path: string,
  caller: keyof Cast | "operator" | null,
  intents: string,
  fields: string,
][] = [
  ["/operateur", "operator", "take give-back", "kind id"],
  ["/operateur/connexion", null, "challenge passkey", "email password code credential"],
  [
    "/operateur/acces",
    "operator",
    "challenge add remove renew-codes",
    "name credential passkeyId confirmed",
  ],
  ["/operateur/sortie", null, "", ""],
  ["/operateur/avis/:session", "operator", "", "decision basis reason confirmed"],
  ["/operateur/echanges/:session", "operator", "", "decision basis reason confirmed"],
  ["/operateur/demander-un-avis/:any/:any", "operator", "ask give", "to reason"],
  ["/operateur/passer/:any/:any", "operator", "", "to"],
  ["/operateur/ecrire/:any/:any", "operator", "", "letterId subject text reason confirmed"],
  ["/operateur/sante", "operator", "", "reason"],
  ["/operateur/categories/:any", "operator", "", "decision name intoId seen reason confirmed"],
  [
    "/operateur/operateurs",
    "operator",
    "",
    "decision email name who role-assistance role-finance role-administration reason confirmed",
  ],
  ["/operateur/conditions", "operator", "", "summary from reason confirmed"],
  ["/operateur/annonces", "operator", "withdraw", "announcementId kind text from until reason"],
  ["/operateur/contenus/:session", "operator", "", "decision basis reason confirmed"],
  [
    "/operateur/verifications/:session",
    "operator",
    "",
    "proofId decision kind title issuer issuedOn expiresOn reason confirmed",
  ],
  [
    "/operateur/paiements/:session",
    "operator",
    "",
    "decision reason amount madeOn means reference reclaimId confirmed",
  ],
  ["/operateur/gestes/:session", "operator", "", "decision kind reason confirmed"],
  [
    "/operateur/litiges/:session",
    "operator",
    "",
    "act kind file files product serviceDate refundPolicy cancellation activity messages reason confirmed",
  ],
  ["/operateur/suppressions/:session", "operator", "", "decision reason confirmed"],
  [
    "/operateur/compte/:any",
    "operator",
    "",
    "decision reason email basis source booked urgency confirmed",
  ],
  [
    "/operateur/reservation/:any",
    "operator",
    "",
    "decision reason amount clientCents professionalCents confirmed",
  ],
  ["/operateur/fiscalite/:session", "operator", "", "decision reason confirmed"],
  ["/operateur/messages/:session", "operator", "", "answer reason act confirmed"],
  ["/operateur/e-mails/:session", "operator", "", "reason"],
  [
    "/sessions/:session",
    null,
    "book log-in",
    "cle slotId seats seatsOfAny amount bookingNotes smsNumber email signedIn",
  ],
  [
    "/session/:session",
    "client",
    "book log-in",
    "cle slotId seats seatsOfAny amount bookingNotes smsNumber email signedIn",
  ],
  [
    "/activites/:activity",
    "client",
    "book log-in",
    "cle slotId seats seatsOfAny amount bookingNotes smsNumber email signedIn",
  ],
  ["/ajouter-session", "owner", "create", `cle draftId draft ${OFFERING}`],
  ["/ajouter-activite", "owner", "create", `cle draftId draft ${OFFERING}`],
  ["/sessions/:session/edit", "owner", EDITS, `version ${OFFERING}`],
  ["/editer-activite/:activity", "owner", EDITS, `version ${OFFERING}`],
  ["/payment-success?session_id=:any", "client", "", ""],
  ["/guest-payment-success?session_id=:any", null, "", ""],
  ["/reprendre?session=:session", null, "", "email"],
  ["/reservation?jeton=:any", null, "book prove", "token"],
  ["/guest-subscription-success?session_id=:any&plan=:any&email=:any", null, "", ""],
  ["/professionnel/success?session_id=:any", "owner", "", ""],
  ["/professionnel-success?session_id=:any", "owner", "", ""],
  ["/professionnel/creer", "bare", "information plan", `planType ${BUSINESS}`],
  [
    "/agenda",
    "owner",
    "move-slot cancel-slot code presence told write publish-gap decline-gap",
    "slotId version day time minutes seats parallel code bookingId status clientId isTold people text gapId cents",
  ],
  [
    "/agenda/publier",
    "owner",
    "",
    `cle today offeringId shownFor day otherDay time tomorrowTime otherTime minutes otherMinutes seats knowing shorter parallel price falls ${FALL}`,
  ],
  [
    "/agenda/occupe",
    "owner",
    "end",
    "cle kind quick day fromTime toTime offeringId minutes otherMinutes from to title knowing timeId",
  ],
  ["/agenda/hors-site/:slot", "owner", "remove", "cle name seats clientId"],
  ["/agenda/creneau/:slot/proposer", "owner", "withdraw", "cle start word withdraws"],
  ["/proposition?jeton=:any", null, "accepted refused", "token bookingId"],
  ["/agenda/arret", "owner", "cost", "cle from to slotId seen word"],
  [
    "/agenda/rythme/:session",
    "owner",
    "preview save add remove-0",
    `version rows ${RULE} leftOut other seen slotId scope act starts`,
  ],
  [
    "/agenda/agendas",
    "owner",
    "remove-calendar accept-empty renew-feed revoke-feed",
    "cle url name calendarId",
  ],
  [
    "/mes-seances",
    "owner",
    "activate deactivate archive copy discard",
    "cle kind offeringId draftId",
  ],
  [
    "/mes-sessions",
    "client",
    "contest companions offer take-back",
    "bookingId refundCents companions word",
  ],
  ["/presence/:booking", "owner", "", "code"],
  ["/sms/:any", null, "stop resume", ""],
  ["/desabonnement/:any", null, "stop resume", ""],
  ["/reservations/:booking/deplacer", "client", "", "slot"],
  ["/reservations/:booking/ecrire", "client", "", "cle text"],
  ["/signaler/:session", null, "", "cle about reason text email goodFaith"],
  ["/contester", null, "", "token text"],
  ["/compte/decision", null, "", "token text"],
  ["/reservation/absence", null, "", "token word"],
  ["/reservation/choix", null, "", "token choice"],
  ["/messages/:any/signaler", "client", "", "cle reason text goodFaith"],
  ["/listes-attente", "client", "pass leave", "entryId"],
  ["/listes-attente/:slot", "client", "", "seats"],
  ["/alertes", "client", "pause resume remove", "alertId"],
  ["/alertes/nouvelle", "client", "", `${ALERT} email invite`],
  ["/alertes/confirmer?jeton=:any", null, "", "token"],
  ["/alertes/invite/:any", null, "stop stop-all", "alertId"],
  ["/alertes/:any", "client", "", ALERT],
  ["/avis/:any/signaler", null, "", "cle about reason text email goodFaith"],
  ["/profil/avis", "owner", "", "reviewId text"],
  ["/reservations/:booking/avis", "client", "withdraw", "cle rating text tags"],
  ["/favoris", "client", "", ""],
  ["/favoris/:session", "client", "add remove", "suite alive"],
  [
    "/connexion",
    null,
    "log-in resend reset",
    "email password suite alive token confirmPassword signUpId",
  ],
  [
    "/inscription",
    null,
    "resend",
    "cle firstName lastName phone email password confirmPassword userType signUpId suite",
  ],
  ["/confirmation", null, "confirm refuse", "token password"],
  ["/mot-de-passe-oublie", null, "", "email suite"],
  ["/changer-mot-de-passe", "temporary", "", "password confirmPassword"],
  ["/bienvenue", "client", "", "firstName lastName phone"],
  ["/deconnexion", "stranger", "", ""],
  ["/profil", "client", "update-profile", "firstName lastName phone"],
  ["/profil/abonnement", "owner", "", ""],
  ["/profil/conditions", "owner", "refuse accept", "changeId"],
  ["/profil/horaires", "owner", "", `version bufferMinutes noticeMinutes ${HOURS}`],
  [
    "/profil/fiscalite",
    "owner",
    "",
    "legalForm legalName birthDate registration taxNumber address postalCode city country accountCountry vatStatus vatNumber",
  ],
  [
    "/profil/notifications",
    "client",
    "choose subscribe remove",
    "reminders alerts waiting reviews push-alerts push-waiting push-reminders push-cancellations push-bookings push-gaps endpoint p256dh auth deviceId",
  ],
  ["/profil/verification", "owner", "", "kind title issuer number issuedOn expiresOn file"],
  ["/profil/boost", "owner", "choose withdraw", "cle sessionId day boostId"],
  [
    "/profil/paiements",
    "unpaid",
    "dashboard continue open",
    "businessName businessType country vatStatus vatNumber",
  ],
  ["/profil/suppression", "rival", "withdraw", "password"],
  [
    "/profil/securite",
    "stranger",
    "change-password close-login close-all",
    "currentPassword password confirmPassword loginId",
  ],
  [
    "/editer-profil",
    "owner",
    "",
    `firstName lastName phone smsNumber version businessVersion shownPhone ${BUSINESS}`,
  ],
  ["/contact", null, "", "cle name email subject message"],
  ["/carte-cadeau", null, "", "cle companyName contactName email phone employeeCount message"],
  ["/nos-offres", null, "", "cle planType email signedIn"],
  ["/renoncer-au-contrat", null, "", "cle name email contract"],
];
