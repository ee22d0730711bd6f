import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { Stop } from "#core/bookings/period/schema.ts";
import { HOUR } from "#core/durations.ts";
import { cents } from "#core/money.ts";
import { CancelPeriodForm } from "./cancel-period-form.tsx";

const NOW = new Date("2026-11-20T09:00:00Z");
const FREE: Stop = {
  ...{ slotId: "0198c0de-0000-7000-8000-000000000004", kind: "session", title: "Yoga doux" },
  ...{ start: new Date(NOW.getTime() + HOUR), end: new Date(NOW.getTime() + 2 * HOUR) },
  ...{ people: [], held: 0, outside: 0, others: [] },
  ...{ refundCents: cents(0), commissionCents: cents(0) },
};
const JULIE = { name: "Julie M.", firstName: "Julie", isFirst: false, seats: 1 };

function html(stop: Partial<Stop>): string {
  const period = { from: NOW, to: new Date(NOW.getTime() + 24 * HOUR), now: NOW };
  const stops = [{ ...FREE, ...stop }];
  const element = <CancelPeriodForm {...{ ...period, stops }} retryKey="" answer={undefined} />;
  const router = createMemoryRouter([{ path: "/", element }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test("only where somebody is told by mail does the button say so", () => {
  const told = html({ people: [{ ...JULIE, dueCents: cents(1_990) }] });
  expect(told).toContain("Annuler et prévenir");
  expect(told).toContain("1 personne prévenue");
  for (const alone of [html({}), html({ outside: 2 })]) {
    expect(alone).not.toContain("Annuler et prévenir");
    expect(alone).toContain("Personne à prévenir par e-mail");
  }
  expect(html({ outside: 2 })).toContain("2 places hors site, à prévenir vous-même");
});
