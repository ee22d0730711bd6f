import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { groupManaged } from "#core/bookings/lists/rules.ts";
import type { ManagedBooking, ManagedOffering, ManagedSlot } from "#core/bookings/schema.ts";
import { HOUR } from "#core/durations.ts";
import { type Cents, cents, formatPrice } from "#core/money.ts";
import { viewUndated } from "#core/prices/rules.ts";
import { SessionManager } from "./manager.tsx";

const NOW = new Date("2026-11-20T09:00:00Z");
const DAY = 24 * HOUR;

/** A session with a slot each so many days from now. */
function sessionAt(...days: number[]): ManagedOffering {
  const slots = days
    .map((day): ManagedSlot => {
      const start = new Date(NOW.getTime() + day * DAY);
      const end = new Date(start.getTime() + HOUR);
      const seats = { capacity: 4, availableSpots: 4, outside: 0, reserved: 0, taken: 0 };
      return { id: `slot ${day}`, start, end, ...seats, isActive: true, bookings: [] };
    })
    .sort((left, right) => +left.start - +right.start);
  return {
    kind: "session",
    id: "0198c0de-0000-7000-8000-000000000001",
    title: "Yoga",
    category: "Yoga",
    price: viewUndated({ priceCents: cents(2_000), discountedPriceCents: null }),
    duration: 60,
    capacity: 4,
    isOnline: false,
    city: "Lyon",
    imageUrl: null,
    isActive: true,
    withheld: null,
    slots,
  };
}

function html(session: ManagedOffering): string {
  return drawn([session], true);
}

