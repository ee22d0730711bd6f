import type { APIRequestContext, Page } from "@playwright/test";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Register } from "react-router";
import { addDays, dayKey } from "#core/dates.ts";
import { HOUR } from "#core/durations.ts";
import * as demo from "#db/demo/accounts.ts";
import { professionalIdOf, userIdOf } from "#db/demo/people.ts";
import * as addresses from "#site/addresses.ts";
import * as operator from "#site/operator-addresses.ts";
import * as own from "#site/own-addresses.ts";
import routes from "../../app/routes.ts";
import { expect } from "./fixtures.ts";
import {
  bearerOf,
  DEMO_SLOTS,
  emptyList,
  isOfDemo,
  lasts,
  listPaid,
  NADIA,
  paidSession,
  publishAs,
} from "./journeys.ts";

/* Every screen of the route table: who looks at it, at which address, and what can be opened there. */

const CAMILLE = "camille@example.fr";
const INES = demo.INES.email;
const NORA = "nora@example.fr";
const NOBODYS = "00000000-0000-7000-8000-000000000000";

/** Somebody who has just taken something without an account, and must choose a password first. */
export const GUEST = "the holder of a temporary password";
/** The same once it is chosen: without a name, and with a plan but no professional profile. */
export const NAMELESS = "a subscriber without a name";

export interface Case {
  /** The person who looks; a visitor when left out. */
  as?: string;
  /** The address, where it is not the route's own. */
  at?: string | ((request: APIRequestContext) => Promise<string>);
  /** Steps on the screen, and what shows that they have worked: it is looked at before and after. */
  open?: (page: Page) => Promise<void>;
  note?: string;
  /** At one width only, for an element that does not exist at the other. */
  width?: number;
}

async function anySession(request: APIRequestContext): Promise<string> {
  return (await paidSession(request, 15)).id;
}

async function ownSession(request: APIRequestContext): Promise<string> {
  const [session] = await listPaid(request, `professional=${professionalIdOf(demo.INES)}`);
  return `/sessions/${session?.id}/edit`;
}

/** One that she has from the demo: those of today are other tests', which call them off. */
async function bookingOfCamille(request: APIRequestContext): Promise<string> {
  const headers = await bearerOf(request, CAMILLE);
  const answer = await request.get("/api/v1/bookings/sessions?limit=100", { headers });
  type Told = { id: string; status: string; created_at: string; slot: { start_datetime: string } };
  const { data }: { data: Told[] } = await answer.json();
  const yesterday = new Date(Date.now() - 20 * HOUR).toISOString();
  // Whatever starts within a day can no longer move.
  const soon = new Date(Date.now() + 26 * HOUR).toISOString();
  const own = data.find(
    ({ status, created_at: made, slot }) =>
      status === "confirmed" && made < yesterday && slot.start_datetime > soon,
  );
  return own?.id ?? "";
}

/** The newest review of the demo's own professional. */
async function reviewOfInes(request: APIRequestContext): Promise<string> {
  const address = `/api/v1/reviews?professional=${professionalIdOf(demo.INES)}&limit=1`;
  const { data } = await (await request.get(address)).json();
  return data[0].id;
}

/** A slot of hers that the demo made, whoever is in it. */
async function openSlotOfInes(
  request: APIRequestContext,
): Promise<{ id: string; offering_id: string }> {
  const answer = await request.get("/api/v1/agenda", { headers: await bearerOf(request, INES) });
  const { slots } = await answer.json();
  return slots.find(
    (slot: { id: string; state: string; start_datetime: string }) =>
      isOfDemo(slot) && lasts(slot.start_datetime) && /free|part/.test(slot.state),
  );
}

const slotOfInes = async (request: APIRequestContext): Promise<string> =>
  (await openSlotOfInes(request)).id;

