import { data, RouterContextProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { type FailureHandle, keepPage } from "../browser/keep-page.ts";
import { requestContext } from "../context.server.ts";
import { type ToastMessage, takeToasts } from "../ui/toasts/toast.ts";
import * as connection from "./account/connexion.tsx";
import * as editProfile from "./account/editer-profil.tsx";
import * as forgotten from "./account/mot-de-passe-oublie.tsx";
import * as deletion from "./account/suppression.tsx";
import * as addActivity from "./authoring/ajouter-activite.tsx";
import * as addSession from "./authoring/ajouter-session.tsx";
import * as editActivity from "./authoring/editer-activite.tsx";
import * as editSession from "./authoring/session-edit.tsx";
import * as guestPayment from "./bookings/guest-payment-success.tsx";
import * as activity from "./catalogue/activite.tsx";
import * as session from "./catalogue/session.tsx";
import * as sessions from "./catalogue/sessions.tsx";
import * as payments from "./earnings/paiements.tsx";
import * as favorites from "./favorites/favoris.tsx";
import * as guestSubscription from "./subscriptions/guest-subscription-success.tsx";
import * as offers from "./subscriptions/nos-offres.tsx";
import * as wizard from "./subscriptions/professionnel-creer.tsx";

type Kind = "failure" | "actionFailure";

interface Screen {
  default?: unknown;
  handle?: FailureHandle;
  loader?: object;
  action?: object;
}

/** A loader that only reads its address cannot fail. */
const isAsync = (loader: object | undefined) => loader?.constructor.name === "AsyncFunction";

test.each<[string, { handle: FailureHandle }, Kind, string]>([
  ["/sessions", sessions, "failure", "Impossible de récupérer les sessions"],
  ["/session/…", session, "failure", "Impossible de charger les détails de la session"],
  ["/session/…", session, "actionFailure", "Une erreur est survenue lors du paiement"],
  ["/activites/…", activity, "actionFailure", "Une erreur est survenue lors du paiement"],
  ["/ajouter-session", addSession, "actionFailure", "Erreur lors de la création de la session"],
  ["/sessions/…/edit", editSession, "failure", "Impossible de charger la session"],
  ["/sessions/…/edit", editSession, "actionFailure", "Impossible de mettre à jour la session"],
  ["/ajouter-activite", addActivity, "failure", "Impossible de vérifier vos permissions."],
  ["/ajouter-activite", addActivity, "actionFailure", "Erreur lors de la création de l'activité"],
  ["/editer-profil", editProfile, "actionFailure", "Impossible de mettre à jour le profil"],
  [
    "/mot-de-passe-oublie",
    forgotten,
    "actionFailure",
    "Une erreur est survenue lors de l'envoi de l'email",
  ],
  [
    "/guest-payment-success",
    guestPayment,
    "actionFailure",
    "Impossible de vérifier le paiement. Veuillez contacter le support.",
  ],
  ["/nos-offres", offers, "actionFailure", "Une erreur est survenue lors de l'abonnement"],
  [
    "/profil/paiements",
    payments,
    "actionFailure",
    "Impossible de créer le compte Stripe. Veuillez réessayer.",
  ],
  ["/professionnel/creer", wizard, "actionFailure", "Impossible de créer le profil professionnel"],
  [
    "/profil/suppression",
    deletion,
    "actionFailure",
    "Impossible de traiter votre demande. Veuillez réessayer.",
  ],
])("%s: a failed load or action says it in its own words (%#)", (_, { handle }, kind, text) => {
  expect(handle[kind]).toEqual({ title: "Erreur", text });
});

test("every screen that reads or does something has words for its failure", () => {
  const screens = import.meta.glob<Screen>(["./**/*.tsx", "!./**/*.test.tsx", "!./demo/**"], {
    eager: true,
  });
  const wordless = Object.entries(screens).flatMap(([file, { default: drawn, ...screen }]) => {
    const { handle = {}, loader, action } = screen;
    const says = { load: handle.failure, action: handle.actionFailure };
    // The quoted words about a payment are the general ones.
    if (!drawn || file.endsWith("/payment-success.tsx")) return [];
    return [
      ...(isAsync(loader) && !says.load ? [`${file}: load`] : []),
      ...(action && !says.action ? [`${file}: action`] : []),
    ];
  });
  const reading = Object.values(screens).filter(({ loader }) => isAsync(loader));
  expect(reading.length).toBeGreaterThan(50);
  expect(wordless).toEqual([]);
});

test("a guest's subscription that cannot be verified is told so in the quoted words", () => {
  expect(guestSubscription.handle.actionFailure).toEqual({
    title: "Erreur de vérification",
    text: "Une erreur est survenue lors de la vérification de votre abonnement",
  });
});

dataTest("who is signed out is told so, and asked to log in", async ({ db }) => {
  const context = new RouterContextProvider();
  context.set(requestContext, makeContext(db));
  const loaders: ((args: never) => Promise<unknown>)[] = [addSession.loader, addActivity.loader];
  for (const load of loaders) {
    const request = new Request("http://localhost/");
    const { headers } = (await load({ request, context } as never)) as Response;
    expect(headers.get("location")).toMatch(/^\/connexion\?suite=%2Fajouter-/);
    const toast = /toast=([^;]*)/.exec(headers.get("set-cookie") ?? "")?.[1] ?? "";
    expect(JSON.parse(decodeURIComponent(toast))).toMatchObject({
      title: "Erreur d'authentification",
      text: "Utilisateur non connecté. Veuillez vous reconnecter.",
    });
  }
});

/** The words shown when a form with this intent was sent to this screen over a cut network. */
async function saidOf(handle: FailureHandle | undefined, intent: string) {
  const said: ToastMessage[] = [];
  const letGo = takeToasts((toast) => said.push(toast));
  const location = { pathname: "/ici", search: "", hash: "" };
  const state = { location, loaderData: { "routes/ici": "kept" }, navigation: {} };
  vi.stubGlobal("window", {
    location,
    __reactRouterDataRouter: { state },
    __reactRouterRouteModules: { "routes/ici": { handle } },
  });
  const body = new URLSearchParams({ intent });
  const request = new Request("http://localhost/ici", { method: "POST", body });
  const kept = await keepPage({ request } as Parameters<typeof keepPage>[0], async () => {
    await request.formData();
    return { "routes/ici": { type: "error" as const, result: new Error("cut") } };
  });
  // Nothing is answered, and the status keeps what is on screen from being loaded anew.
  expect(kept).toEqual({ "routes/ici": { type: "data", result: data(undefined, 503) } });
  vi.unstubAllGlobals();
  letGo();
  return said;
}

test.each<[FailureHandle, string, string]>([
  [editSession.handle, "edit", "Impossible de mettre à jour la session"],
  [editSession.handle, "activate", "Impossible de mettre à jour la session"],
  [editSession.handle, "delete", "Impossible de supprimer la session"],
  [editSession.handle, "cancel-booking", "Impossible d'annuler cette réservation."],
  [editActivity.handle, "edit", "Impossible de mettre à jour l'activité"],
  [editActivity.handle, "delete", "Impossible de supprimer l'activité"],
  [connection.handle, "resend", "Une erreur est survenue lors de l'envoi de l'email"],
  [favorites.handle, "", "Impossible de vider les favoris"],
])("what failed is said by what the form asked for (%#)", async (handle, intent, text) => {
  expect(await saidOf(handle, intent)).toMatchObject([{ title: "Erreur", text }]);
});

test("what a screen has no words for is unexpected", async () => {
  expect(await saidOf(undefined, "edit")).toMatchObject([
    { title: "Erreur", text: "Une erreur inattendue est survenue" },
  ]);
});
