import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { Footer } from "./footer.tsx";

afterEach(() => vi.useRealTimers());

// The tests' own time zone is thirteen hours ahead of Paris in winter.
test.each([
  ["2026-12-31T22:59:00Z", "2026"],
  ["2026-12-31T23:00:00Z", "2027"],
])("at %s it is %s in Paris", (now, year) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ["Date"] });
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <Footer seesProfessionalLinks={false} />
    </MemoryRouter>,
  );
  expect(html).toContain(`© ${year} Parenthèse.`);
});
