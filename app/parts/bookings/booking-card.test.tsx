import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { BookingView } from "#core/bookings/schema.ts";
import { HOUR } from "#core/durations.ts";
import { cents } from "#core/money.ts";
import { BookingCard } from "./booking-card.tsx";

const NOW = new Date("2026-11-20T09:00:00Z");
const START = new Date("2026-11-22T17:30:00Z");

const booking: BookingView = {
  id: "0198c0de-0000-7000-8000-000000000001",
  kind: "session",
  clientId: "0198c0de-0000-7000-8000-000000000002",
  professionalId: "0198c0de-0000-7000-8000-000000000003",
  slotId: "0198c0de-0000-7000-8000-000000000004",
  status: "confirmed",
  paymentStatus: "paid",
  cancelReason: null,
  seats: 1,
  seatsCancelled: 0,
  movedPriceCents: null,
  resale: "kept",
  resaleAt: null,
  isResalable: false,
  onTheWayCents: cents(0),
  companions: null,
  pricePaidCents: cents(1_990),
  bookingNotes: "Dos fragile",
  createdAt: NOW,
  confirmedAt: NOW,
  start: START,
  end: new Date(START.getTime() + HOUR),
  offeringId: "0198c0de-0000-7000-8000-000000000005",
  title: "Yoga du soir",
  description: "Une heure.",
  priceCents: cents(1_990),
  professionalName: "Atelier Souffle",
  professionalPhone: null,
  professionalUserId: "",
  isOnline: true,
  city: null,
  postalCode: null,
  address: null,
  mapUrl: null,
  onlineLink: "https://visio.example.fr/salle",
  checkoutUrl: null,
  refundableUntil: new Date(START.getTime() - 24 * HOUR),
  changedAt: null,
  presenceCode: "4829",
  presence: null,
  presenceAt: null,
  contestedAt: null,
  proposal: null,
  refundedCents: cents(0),
  isRefunding: false,
  isInReview: false,
  chargedBackCents: cents(0),
  isDisputed: false,
  isProcessing: false,
};

function html(changes: Partial<BookingView> = {}): string {
  const element = <BookingCard booking={{ ...booking, ...changes }} now={NOW} />;
  const router = createMemoryRouter([{ path: "/", element }]);
  return renderToStaticMarkup(<RouterProvider router={router} />).replaceAll(/\s/g, " ");
}

test("whoever cancels too late reads that nothing comes back, for all seats and for some", () => {
  const late = {
    seats: 2,
    start: new Date(NOW.getTime() + 6 * HOUR),
    refundableUntil: new Date(NOW.getTime() - HOUR),
  };
  const card = html({ ...late, end: new Date(NOW.getTime() + 7 * HOUR) });
  expect(card).toContain("rien ne vous sera rendu des");
  expect(card).toMatch(/Toute la réservation · 0,00 €<.*1 place · 0,00 €</);
  expect(html({ ...late, pricePaidCents: cents(0) })).not.toContain("0,00 €<");
});

test("once nothing comes back, a card says why the hour stays, and offers the resale first", () => {
  const early = html();
  expect(early).toContain("Changer d&#x27;horaire");
  expect(early).not.toContain("ne se change plus");
  const late = { refundableUntil: new Date(NOW.getTime() - HOUR), isResalable: true };
  const card = html(late);
  expect(card).not.toContain("Changer d&#x27;horaire");
  expect(card).toContain("ne se change plus : le délai de remboursement est passé.");
  expect(card).toMatch(/Rends ta place.*Annuler cette réservation</);
  // What freezes it has a reason of its own.
  for (const frozen of [{ isDisputed: true }, { isInReview: true }]) {
    expect(html({ ...late, ...frozen })).not.toContain("ne se change plus");
  }
});

test("a booking on site says the city, then the address", () => {
  const place = { isOnline: false, onlineLink: null, city: "Lyon", address: "3 rue Mercière" };
  expect(html(place)).toContain("Lyon, 3 rue Mercière");
  expect(html({ ...place, city: null, address: null })).toContain("Ville non définie");
});

test("a booking on site leads to a map until it ends", () => {
  const mapUrl = "https://www.openstreetmap.org/search?query=3%20rue%20Merci%C3%A8re";
  expect(html({ mapUrl })).toContain(`href="${mapUrl}"`);
  expect(html()).not.toContain("S&#x27;y rendre");
  const begun = new Date(NOW.getTime() - HOUR);
  expect(html({ mapUrl, start: begun, end: START })).toContain(mapUrl);
  expect(html({ mapUrl, start: begun, end: NOW })).not.toContain(mapUrl);
});

