import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, test } from "vitest";
import type { BookingView, ManagedOffering } from "#core/bookings/schema.ts";
import { HOUR } from "#core/durations.ts";
import type { PaymentAccountState } from "#core/professionals/rules.ts";
import { type PlanId, planAndPriceOf, quotaOf } from "#core/subscriptions/rules.ts";
import type { SubscriptionView } from "#core/subscriptions/schema.ts";
import { nextAppointments, nextBookings } from "./next-sessions.tsx";
import { ProfessionalBenefits, ProfessionalInvitation } from "./professional-invitation.tsx";
import { ProfileHead } from "./profile-head.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { QuotaCard } from "./quota-card.tsx";
import { SubscriptionCard } from "./subscription-card.tsx";

const NOW = new Date("2026-11-20T09:00:00Z");

/** A card on a site that sends text messages. */
function html(card: ReactNode): string {
  const root = { id: "root", path: "/", loader: () => null, element: card };
  const hydrationData = { loaderData: { root: { sendsTexts: true } } };
  const router = createMemoryRouter([root], { hydrationData });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}
/** The text of a card as somebody reads it: without tags, every space a plain one. */
function words(card: ReactNode): string {
  return html(card)
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");
}

describe("the head of the profile", () => {
  const head = (account: PaymentAccountState) => (
    <ProfileHead
      profile={
        { firstName: "Inès", isPro: true, professionalInfo: {} } as unknown as Parameters<
          typeof ProfileHead
        >[0]["profile"]
      }
      unfinished={false}
      quotaReached={false}
      account={account}
    />
  );

  test.each([
    ["restricted", "Compléter mes informations"],
    ["lost", "Créer un nouveau compte de paiement"],
  ] as const)("of an account that is %s: a warning instead of the button", (account, next) => {
    expect(words(head(account))).toContain("Vos sessions n'apparaissent plus".slice(5));
    expect(html(head(account))).toMatch(
      new RegExp(`role="alert"[^]*href="/profil/paiements"[^]*${next}`),
    );
    expect(words(head(account))).not.toContain("Ajouter une session");
  });

  test("of every other account: the button", () => {
    for (const account of ["ready", "begun", "held"] as const) {
      expect(html(head(account))).not.toContain("alert");
      expect(words(head(account))).toContain("Ajouter une session");
    }
    expect(words(head("none"))).toContain("Configurer mes paiements");
  });
});

describe("the quota card", () => {
  const card = (planId: PlanId | null, used: number) => (
    <QuotaCard
      quota={{ ...quotaOf(planId, used), planId, renewsAt: new Date("2026-12-03T09:00:00Z") }}
    />
  );

  test("under 80 %: what is left, and when it starts again", () => {
    const said = words(card("free", 3));
    expect(said).toContain("Il vous reste 2 sessions à créer avec votre plan Free.");
    expect(said).toContain("Votre quota se renouvelle le 3 décembre 2026 .");
    expect(said).toContain("60 % utilisés");
    expect(said).not.toContain("Upgrader");
    expect(html(card("free", 3))).toContain('aria-label="3 sessions créées sur 5"');
  });

  test("from 80 % on: a warning", () => {
    expect(words(card("free", 4))).toContain("Vous approchez de la limite de votre plan.");
    expect(words(card("premium", 39))).not.toContain("Vous approchez");
    expect(words(card("premium", 40))).toContain("80 % utilisés");
  });

  test("at the limit, and beyond it: the way to another plan", () => {
    for (const used of [5, 9]) {
      expect(words(card("free", used))).toContain("Quota atteint");
      expect(words(card("free", used))).toContain(
        "Vous avez atteint la limite de sessions de votre plan Free. Mettez à niveau votre abonnement pour créer plus de sessions.",
      );
      expect(html(card("free", used))).toMatch(/href="\/nos-offres"[^>]*>Upgrader mon plan/);
    }
  });

  test("without a plan nothing may be created, with Enterprise anything", () => {
    expect(words(card(null, 0))).toContain("Aucun abonnement actif");
    expect(words(card(null, 0))).toContain("Upgrader mon plan");
    expect(words(card("expand", 400))).toContain("Votre plan Enterprise ne limite pas");
    expect(html(card("expand", 1))).toContain('aria-label="1 session créée, sans limite"');
  });
});

