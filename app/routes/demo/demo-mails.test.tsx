import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import DemoMails from "./demo-mails.tsx";

/** The mailbox without a mail in it. */
function html(caught: boolean): string {
  const loaderData = { caught, mails: [], chosen: false, open: null, plain: false };
  const props = { loaderData } as unknown as ComponentProps<typeof DemoMails>;
  const router = createMemoryRouter([{ path: "/", element: <DemoMails {...props} /> }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test("mails that leave are not said to stay, nor to arrive here", () => {
  expect(html(true)).toContain("aucun ne quitte cette machine");
  expect(html(true)).toContain("il arrive ici en quelques secondes");
  expect(html(false)).toContain("Les e-mails partent par votre serveur de messagerie");
  expect(html(false)).not.toMatch(/ne quitte|il arrive ici|Tous les e-mails/);
});