/** A slot of hers that is called off, with two clients from elsewhere to tell. */
async function calledOffSlot(request: APIRequestContext): Promise<string> {
  const headers = await bearerOf(request, INES);
  const date = addDays(dayKey(new Date()), 43);
  const offeringId = await publishAs(request, INES, { date });
  const agenda = await request.get(`/api/v1/agenda?from=${date}&to=${date}`, { headers });
  const { slots } = await agenda.json();
  const { id } = slots.find((one: { offering_id: string }) => one.offering_id === offeringId);
  for (const name of ["Mme Arnaud de la Rochefoucauld", null]) {
    const path = `/api/v1/slots/${id}/outside-clients`;
    expect((await request.post(path, { headers, data: { name, seats: 1 } })).status()).toBe(201);
  }
  const cancelled = await request.post(`/api/v1/slots/${id}/cancel`, { headers });
  expect(cancelled.ok(), await cancelled.text()).toBe(true);
  return addresses.agendaSlot(date, id);
}

async function activityOfInes(request: APIRequestContext): Promise<string> {
  const { data } = await (await request.get("/api/v1/activities?limit=100")).json();
  const own = data.find(
    (one: { id: string; professional: { business_name: string } }) =>
      isOfDemo(one) && one.professional.business_name === demo.INES.business,
  );
  return own.id;
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Ouvrir le menu" }).click();
  await page.getByRole("button", { name: "Fermer le menu" }).waitFor();
}

async function submitEmpty(page: Page, name: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name }).click();
  await page.getByRole("alert").first().waitFor();
}

/** From the list to the slot that is waited for. */
async function openWaitingSlot(page: Page): Promise<void> {
  const { data } = await (await page.request.get("/api/v1/waiting-list")).json();
  await page.goto(addresses.waitingSlot(data[0].slot_id));
}

type Path<Pattern = keyof Register["pages"]> = Pattern extends `/${infer Rest}` ? Rest : never;

