import type { ComponentType } from "react";
import { renderToReadableStream, renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { ActivityBookingView } from "#core/bookings/schema.ts";
import { HOUR } from "#core/durations.ts";
import { cents } from "#core/money.ts";
import { viewUndated } from "#core/prices/rules.ts";
import MyActivities from "./mes-activites.tsx";

const NOW = new Date("2026-11-20T09:00:00Z");
const START = new Date("2026-11-22T17:30:00Z");

const booking = {
  id: "0198c0de-0000-7000-8000-000000000001",
  kind: "activity",
  offeringId: "0198c0de-0000-7000-8000-000000000005",
  title: "Écrire ensemble",
  start: START,
  end: new Date(START.getTime() + HOUR),
  status: "confirmed",
  paymentStatus: "paid",
  pricePaidCents: cents(3_500),
  seats: 1,
  seatsCancelled: 0,
  companions: null,
  capacity: 12,
  availableSpots: 9,
  isOnline: false,
  city: "Lyon",
  address: "3 rue Mercière",
  clientName: "Awa Diop",
  clientEmail: "awa@example.fr",
  bookingNotes: null,
  refundableUntil: START,
  cancelReason: null,
  refundedCents: cents(0),
  isRefunding: false,
  onTheWayCents: cents(0),
  isInReview: false,
  chargedBackCents: cents(0),
  isDisputed: false,
  isProcessing: false,
} as unknown as ActivityBookingView;

const Stub = createRoutesStub([
  {
    ...{ id: "page", path: "/mes-activites", loader: () => null },
    Component: MyActivities as ComponentType,
  },
]);

function screen(address: string, list: unknown) {
  const hydrationData = { loaderData: { page: { list } } };
  return <Stub initialEntries={[address]} hydrationData={hydrationData} />;
}
function html(address: string, list: unknown): string {
  return renderToStaticMarkup(screen(address, list)).replaceAll(/\s/g, " ");
}
const listed = (bookings: ActivityBookingView[]) => ({
  bookings,
  nextCursor: null,
  published: null,
  now: NOW,
});

test("a booking of an activity, with its ways on", () => {
  const page = html("/mes-activites", listed([booking]));
  for (const text of [
    "Mes Activités",
    "Activités à venir",
    "Activités passées",
    "Écrire ensemble",
    "dimanche 22 novembre 2026",
    "18:30 - 19:30",
    "9 / 12 places disponibles",
    "Lyon",
    "3 rue Mercière",
    "Confirmée",
    "35,00 €",
  ]) {
    expect(page).toContain(text);
  }
  expect(page).toMatch(
    /href="\/activites\/0198c0de-0000-7000-8000-000000000005"[^>]*>Voir l&#x27;activité</,
  );
  expect(page).toMatch(/href="\/editer-activite\/0198c0de-0000-7000-8000-000000000005"[^>]*>Modif/);
});

test("of a booking that was called off, what became of its money is said", () => {
  const refunded = {
    cancelReason: "professional",
    refundedCents: cents(3_500),
  };
  const over = { ...booking, ...refunded, status: "cancelled" } as ActivityBookingView;
  expect(html("/mes-activites", listed([over]))).toContain("35,00 € remboursés");
});

test("what is published is managed as sessions are: by slot, taken off and put back", () => {
  const slot = { id: "0198c0de-0000-7000-8000-000000000009", start: START, bookings: [] };
  const seats = { end: START, capacity: 12, availableSpots: 12, isActive: true };
  const offered = {
    ...{ kind: "activity", id: booking.offeringId, title: "Écrire ensemble", category: "Atelier" },
    ...{ duration: 60, capacity: 12, city: "Lyon", isActive: true },
    price: viewUndated({ priceCents: cents(3_500), discountedPriceCents: null }),
    slots: [{ ...slot, ...seats }],
  };
  const groups = { upcoming: [offered], previousMonth: [], deactivated: [], others: [] };
  const page = html("/mes-activites", { ...listed([]), published: groups });
  for (const text of [
    "Vos activités publiées",
    "Désactiver",
    "Créneaux et réservations",
    "Annuler ce créneau",
  ]) {
    expect(page).toContain(text);
  }
  expect(page).toContain(`href="/ajouter-activite?modele=${booking.offeringId}"`);
  expect(page).toContain(`action="/editer-activite/${booking.offeringId}"`);
  expect(page).not.toMatch(/session|séance/i);

  // A new activity is offered only to somebody who may create one.
  expect(page).not.toContain("Ajouter une activité");
  const allowed = { ...listed([]), published: groups, mayCreate: true };
  expect(html("/mes-activites", allowed)).toContain("Ajouter une activité");
});

test("the tab is in the address, and an empty one says so", () => {
  const nothing = { upcoming: [], previousMonth: [], deactivated: [], others: [] };
  const upcoming = html("/mes-activites?type=a-venir", { ...listed([]), published: nothing });
  expect(upcoming).toMatch(/href="\/ajouter-activite"[^>]*>Créer une activité</);
  expect(upcoming).toMatch(/aria-current="page"[^>]*>Activités à venir</);
  const past = html("/mes-activites?type=passees", listed([]));
  expect(past).toContain("Vous n&#x27;avez aucune activité passée.");
  expect(past).toMatch(/aria-current="page"[^>]*>Activités passées</);
});

test("while it loads it says so", () => {
  expect(html("/mes-activites", new Promise(() => {}))).toContain("Chargement...");
});

test("a list that cannot be loaded says so", async () => {
  const list = Promise.reject(new Error("the network is down"));
  const stream = await renderToReadableStream(screen("/mes-activites", list), { onError() {} });
  await stream.allReady;
  expect(await new Response(stream).text()).toContain("Impossible de charger vos activités.");
});
