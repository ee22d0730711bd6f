/*
 * Where each page is, as app/routes.ts lists them: whatever leads to a page takes its address from
 * here, be it a link, a form, a redirect, a mail or the way back from a payment. Import it as
 * `addresses`; a test compares it with the routes. Ids stand in a path as they are.
 */

export const home = "/";

export const sessions = "/sessions";
/** When, how and for how many; the conditions of a list stand in its query. */
export const filters = "/filtres";
export const lastMinute = "/sessions?filter=last-minute";
/** With one of its slots chosen, if it is named. */
/** @param seats how many are to be chosen there. */
export const session = (id: string, slotId?: string, seats = 1) => {
  const many = seats > 1 ? `&seats=${seats}` : "";
  return `/session/${id}${slotId ? `?creneau=${slotId}${many}` : ""}`;
};
/** The other address of the same page, where its form is sent. */
export const sessionForm = (id: string) => `/sessions/${id}`;
export const addSession = "/ajouter-session";
/** The form of a new offering, as far as a draft of it was typed. */
export const draft = (kind: string, id: string) =>
  `${kind === "session" ? addSession : addActivity}?brouillon=${id}`;
export const editSession = (id: string) => `/sessions/${id}/edit`;
export const ownSessions = "/mes-sessions";

export const activities = "/activites";
export const activity = (id: string) => `/activites/${id}`;
export const addActivity = "/ajouter-activite";
export const editActivity = (id: string) => `/editer-activite/${id}`;
export const ownActivities = "/mes-activites";

export const professionals = "/praticiens";
export const professional = (id: string) => `/praticiens/${id}`;
/** An activity everywhere or in one city follows it. */
export const landings = "/bien-etre";

export const paymentSuccess = "/payment-success";
export const guestPaymentSuccess = "/guest-payment-success";
export const paymentCanceled = "/payment-canceled";
export const cancelPayment = (token: string) => `/payment-canceled/${token}`;
/** Says that a mail leads on, whatever is known of the e-mail. */
export const mailbox = "/verifiez-votre-boite-mail";
/** Asks, in another browser, for the link to what somebody has begun to pay for. */
export const resumePayment = "/reprendre";
/** Where that link leads. */
export const bookingLink = "/reservation";
export const calendarFile = (bookingId: string) => `/reservations/${bookingId}/agenda.ics`;

export const agenda = "/agenda";
/** The agenda on a day with one of its slots open. */
export const agendaDay = (day: string) => `${agenda}?jour=${day}`;
export const agendaSlot = (day: string, slotId: string) => `${agendaDay(day)}&creneau=${slotId}`;
export const ownDrafts = "/mes-seances?etat=brouillon";
export const publish = "/agenda/publier";
/** The same with one's own offering chosen. */
export const publishOf = (offeringId: string) => `${publish}?seance=${offeringId}`;
/** The same at a wall clock in Paris, « 2026-11-20T18:00 ». */
export const publishAt = (offeringId: string, local: string) =>
  `${publishOf(offeringId)}&debut=${local}`;
/** One's own hours; the type is « occupe », « hors-site » or « absence ». */
export const ownTime = (type: string) => `/agenda/occupe?type=${type}`;
/** The clients from elsewhere in one of one's own slots. */
export const outsideClients = (slotId: string) => `/agenda/hors-site/${slotId}`;
/** One's own calendars: those that are read here, and the address of this one. */
export const ownCalendars = "/agenda/agendas";
/** Where programs read somebody's agenda, by its secret. */
export const calendarFeed = (secret: string) => `/agendas/${secret}/parenthese.ics`;
export const published = (slotId: string) => `${publish}?en-ligne=${slotId}`;
/** Proposes another hour for a booked slot. */
export const propose = (slotId: string) => `/agenda/creneau/${slotId}/proposer`;
/** Where its clients answer, by a secret. */
export const answerProposal = "/proposition";
export const proposal = (token: string) => `${answerProposal}?jeton=${token}`;
/** The same for whoever is known to have booked: signed in, or in the browser that bought. */
export const proposalOf = (bookingId: string) => `${answerProposal}?reservation=${bookingId}`;
/** « Je ne peux pas assurer »: calls off a period. */
export const callOffPeriod = "/agenda/arret";
export const callOffDay = (day: string) => `${callOffPeriod}?jour=${day}`;
/** One's own offerings, by next start. */
export const ownOfferings = "/mes-seances";
/** The short address of a slot, which leads to its offering. */
export const shared = (code: string) => `/s/${code}`;
/** Where a client chooses another slot for their booking. */
export const moveBooking = (bookingId: string) => `/reservations/${bookingId}/deplacer`;
export const reportMessage = (messageId: string) => `/messages/${messageId}/signaler`;
/** Where the two sides of a booking write to each other. */
export const bookingMessages = (bookingId: string) => `/reservations/${bookingId}/ecrire`;
/** All messages of somebody, by booking. */
export const messages = "/messages";
/** Where anybody reports an offering or a professional's page. */
export const reportContent = (contentId: string) => `/signaler/${contentId}`;
/** Where a side of a decision contests it, by the link of a mail. */
export const contestDecision = "/contester";
export const contest = (token: string) => `${contestDecision}?jeton=${token}`;
/** The same of a decision about a whole account, which its mails and the login show. */
export const accountDecision = "/compte/decision";
export const contestAccountDecision = (token: string) => `${accountDecision}?jeton=${token}`;
/** Where a client contests having been absent, by the link in a mail. */
export const contestAbsence = "/reservation/absence";
export const absence = (token: string) => `${contestAbsence}?jeton=${token}`;
/** Where a client keeps a booking, or is refunded, whose professional is suspended or leaves. */
export const bookingChoice = "/reservation/choix";
export const chooseRefund = (token: string) => `${bookingChoice}?jeton=${token}`;
/** Where anybody reports a review. */
export const reportReview = (reviewId: string) => `/avis/${reviewId}/signaler`;
/** The reviews that a professional has received, and their replies. */
export const receivedReviews = "/profil/avis";
/** All reviews of a professional, and those that follow the cursor. */
export const reviewsOf = (professionalId: string) => `/praticiens/${professionalId}/avis`;
/** The receipt of a booking that was paid. */
export const receipt = (bookingId: string) => `/reservations/${bookingId}/note`;
/** Where a client writes the review of a booking. */
export const ownReview = (bookingId: string) => `/reservations/${bookingId}/avis`;