/** {@link defaultCase} for a screen that is not named. */
const SCREENS: { readonly [path in Path]?: Case[] } = {
  "": [
    {},
    { as: CAMILLE },
    { as: INES },
    { note: "menu open", open: openMenu, width: 390 },
    { note: "menu open", as: CAMILLE, open: openMenu, width: 390 },
  ],
  sessions: [
    {},
    { as: CAMILLE },
    { note: "nothing found", at: "/sessions?q=introuvable&location=Nulle-part" },
    { note: "nothing found, other ways offered", at: emptyList },
    { note: "everything narrowed", at: "/sessions?filter=nearby&category=Yoga&sort=date&page=2" },
    {
      note: "fields unfolded",
      width: 390,
      open: async (page) => {
        await page.getByRole("button", { name: /Modifier la recherche/ }).click();
        await page.locator("input[name=q]").waitFor();
      },
    },
  ],
  filtres: [
    {},
    { note: "narrowed", at: "/filtres?q=yoga&place=Lyon&date=tomorrow&from=18:00&seats=2" },
  ],
  "session/:sessionId": [
    { as: CAMILLE, at: async (request) => `/session/${await anySession(request)}` },
    {
      note: "e-mail missing",
      at: async (request) => `/session/${await anySession(request)}`,
      open: (page) => submitEmpty(page, "Réserver et payer"),
    },
  ],
  "ajouter-session": [
    { note: "refused", as: INES, open: (page) => submitEmpty(page, "Créer la session") },
    { note: "no business profile", as: CAMILLE },
  ],
  "sessions/:sessionId/edit": [{ as: INES, at: async (request) => ownSession(request) }],
  "sessions/:sessionId": [{ at: async (request) => `/sessions/${await anySession(request)}` }],
  praticiens: [{}, { note: "nobody", at: "/praticiens?q=introuvable" }],
  "praticiens/:professionalId": [
    {
      at: async (request) => {
        const answer = await request.get("/api/v1/professionals?limit=1");
        return `/praticiens/${(await answer.json()).data[0].id}`;
      },
    },
  ],
  "praticiens/:professionalId/avis": [
    {
      at: async (request) => {
        const answer = await request.get("/api/v1/professionals?limit=1");
        return addresses.reviewsOf((await answer.json()).data[0].id);
      },
    },
  ],
  activites: [{}, { as: INES }],
  "activites/:activityId": [
    { at: async (request) => `/activites/${await activityOfInes(request)}` },
    { as: CAMILLE, at: async (request) => `/activites/${await activityOfInes(request)}` },
  ],
  "ajouter-activite": [
    { note: "refused", as: INES, open: (page) => submitEmpty(page, "Créer l'activité") },
  ],
  "editer-activite/:activityId": [
    { as: INES, at: async (request) => `/editer-activite/${await activityOfInes(request)}` },
  ],
  "mes-activites": [
    {},
    { as: INES },
    { as: INES, at: "/mes-activites?type=passees" },
    { note: "no professional", as: CAMILLE },
  ],
  "bien-etre/:activity?/:city?": [
    { at: "/bien-etre" },
    { at: "/bien-etre/yoga" },
    { at: "/bien-etre/yoga/lyon" },
  ],
  "payment-success": [
    { note: "failed", as: CAMILLE, at: "/payment-success?session_id=cs_test_nothing" },
    { note: "signed out", at: "/payment-success?session_id=cs_test_nothing" },
  ],
  "guest-payment-success": [
    { note: "failed", at: "/guest-payment-success?session_id=cs_test_nothing" },
  ],
  "payment-canceled": [{}],
  "verifiez-votre-boite-mail": [{}],
  reprendre: [
    {
      note: "refused",
      at: async (request) => `/reprendre?session=${await anySession(request)}`,
      open: (page) => submitEmpty(page, "Recevoir le lien"),
    },
  ],
  // The link that works is looked at where it is followed.
  reservation: [{ note: "dead link", at: "/reservation?jeton=x" }],
  "guest-subscription-success": [
    { note: "verifying for ever" },
    {
      note: "failed",
      at: "/guest-subscription-success?session_id=cs_test_nothing&plan=premium&email=a@example.fr",
    },
  ],
  "professionnel/creer": [
    { note: "refused", as: CAMILLE, open: (page) => submitEmpty(page, "Continuer") },
    { as: INES },
    { as: INES, at: "/professionnel/creer?etape=2" },
  ],
  "professionnel/success": [
    { note: "failed", as: INES, at: "/professionnel/success?session_id=cs_test_nothing" },
    { note: "signed out", at: "/professionnel/success?session_id=cs_test_nothing" },
  ],
  "professionnel-success": [
    { note: "failed", as: INES, at: "/professionnel-success?session_id=cs_test_nothing" },
  ],
  "professionnel/cancel": [{}],
  "professionnel-cancel": [{}],
  "mes-sessions": [
    {},
    { as: CAMILLE, at: "/mes-sessions?type=passees" },
    {
      note: "question open",
      as: CAMILLE,
      open: async (page) => {
        await page
          .getByRole("button", { name: /^Annuler cette réservation/ })
          .first()
          .click();
        await page.getByRole("dialog").waitFor();
      },
    },
    { note: "empty", as: NORA },
  ],
  agenda: [
    { note: "day", as: INES, at: "/agenda?vue=jour" },
    {
      note: "slot open",
      as: INES,
      // Nothing open: a class in progress would be, and its folds would be counted instead.
      at: "/agenda?creneau=",
      open: async (page) => {
        await page.locator(DEMO_SLOTS).last().click();
        await page.getByRole("article").waitFor();
        for (const folded of await page.getByRole("article").locator("summary").all()) {
          await folded.click();
        }
      },
    },
    {
      ...{ note: "called off, with clients to tell", as: INES, at: calledOffSlot },
      open: async (page) => {
        const panel = page.getByRole("article");
        const untold = panel.getByRole("button", { name: "Prévenu", pressed: false });
        const left = await untold.count();
        await untold.first().click();
        await expect(untold).toHaveCount(left - 1);
      },
    },
    { note: "nothing in it", as: INES, at: "/agenda?jour=2024-02-05" },
    { note: "no professional", as: CAMILLE },
  ],
  chiffres: [
    { as: INES },
    {
      note: "a year, tables open",
      as: INES,
      at: "/chiffres?periode=1a",
      open: async (page) => {
        for (const folded of await page.locator("details > summary").all()) await folded.click();
      },
    },
    { note: "no professional", as: CAMILLE },
  ],
  "mes-seances": [
    { as: INES },
    { note: "nothing found", as: INES, at: "/mes-seances?q=introuvable&etat=en-pause" },
    { note: "no professional", as: CAMILLE },
  ],
  "agenda/agendas": [
    { note: "refused", as: INES, open: (page) => submitEmpty(page, "Suivre cet agenda") },
    { note: "nothing followed", as: NORA },
    { note: "no professional", as: CAMILLE },
  ],
  "agenda/publier": [{ as: INES }, { note: "nothing to publish", as: NORA }],
  "agenda/creneau/:slotId/proposer": [
    { as: INES, at: async (request) => addresses.propose(await slotOfInes(request)) },
  ],
  proposition: [{ note: "unknown link", at: addresses.proposal("rien") }],
  "agenda/arret": [
    { as: INES, at: "/agenda/arret?periode=dimanche" },
    { note: "nothing in it", as: INES, at: `${addresses.callOffDay("2031-02-04")}` },
    { note: "no professional", as: CAMILLE },
  ],
  "agenda/occupe": [
    { note: "refused", as: INES, open: (page) => submitEmpty(page, "Noter") },
    { note: "absence", as: INES, at: addresses.ownTime("absence") },
    {
      ...{ note: "client from elsewhere, refused", as: INES, at: addresses.ownTime("hors-site") },
      open: (page) => submitEmpty(page, "Noter"),
    },
    { note: "no professional", as: CAMILLE },
  ],
  "agenda/rythme/:offeringId": [
    {
      as: INES,
      at: async (request) => own.schedule((await openSlotOfInes(request)).offering_id),
    },
  ],
  "agenda/hors-site/:slotId": [
    { as: INES, at: async (request) => addresses.outsideClients(await slotOfInes(request)) },
  ],
  "profil/verification": [
    { as: INES },
    {
      ...{ note: "refused", as: "nora@example.fr" },
      open: async (page) => {
        const form = page.getByRole("region", { name: "Assurance" });
        await form.getByRole("button", { name: "Envoyer" }).click();
        await expect(form.getByText("Choisissez un fichier.")).toBeVisible();
      },
    },
    { note: "no professional", as: CAMILLE },
  ],
  "profil/fiscalite": [
    { as: INES },
    { note: "refused", as: "leo@example.fr", open: (page) => submitEmpty(page, "Enregistrer") },
    { note: "no professional", as: CAMILLE },
  ],
  "reservations/:bookingId/note": [
    { as: CAMILLE, at: async (request) => addresses.receipt(await bookingOfCamille(request)) },
  ],
  "profil/horaires": [{ as: INES }, { note: "no professional", as: CAMILLE }],
  messages: [{ as: CAMILLE }, { note: "professional", as: INES }],
  "messages/:messageId/signaler": [
    { note: "unknown", as: CAMILLE, at: addresses.reportMessage(NOBODYS) },
  ],
  "reservations/:bookingId/ecrire": [
    {
      note: "refused",
      as: CAMILLE,
      at: async (request) => addresses.bookingMessages(await bookingOfCamille(request)),
      open: (page) => submitEmpty(page, "Envoyer"),
    },
  ],
  "reservations/:bookingId/deplacer": [
    {
      note: "nothing chosen",
      as: CAMILLE,
      at: async (request) => addresses.moveBooking(await bookingOfCamille(request)),
      open: (page) => submitEmpty(page, "Changer d'horaire"),
    },
  ],
  "profil/avis": [{ as: INES }, { note: "no professional", as: CAMILLE }],
  "signaler/:contentId": [
    {
      note: "refused",
      at: async (request) => addresses.reportContent(await anySession(request)),
      open: (page) => submitEmpty(page, "Envoyer le signalement"),
    },
  ],
  contester: [{ note: "dead link" }],
  "compte/decision": [{ note: "dead link" }],
  "reservation/absence": [{ note: "dead link" }],
  "reservation/choix": [{ note: "dead link" }],
  "avis/:reviewId/signaler": [
    { as: INES, at: async (request) => addresses.reportReview(await reviewOfInes(request)) },
    {
      note: "refused",
      at: async (request) => addresses.reportReview(await reviewOfInes(request)),
      open: (page) => submitEmpty(page, "Envoyer le signalement"),
    },
  ],
  "reservations/:bookingId/avis": [
    { as: CAMILLE, at: async (request) => addresses.ownReview(await bookingOfCamille(request)) },
  ],
  "presence/:bookingId": [
    { as: CAMILLE, at: async (request) => addresses.presence(await bookingOfCamille(request)) },
  ],
  "profil/notifications": [{ as: CAMILLE }, { as: INES }],
  "mes-sessions/sur-cet-appareil": [{ as: CAMILLE }],
  "hors-ligne": [{}],
  "desabonnement/:code": [{ note: "dead link", at: addresses.unsubscribe("x".repeat(22)) }],
  "sms/:code": [{ note: "dead link", at: addresses.smsStop("x".repeat(22)) }],
  "listes-attente": [{ as: CAMILLE }, { note: "none", as: INES }],
  "listes-attente/:slotId": [
    { as: CAMILLE, open: openWaitingSlot },
    { note: "unknown", as: CAMILLE, at: "/listes-attente/00000000-0000-7000-8000-000000000000" },
  ],
  alertes: [{ as: CAMILLE }, { note: "none", as: INES }],
  "alertes/nouvelle": [
    { as: CAMILLE, at: "/alertes/nouvelle?q=massage&location=Lyon&from=18:00" },
    { note: "guest", at: "/alertes/nouvelle?q=massage&place=Lyon" },
    { note: "refused", as: CAMILLE, open: (page) => submitEmpty(page, "Garder cette alerte") },
  ],
  "alertes/demandee": [{}],
  "alertes/confirmer": [{ note: "dead link" }],
  "alertes/invite/:code": [{ note: "stopped", at: addresses.guestAlerts("x".repeat(22)) }],
  "alertes/:alertId": [
    { note: "unknown", as: CAMILLE, at: "/alertes/00000000-0000-7000-8000-000000000000" },
  ],
  favoris: [
    {},
    { note: "nothing so filtered", as: CAMILLE, at: "/favoris?category=Introuvable" },
    {
      note: "question open",
      as: CAMILLE,
      open: async (page) => {
        await page.getByRole("button", { name: "Vider les favoris" }).click();
        await page.getByRole("dialog").waitFor();
      },
    },
  ],
  // Leads on at once.
  deconnexion: [],
  connexion: [
    { note: "dead link", at: "/connexion?jeton=x" },
    { note: "refused", open: (page) => submitEmpty(page, "Se connecter") },
  ],
  inscription: [{ note: "refused", open: (page) => submitEmpty(page, "S'inscrire") }],
  confirmation: [{}],
  "mot-de-passe-oublie": [
    { note: "refused", open: (page) => submitEmpty(page, "Recevoir le lien") },
  ],
  "changer-mot-de-passe": [
    {
      note: "refused",
      as: GUEST,
      open: (page) => submitEmpty(page, "Enregistrer le mot de passe"),
    },
  ],
  bienvenue: [{ note: "refused", as: NAMELESS, open: (page) => submitEmpty(page, "Continuer") }],
  "profil/revenus": [
    { as: INES },
    { note: "one year", as: INES, at: "/profil/revenus?annee=2025" },
    { note: "no payment account", as: NORA },
  ],
  "profil/boost": [
    { as: INES },
    { note: "no plan with it", as: demo.LEO.email },
    { note: "no professional", as: CAMILLE },
  ],
  profil: [
    {},
    { as: CAMILLE },
    { as: INES },
    { as: NORA },
    { as: CAMILLE, at: "/profil?modifier" },
    {
      note: "deletion asked about",
      // Camille has bookings to come, which stand in the way.
      as: NAMELESS,
      open: async (page) => {
        await page
          .getByRole("button", { name: /^Supprimer mon compte/ })
          .first()
          .click();
        await page.getByRole("dialog").waitFor();
      },
    },
  ],
  "profil/securite": [
    {
      note: "refused",
      as: CAMILLE,
      open: async (page) => {
        await page.getByText("Changer le mot de passe").click();
        await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
        await page.getByText("Veuillez saisir votre mot de passe actuel").waitFor();
      },
    },
  ],
  "profil/suppression": [{ as: CAMILLE }, { as: INES }],
  "profil/paiements": [{ as: INES }, { as: NORA }, { note: "no business profile", as: CAMILLE }],
  "editer-profil": [{ as: CAMILLE }, { as: INES }],
  contact: [{ note: "refused", open: (page) => submitEmpty(page, "Envoyer le message") }],
  aide: [
    {
      note: "an answer open",
      open: (page) => page.getByRole("group").first().locator("summary").click(),
    },
    { note: "nothing found", at: "/aide?q=introuvable" },
  ],
  "carte-cadeau": [{ note: "refused", open: (page) => submitEmpty(page, "Demander un devis") }],
  "nos-offres": [
    {},
    { as: INES },
    {
      note: "becoming a professional",
      as: CAMILLE,
      open: async (page) => {
        await page.getByRole("link", { name: "Devenir praticien" }).click();
        await page.getByRole("dialog").waitFor();
      },
    },
  ],
  "qui-sommes-nous": [{}],
  espaces: [{}],
  confidentialite: [{}],
  conditions: [{}],
  "mentions-legales": [{}],
  classement: [{}],
  accessibilite: [{}],
  cookies: [{}],
  mediation: [{}],
  "renoncer-au-contrat": [
    { note: "refused", open: (page) => submitEmpty(page, "Confirmer la rétractation") },
  ],
  "demo/mails": [{}],
  "demo/operateurs": [{}],
  "operateur/connexion": [
    {
      note: "refused",
      open: async (page) => {
        await page.getByRole("button", { name: "Entrer" }).click();
        await page.locator("[aria-invalid=true]").first().waitFor();
      },
    },
  ],
  operateur: [
    { as: NADIA },
    { note: "nothing so filtered", as: NADIA, at: "/operateur?genre=argent&pour=moi" },
    { note: "a visitor" },
  ],
  "operateur/journal": [
    { as: NADIA },
    { note: "nothing found", as: NADIA, at: "/operateur/journal?q=introuvable" },
  ],
  "operateur/operateurs": [
    { as: NADIA },
    {
      ...{ as: NADIA, note: "refused" },
      open: async (page) => {
        await page.getByText("Donner un accès").click();
        await page.getByRole("button", { name: "Faire et inscrire" }).click();
        await page.getByText("Choisissez au moins un rôle.").waitFor();
      },
    },
  ],
  "operateur/recherche": [
    { as: NADIA, at: operator.recordsOf(CAMILLE) },
    { note: "nothing found", as: NADIA, at: operator.recordsOf("introuvable") },
  ],
  "operateur/compte/:userId": [
    { as: NADIA, at: operator.account(userIdOf(INES)) },
    { note: "unknown", as: NADIA, at: operator.account(NOBODYS) },
  ],
  "operateur/reservation/:bookingId": [
    { as: NADIA, at: async (request) => operator.booking(await bookingOfCamille(request)) },
    { note: "unknown", as: NADIA, at: operator.booking(NOBODYS) },
  ],
  "operateur/ecrire/:to/:id": [
    { note: "unknown", as: NADIA, at: operator.write("client", NOBODYS) },
  ],
  "operateur/avis/:reviewId": [
    { as: NADIA, at: async (request) => operator.review(await reviewOfInes(request)) },
  ],
  "operateur/demander-un-avis/:kind/:id": [
    { as: NADIA, at: async (request) => operator.opinion("review", await reviewOfInes(request)) },
    { note: "unknown", as: NADIA, at: operator.opinion("letter", NOBODYS) },
  ],
  "operateur/passer/:kind/:id": [
    { as: NADIA, at: operator.passOn("verification", professionalIdOf(demo.LEO)) },
    { note: "unknown", as: NADIA, at: operator.passOn("letter", NOBODYS) },
  ],
  "operateur/contenus/:contentId": [
    { as: NADIA, at: async (request) => operator.content(await anySession(request)) },
    { note: "unknown", as: NADIA, at: operator.content(NOBODYS) },
  ],
  "operateur/verifications/:professionalId": [
    { as: NADIA, at: operator.verification(professionalIdOf(demo.LEO)) },
    { note: "unknown", as: NADIA, at: operator.verification(NOBODYS) },
  ],
  "*": [{ at: "/nulle-part" }],
};

/** A professional or an operator, and an id that is nobody's. */
function defaultCase(path: string): Case {
  const as = path.startsWith("operateur/") ? NADIA : INES;
  if (!path.includes(":")) return { as };
  return { note: "unknown", as, at: `/${path.replaceAll(/:\w+/g, NOBODYS)}` };
}

/** Of every route; a file without a component seldom answers with a screen. */
export function listScreens(): [path: string, cases: Case[]][] {
  return (routes as RouteConfigEntry[]).map(({ path = "", file }) => [
    path,
    SCREENS[path as Path] ?? (file.endsWith(".tsx") ? [defaultCase(path)] : []),
  ]);
}