test("a booking online without its link yet says that it follows, once it is confirmed", () => {
  expect(html({ onlineLink: null })).toContain("Le lien suit");
  expect(html()).not.toContain("Le lien suit");
  expect(html({ onlineLink: null, status: "cancelled" })).not.toContain("Le lien suit");
});

test("a booking whose place has changed says so, with what its client may do", () => {
  const changed = { changedAt: NOW, refundableUntil: START };
  expect(html(changed)).toContain("a changé");
  expect(html(changed)).toContain("elle est remboursée en entier jusqu&#x27;au");
  expect(html({ ...changed, status: "cancelled" })).not.toContain("a changé");
});

test("the presence code stands on the card with its QR, as long as that is of use", () => {
  const element = <BookingCard booking={booking} qr="<svg><path d='M0 0'/></svg>" now={NOW} />;
  const router = createMemoryRouter([{ path: "/", element }]);
  const card = renderToStaticMarkup(<RouterProvider router={router} />);
  expect(card).toContain("4829");
  expect(card).toContain("<path d='M0 0'/>");
  expect(html()).not.toContain("4829");
});

test("an absence can be contested on the card for 48 hours, and is said plainly after that", () => {
  const absent = (hours: number, contestedAt: Date | null = null) =>
    html({
      ...{ presence: "absent", contestedAt },
      presenceAt: new Date(NOW.getTime() - hours * HOUR),
    });
  expect(absent(48)).toContain("J&#x27;y étais");
  expect(absent(49)).not.toContain("J&#x27;y étais");
  expect(absent(49)).toContain("vous a noté absent");
  expect(absent(1, NOW)).toContain("ce que vous contestez");
  expect(html({ presence: "late", presenceAt: NOW })).not.toContain("noté");
});

test("a client's booking says what, when, with whom, where, its state and its price", () => {
  const card = html();
  for (const fact of [
    "Yoga du soir",
    "dimanche 22 novembre 2026",
    "18:30 - 19:30",
    "Atelier Souffle",
    "Session en ligne",
    "Confirmée",
    "19,90 €",
    "Dos fragile",
  ]) {
    expect(card).toContain(fact);
  }
  const inLyon = html({ isOnline: false, city: "Lyon", address: "3 rue Mercière" });
  expect(inLyon).toMatch(/Lyon.*3 rue Mercière|3 rue Mercière.*Lyon/);
});

test("what is online with a link is joined in a new tab", () => {
  expect(html()).toMatch(
    /<a href="https:\/\/visio\.example\.fr\/salle" target="_blank"[^>]*>Rejoindre la session</,
  );
  expect(html({ onlineLink: null })).not.toContain("Rejoindre la session");
});

test("a disputed payment freezes the cancellation, and says why", () => {
  const card = html({ isDisputed: true });
  expect(card).toMatch(/<button[^>]*disabled=""[^>]*>Annuler cette réservation</);
  expect(card).toContain("Ce paiement est contesté auprès de votre banque. Vous pourrez annuler");
  expect(card).not.toContain("Confirmer l'annulation");
  expect(html()).toContain("Confirmer l&#x27;annulation");
});

test("a refund that could not be made says why, and by whom it goes on", () => {
  const cancelled = { status: "cancelled", cancelReason: "client", isInReview: true } as const;
  const disputed = html({ ...cancelled, isDisputed: true });
  expect(disputed).toContain("Paiement contesté : la banque décide");
  expect(disputed).toContain("Si elle ne vous la rend pas, nous vous remboursons 19,90 €.");
  const delayed = html(cancelled);
  expect(delayed).toContain("Remboursement de 19,90 € retardé");
  expect(delayed).toContain("Nous nous en occupons");
  const lost = html({ ...cancelled, isInReview: false, chargedBackCents: cents(1_990) });
  expect(lost).toContain("19,90 € rendus par la banque");
});

test("another hour that waits for an answer stands on the card, with the way to it", () => {
  expect(html()).not.toContain("autre heure");
  const start = new Date(START.getTime() + 24 * HOUR);
  const hours = { start, end: new Date(start.getTime() + HOUR), expiresAt: NOW };
  const kept = html({ proposal: { ...hours, withdraws: false } });
  expect(kept).toContain("lundi 23 novembre, 18:30 – 19:30");
  expect(kept).toContain(`href="/proposition?reservation=${booking.id}"`);
  expect(kept).toContain("Sans réponse, votre réservation reste. Répondez avant le");
  const withdrawn = html({ proposal: { ...hours, withdraws: true } });
  expect(withdrawn).toContain("L&#x27;heure prévue n&#x27;aura pas lieu. Répondez avant le");
});