function drawn(sessions: ManagedOffering[], canBePaid: boolean): string {
  const groups = groupManaged(sessions, NOW);
  const element = <SessionManager groups={groups} now={NOW} canBePaid={canBePaid} />;
  const router = createMemoryRouter([{ path: "/", element }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}
const count = (text: string, part: string) => text.split(part).length - 1;

test("up to three slots are shown in full, more as a table of the first five", () => {
  const three = html(sessionAt(1, 2, 3));
  expect(three).not.toContain("<table");
  expect(count(three, "Annuler ce créneau")).toBe(3);

  const seven = html(sessionAt(1, 2, 3, 4, 5, 6, 7));
  const [open = "", further = ""] = seven.split("Voir 2 autres créneaux");
  expect(count(open, "<tr>")).toBe(1 + 5);
  expect(count(further, "<tr>")).toBe(1 + 2);
  expect(count(open, "Annuler ce créneau")).toBe(5);
  expect(html(sessionAt(1, 2, 3, 4, 5))).not.toContain("autre créneau");
});

test("of past slots the last three are shown, older ones one step further", () => {
  const [shown = "", further = ""] = html(sessionAt(-1, -2, -3, -4, 5)).split(
    "Voir 1 autre créneau",
  );
  expect(count(shown, "Aucune réservation")).toBe(1 + 3);
  expect(shown).toContain("jeu. 19 nov.");
  expect(shown).not.toContain("lun. 16 nov.");
  expect(further).toContain("lun. 16 nov.");
});

test("seats that are neither sold nor on sale are told apart, and not counted", () => {
  const session = sessionAt(1);
  const slots = session.slots.map((slot) => ({ ...slot, availableSpots: 1 }));
  const withheld = html({ ...session, slots });
  expect(withheld).toContain("1 place libre sur 4");
  expect(withheld).toContain("3 non proposées");
  expect(withheld).toContain("0 place prise sur 1<");
  expect(html(session)).not.toContain("non proposée");
});

test("seats that were sold elsewhere or are kept for a proposal are taken, and say so", () => {
  const session = sessionAt(1);
  const some = { availableSpots: 1, outside: 2, reserved: 1, taken: 3 };
  const taken = html({ ...session, slots: session.slots.map((slot) => ({ ...slot, ...some })) });
  expect(taken).toContain("2 hors site · 1 gardée pour une proposition<");
  expect(taken).toContain("3 places prises sur 4, dont 2 hors site<");
});

test("an offering that a decision withholds says so, and offers nothing that is refused", () => {
  const paused = { ...sessionAt(), isActive: false };
  expect(html(paused)).toContain("Réactiver");
  const removed = html({ ...paused, withheld: "removed" });
  expect(removed).toContain("Retirée par une décision");
  expect(removed).toContain("Voir pourquoi ou contester");
  for (const act of ["Réactiver", "Dupliquer", "Modifier"]) expect(removed).not.toContain(act);
  const hidden = html({ ...paused, withheld: "hidden" });
  expect(hidden).toContain("Voir pourquoi, corriger ou contester");
  for (const act of ["Réactiver", "Dupliquer", "Désactivée<"]) expect(hidden).not.toContain(act);
});

test("a free session and its bookings cost nothing in words", () => {
  const booking: ManagedBooking = {
    ...{ id: "booking", clientName: "Camille Roy", clientEmail: "camille@example.fr" },
    ...{
      seats: 1,
      seatsCancelled: 0,
      onTheWayCents: cents(0),
      companions: null,
      status: "confirmed",
      paymentStatus: "paid",
      cancelReason: null,
      pricePaidCents: cents(0),
    },
    ...{
      bookingNotes: null,
      resale: "kept",
      resaleAt: null,
      sellersLeftCents: cents(0),
      isInReview: false,
      refundedCents: cents(0),
      isRefunding: false,
    },
    ...{ chargedBackCents: cents(0), isDisputed: false, isProcessing: false },
  };
  const session = {
    ...sessionAt(1),
    price: viewUndated({ priceCents: cents(0), discountedPriceCents: null }),
  };
  const free = html({
    ...session,
    slots: session.slots.map((slot) => ({ ...slot, bookings: [booking] })),
  });
  expect(count(free, "Gratuit")).toBe(2);
  expect(free).not.toMatch(/0,00/);
});

test("a booking that was called off says where its money is", () => {
  const session = sessionAt(1);
  const said = (money: { refundedCents: Cents; isRefunding: boolean; isInReview?: boolean }) => {
    const booking: ManagedBooking = {
      ...{ id: "booking", clientName: "Camille Roy", clientEmail: "camille@example.fr" },
      ...{ status: "cancelled", paymentStatus: "paid", cancelReason: "professional" },
      ...{
        seats: 1,
        seatsCancelled: 0,
        onTheWayCents: cents(0),
        companions: null,
        pricePaidCents: cents(2_450),
        bookingNotes: null,
        resale: "kept",
        resaleAt: null,
        sellersLeftCents: cents(0),
        isInReview: false,
      },
      ...{ chargedBackCents: cents(0), isDisputed: false, isProcessing: false, ...money },
    };
    return html({ ...session, slots: session.slots.map((s) => ({ ...s, bookings: [booking] })) });
  };
  const under = said({ refundedCents: cents(0), isRefunding: true });
  expect(under).toContain("Annulée");
  expect(under).toContain(`Remboursement de ${formatPrice(cents(2_450))} en cours`);
  const failed = said({ refundedCents: cents(0), isRefunding: false, isInReview: true });
  expect(failed).toContain(`Remboursement de ${formatPrice(cents(2_450))} retardé`);
  const over = said({ refundedCents: cents(2_450), isRefunding: false });
  expect(over).toContain(`${formatPrice(cents(2_450))} remboursés`);
});

test("without a session the way leads to the payment account, then to the form", () => {
  expect(drawn([], false)).toContain('href="/profil/paiements"');
  expect(drawn([], true)).toContain('href="/ajouter-session"');
});

test("what is over says when it was last, and a cancelled slot has no free places", () => {
  const over = html(sessionAt(-30));
  expect(over).toContain("Dernier créneau : mer. 21 oct.");
  expect(over).not.toContain("À programmer");
  expect(html(sessionAt())).toContain("À programmer");

  const session = sessionAt(1);
  const cancelled = session.slots.map((slot) => ({ ...slot, isActive: false }));
  const shown = html({ ...session, slots: cancelled });
  expect(shown).toContain("Annulé");
  expect(shown).not.toContain("libre");
});

test("sessions of the previous month read « Terminée », withdrawn ones « Désactivée »", () => {
  expect(html(sessionAt(-30))).toContain("Terminée");
  const withdrawn = html({ ...sessionAt(1), isActive: false });
  expect(withdrawn).toContain("Désactivée");
  expect(withdrawn).toContain("Réactiver");
  expect(html(sessionAt(1))).toContain("Désactiver");
});

test("however many sessions there are, the address that asks for their screens is not too long", () => {
  const sessions = Array.from({ length: 300 }, () => ({
    ...sessionAt(1),
    id: crypto.randomUUID(),
  }));
  const drawnLinks = drawn(sessions, true).match(/<(?:a|form)\b[^>]*data-discover[^>]*>/g) ?? [];
  const paths = new Set(
    drawnLinks.map((element) => /(?:href|action)="([^"?]*)/.exec(element)?.[1] ?? ""),
  );
  // React Router asks for nothing beyond 7 680 characters, and names each address and its beginnings.
  expect(encodeURIComponent([...paths].join()).length).toBeLessThan(3_000);
  for (const form of ["/session/", "/publier", "/edit"]) {
    expect(
      [...paths].some((path) => path.includes(form)),
      form,
    ).toBe(true);
  }
});