/** Where a mail leads that one may do without, to end all others of its topic. */
export const unsubscribe = (code: string) => `/desabonnement/${code}`;
/** Where a text message leads to stop all others. */
export const smsStop = (code: string) => `/sms/${code}`;

/** Where the QR code of a booking leads; the code itself follows. */
export const presence = (bookingId: string) => `/presence/${bookingId}`;

export const favorites = "/favoris";
export const favorite = (sessionId: string) => `/favoris/${sessionId}`;

/** The full slots that somebody waits for, and one of them. */
export const waitingLists = "/listes-attente";
export const waitingSlot = (slotId: string) => `/listes-attente/${slotId}`;

/** The searches that somebody keeps. */
export const alerts = "/alertes";
/** Keeps another; its conditions stand in the query, as in that of a list. */
export const newAlert = "/alertes/nouvelle";
/** Where a guest is led who has asked for one. */
export const alertAsked = "/alertes/demandee";
/** The link in a guest's mail, and the page on which a guest sees and stops what they keep. */
export const confirmAlert = (token: string) => `/alertes/confirmer?jeton=${token}`;
export const guestAlerts = (code: string) => `/alertes/invite/${code}`;
export const newGuestAlert = (code: string) => `${newAlert}?invite=${code}`;
export const alert = (alertId: string) => `/alertes/${alertId}`;

export const logIn = "/connexion";
/** The login that leads on to a path of this site. */
export const logInThen = (path: string) => `${logIn}?suite=${encodeURIComponent(path)}`;
export const logOut = "/deconnexion";
export const signUp = "/inscription";
export const confirmation = "/confirmation";
export const forgottenPassword = "/mot-de-passe-oublie";
export const changePassword = "/changer-mot-de-passe";
/** Asks somebody who has no name yet for one. */
export const welcome = "/bienvenue";

export const profile = "/profil";
/** The pause between two appointments, the notice and the opening hours. */
export const workingTime = "/profil/horaires";
/** The details that the tax office wants of a professional. */
export const taxDetails = "/profil/fiscalite";
export const editProfile = "/editer-profil";
export const subscription = "/profil/abonnement";
/** The day at the head of its lists that a plan gives once a month. */
export const boost = "/profil/boost";
/** The page of what stands behind the tick, and a document that was given for it. */
export const verification = "/profil/verification";
export const ownPaper = (proofId: string) => `/profil/verification/${proofId}`;
export const paymentAccount = "/profil/paiements";
export const ownData = "/profil/mes-donnees";
/** Changed terms that do not hold yet, to be refused there. */
export const ownTerms = "/profil/conditions";
/** The mails that one may do without, and the notifications. */
export const notifications = "/profil/notifications";
/** Shown by the service worker without a network, and the bookings that a device may keep for then. */
export const offline = "/hors-ligne";
export const onThisDevice = "/mes-sessions/sur-cet-appareil";
export const security = "/profil/securite";
export const deletion = "/profil/suppression";
/** The fate of one's places: where « Revenus » leads. */
export const figures = "/chiffres";
export const earnings = "/profil/revenus";
export const earningsFile = "/profil/revenus.csv";

export const plans = "/nos-offres";
export const becomeProfessional = "/professionnel/creer";
export const subscriptionSuccess = "/professionnel/success";
export const subscriptionCanceled = "/professionnel/cancel";
export const guestSubscriptionSuccess = "/guest-subscription-success";

export const contact = "/contact";
export const contactAbout = (subject: string) => `/contact?sujet=${subject}`;
export const help = "/aide";
export const giftCard = "/carte-cadeau";
export const about = "/qui-sommes-nous";
export const spaces = "/espaces";
export const privacy = "/confidentialite";
export const terms = "/conditions";
export const legalNotice = "/mentions-legales";
export const ranking = "/classement";
export const accessibility = "/accessibilite";
export const cookies = "/cookies";
export const mediation = "/mediation";
export const withdrawal = "/renoncer-au-contrat";

/** The private calendar of the demo's practitioner, which she follows. */
export const demoCalendar = "/demo/agenda.ics";
export const demoMails = "/demo/mails";
export const demoAttachment = (mailId: string, place: string | number) =>
  `/demo/mails/${mailId}/${place}`;