describe("the subscription card", () => {
  const none: SubscriptionView = {
    subscribed: false,
    planType: null,
    planId: null,
    price: null,
    status: null,
    currentPeriodEnd: null,
    cancelAt: null,
    isPaused: false,
    graceEndsAt: null,
    hasPortal: false,
    isProcessing: false,
  };
  const premium: SubscriptionView = {
    ...none,
    subscribed: true,
    planType: "boost",
    planId: "premium",
    status: "active",
    currentPeriodEnd: new Date("2026-12-03T09:00:00Z"),
    hasPortal: true,
  };
  const said = (subscription: SubscriptionView | null) =>
    words(<SubscriptionCard subscription={subscription} />);

  test("a plan, its price, its next payment and what it includes", () => {
    expect(said(premium)).toMatch(
      /Premium 19,90 € HT par mois Prochaine facturation le 3 décembre 2026 50 sessions par mois Événements/,
    );
    expect(said({ ...premium, planId: "free", currentPeriodEnd: null })).toMatch(
      /Free Gratuit 5 sessions par mois/,
    );
    const { price } = planAndPriceOf("premium_yearly");
    expect(said({ ...premium, price })).toContain("Premium 14,90 € HT par mois");
    expect(said({ ...premium, planId: "expand" })).toMatch(
      /Enterprise 49,00 € HT par mois .* Sessions illimitées/,
    );
  });

  test("one that was called off says when it ends, one that is owed until when it lasts", () => {
    const cancelAt = new Date("2026-12-03T09:00:00Z");
    expect(said({ ...premium, cancelAt })).toContain("Prend fin le 3 décembre 2026");
    const owed = said({ ...premium, status: "past_due", graceEndsAt: cancelAt });
    expect(owed).toContain("Le dernier paiement n'a pas abouti.");
    expect(owed).toContain("jusqu'au 3 décembre 2026");
    const paused = said({ ...premium, isPaused: true });
    expect(paused).toContain("Rien n'est prélevé en ce moment.");
    expect(paused).not.toContain("Prochaine facturation");
  });

  const gone = new Date("2026-12-03T09:00:00Z");
  const unknown: SubscriptionView = { ...premium, planType: "gold", planId: null };
  test.each([
    ["none", none],
    ["one that could not be asked for", null],
    ["one that is over", { ...premium, planId: null, subscribed: false }],
    ["one outside the catalogue", unknown],
    ["one outside the catalogue, called off", { ...unknown, cancelAt: gone }],
    ["one outside the catalogue, owed", { ...unknown, graceEndsAt: gone }],
  ])("%s: no plan is active, nothing is billed, and what the plans include", (_, subscription) => {
    expect(said(subscription)).toContain("Aucun abonnement actif");
    expect(said(subscription)).not.toMatch(/Prochaine facturation|Prend fin|reste actif|décembre/);
    expect(said(subscription)).toMatch(
      /Free Gratuit 5 sessions par mois .*Premium 19,90 € HT par mois 50 sessions par mois Événements/,
    );
  });

  test("the portal opens in a tab that the form itself opens", () => {
    const form = (subscription: SubscriptionView | null) =>
      html(<SubscriptionCard subscription={subscription} />).match(/<form[^>]*>/)?.[0];
    expect(form(premium)).toMatch(/action="\/profil\/abonnement".* target="_blank"/);
    // A button that opens nothing would only be refused.
    const free: SubscriptionView = { ...premium, planId: "free", hasPortal: false };
    expect(form(free)).toBeUndefined();
    expect(said(free)).toContain("Voir les offres");
    expect(form({ ...none, hasPortal: true })).toContain("_blank");
    expect(form(none)).toBeUndefined();
  });
});

