/* A test compares these with app/routes.ts; ids stand in a path as they are. */

export const home = "/";

export const sessions = "/sessions";
export const filters = "/filtres";
export const lastMinute = "/sessions?filter=last-minute";
const withSlot = (path: string, slotId?: string, seats = 1) => {
  const many = seats > 1 ? `&seats=${seats}` : "";
  return slotId ? `${path}?creneau=${slotId}${many}` : path;
};
export const session = (id: string, slotId?: string, seats?: number) =>
  withSlot(`/session/${id}`, slotId, seats);
/** The other address of the same page, where its form is sent. */
export const sessionForm = (id: string, slotId?: string, seats?: number) =>
  withSlot(`/sessions/${id}`, slotId, seats);
export const addSession = "/ajouter-session";
export const draft = (kind: string, id: string) =>
  `${kind === "session" ? addSession : addActivity}?brouillon=${id}`;
export const editSession = (id: string) => `/sessions/${id}/edit`;
export const ownSessions = "/mes-sessions";

export const activities = "/activites";
export const activity = (id: string, slotId?: string, seats?: number) =>
  withSlot(`/activites/${id}`, slotId, seats);
export const offering = (kind: string, ...place: [id: string, slotId?: string, seats?: number]) =>
  kind === "session" ? session(...place) : activity(...place);
export const addActivity = "/ajouter-activite";
export const editActivity = (id: string) => `/editer-activite/${id}`;
export const ownActivities = "/mes-activites";

export const professionals = "/praticiens";
export const professional = (id: string) => `/praticiens/${id}`;
export const landings = "/bien-etre";

export const paymentSuccess = "/payment-success";
export const guestPaymentSuccess = "/guest-payment-success";
export const paymentCanceled = "/payment-canceled";
export const cancelPayment = (token: string) => `/payment-canceled/${token}`;
/** The same whatever is known of the e-mail. */
export const mailbox = "/verifiez-votre-boite-mail";
export const resumePayment = "/reprendre";
export const bookingLink = "/reservation";
export const calendarFile = (bookingId: string) => `/reservations/${bookingId}/agenda.ics`;

export const agenda = "/agenda";
export const agendaDay = (day: string) => `${agenda}?jour=${day}`;
export const agendaSlot = (day: string, slotId: string) => `${agendaDay(day)}&creneau=${slotId}`;
export const ownDrafts = "/mes-seances?etat=brouillon";
export const publish = "/agenda/publier";
export const publishOf = (offeringId: string) => `${publish}?seance=${offeringId}`;
export const publishAt = (offeringId: string, local: string) =>
  `${publishOf(offeringId)}&debut=${local}`;
/** `type` is « occupe », « hors-site » or « absence ». */
export const ownTime = (type: string) => `/agenda/occupe?type=${type}`;
export const outsideClients = (slotId: string) => `/agenda/hors-site/${slotId}`;
export const ownCalendars = "/agenda/agendas";
export const calendarFeed = (secret: string) => `/agendas/${secret}/parenthese.ics`;
export const published = (slotId: string) => `${publish}?en-ligne=${slotId}`;
export const propose = (slotId: string) => `/agenda/creneau/${slotId}/proposer`;
export const answerProposal = "/proposition";
export const proposal = (token: string) => `${answerProposal}?jeton=${token}`;
/** For whoever is signed in, or in the browser that bought. */
export const proposalOf = (bookingId: string) => `${answerProposal}?reservation=${bookingId}`;
/** « Je ne peux pas assurer » */
export const callOffPeriod = "/agenda/arret";
export const callOffDay = (day: string) => `${callOffPeriod}?jour=${day}`;
export const ownOfferings = "/mes-seances";
export const shared = (code: string) => `/s/${code}`;
export const moveBooking = (bookingId: string) => `/reservations/${bookingId}/deplacer`;
export const reportMessage = (messageId: string) => `/messages/${messageId}/signaler`;
export const bookingMessages = (bookingId: string) => `/reservations/${bookingId}/ecrire`;
export const messages = "/messages";
export const reportContent = (contentId: string) => `/signaler/${contentId}`;
export const contestDecision = "/contester";
export const contest = (token: string) => `${contestDecision}?jeton=${token}`;
export const accountDecision = "/compte/decision";
export const contestAccountDecision = (token: string) => `${accountDecision}?jeton=${token}`;
export const contestAbsence = "/reservation/absence";
export const absence = (token: string) => `${contestAbsence}?jeton=${token}`;
export const bookingChoice = "/reservation/choix";
export const chooseRefund = (token: string) => `${bookingChoice}?jeton=${token}`;
export const reportReview = (reviewId: string) => `/avis/${reviewId}/signaler`;
export const receivedReviews = "/profil/avis";
export const reviewsOf = (professionalId: string) => `/praticiens/${professionalId}/avis`;
export const receipt = (bookingId: string) => `/reservations/${bookingId}/note`;
export const ownReview = (bookingId: string) => `/reservations/${bookingId}/avis`;

export const unsubscribe = (code: string) => `/desabonnement/${code}`;
export const smsStop = (code: string) => `/sms/${code}`;

export const presence = (bookingId: string) => `/presence/${bookingId}`;

export const favorites = "/favoris";
export const favorite = (sessionId: string) => `/favoris/${sessionId}`;

export const waitingLists = "/listes-attente";
export const waitingSlot = (slotId: string) => `/listes-attente/${slotId}`;

export const alerts = "/alertes";
/** Its conditions stand in the query. */
export const newAlert = "/alertes/nouvelle";
export const alertAsked = "/alertes/demandee";
export const confirmAlert = (token: string) => `/alertes/confirmer?jeton=${token}`;
export const guestAlerts = (code: string) => `/alertes/invite/${code}`;
export const newGuestAlert = (code: string) => `${newAlert}?invite=${code}`;
export const alert = (alertId: string) => `/alertes/${alertId}`;

export const logIn = "/connexion";
export const logInThen = (path: string) => `${logIn}?suite=${encodeURIComponent(path)}`;
export const logOut = "/deconnexion";
export const signUp = "/inscription";
export const confirmation = "/confirmation";
export const forgottenPassword = "/mot-de-passe-oublie";
export const changePassword = "/changer-mot-de-passe";
export const welcome = "/bienvenue";

export const profile = "/profil";
export const workingTime = "/profil/horaires";
export const taxDetails = "/profil/fiscalite";
export const editProfile = "/editer-profil";
export const subscription = "/profil/abonnement";
export const boost = "/profil/boost";
export const verification = "/profil/verification";
export const ownPaper = (proofId: string) => `/profil/verification/${proofId}`;
export const paymentAccount = "/profil/paiements";
export const ownData = "/profil/mes-donnees";
export const ownTerms = "/profil/conditions";
export const notifications = "/profil/notifications";
export const offline = "/hors-ligne";
export const onThisDevice = "/mes-sessions/sur-cet-appareil";
export const security = "/profil/securite";
export const deletion = "/profil/suppression";
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

export const demoCalendar = "/demo/agenda.ics";
export const demoMails = "/demo/mails";
export const demoAttachment = (mailId: string, place: string | number) =>
  `/demo/mails/${mailId}/${place}`;