describe("the benefits of professionals", () => {
  test("for those who are none yet, and with each plan for those who are", () => {
    const share = "90 % du prix pour vous";
    expect(words(<ProfessionalInvitation />)).toContain("5 sessions par mois sans abonnement");
    expect(words(<ProfessionalInvitation />)).toContain(share);
    const said = (planId: PlanId | null) => words(<ProfessionalBenefits planId={planId} />);
    for (const planId of [null, "free", "premium", "expand"] as const) {
      expect(said(planId)).toContain("Vos avantages professionnels");
      expect(said(planId)).toContain(share);
    }
    expect(said("premium")).toContain("50 sessions par mois avec votre plan Premium.");
    expect(said("expand")).toContain("Sessions illimitées avec votre plan Enterprise.");
    expect(said(null)).toContain("5 sessions par mois avec le plan Free, qui est gratuit.");
  });
});

describe("what comes next", () => {
  const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

  test("for a client: what stands and has not ended, soonest first, four of them", () => {
    const booking = (id: string, hours: number, change: Partial<BookingView> = {}) =>
      ({
        id,
        start: at(hours),
        end: at(hours + 1),
        title: `Séance ${id}`,
        sessionId: id,
        status: "confirmed",
        paymentStatus: "paid",
        professionalName: null,
        professionalUserId: "",
        kind: "session",
        isOnline: true,
        city: null,
        ...change,
      }) as BookingView;
    const next = nextBookings(
      [
        booking("e", 50),
        booking("past", -1),
        booking("cancelled", 2, { status: "cancelled" }),
        booking("a", -0.5),
        booking("d", 40, { offeringId: null, title: null }),
        booking("c", 30),
        booking("b", 3, { status: "pending", paymentStatus: "pending" }),
      ],
      NOW,
    );
    expect(next.map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
    expect(next[1]?.badge.label).toBe("En attente de paiement");
    expect(next[0]?.facts).toEqual(["Professionnel non disponible", "En ligne"]);
    expect(next[3]).toMatchObject({ title: "Session supprimée", to: "/mes-sessions" });
  });

  test("for a professional: booked slots, of activities and of what was withdrawn too", () => {
    const client = (name: string, status: string) =>
      ({ clientName: name, status, paymentStatus: "paid" }) as never;
    const session = (id: string, hours: number, bookings: never[], kind = "session") =>
      ({
        kind,
        id,
        title: id,
        isOnline: false,
        city: "Lyon",
        slots: [{ id, start: at(hours), end: at(hours + 1), bookings }],
      }) as unknown as ManagedOffering;
    const none = { upcoming: [], previousMonth: [], deactivated: [], others: [] };
    const sessions = {
      ...none,
      upcoming: [
        session("two", 9, [client("Zoé", "pending"), client("Luc", "confirmed")]),
        session("nobody", 1, []),
        session("gone", 1, [client("Ida", "cancelled")]),
      ],
      previousMonth: [session("past", -700, [client("Max", "confirmed")])],
      deactivated: [session("withdrawn", 2, [client("Ana", "confirmed")])],
    };
    const workshop = session("workshop", 20, [client("Eva", "confirmed")], "activity");
    const next = nextAppointments([sessions, { ...none, upcoming: [workshop] }], NOW);
    expect(next.map(({ id }) => id)).toEqual(["withdrawn", "two", "workshop"]);
    expect(next[2]?.to).toBe("/activites/workshop");
    expect(next[0]?.facts).toEqual(["Ana", "Lyon"]);
    expect(next[1]).toMatchObject({
      facts: ["2 participants", "Lyon"],
      badge: { label: "Confirmée" },
    });
  });
});

test("activities are reached by who may create some, and by who has some though the plan has ended", () => {
  const reached = (rights: { mayCreateActivities: boolean; hasActivities: boolean }) =>
    html(<QuickActions professionalId="id" {...rights} />).match(/[^"]*-activites?(?=")/g);
  const none = { mayCreateActivities: false, hasActivities: false };
  expect(reached(none)).toBeNull();
  expect(reached({ ...none, hasActivities: true })).toEqual(["/mes-activites"]);
  const both = ["/ajouter-activite", "/mes-activites"];
  expect(reached({ ...none, mayCreateActivities: true })).toEqual(both);
});
