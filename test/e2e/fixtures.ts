import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import {
  type APIRequestContext,
  test as base,
  expect,
  type Page,
  type Request,
} from "@playwright/test";
import type axe from "axe-core";
import { judgeNewLooks } from "./contrast.ts";

export { expect } from "@playwright/test";

/** A phone and a desk. */
export const WIDTHS = [390, 1280];

/**
 * At both widths, or at those given: axe finds nothing, and nothing scrolls sideways. Judged once the
 * page that was last asked for is there. The viewport is then as it was.
 */
export async function expectSound(page: Page, widths = WIDTHS): Promise<void> {
  await expect(page.getByRole("progressbar", { name: "Chargement" })).toHaveCount(0);
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    const place = `${page.url()} at ${width} px`;
    const violations = await findViolations(page);
    expect(
      violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]),
      place,
    ).toEqual([]);
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(sideways, `${place} scrolls sideways`).toBe(0);
  }
  if (before) await page.setViewportSize(before);
}

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Those whose contrast is sound, of all pages that this worker has looked at. */
const soundLooks = new Set<string>();

/** Every rule runs; axe itself is given to a page once, since to read it costs as much as a run. */
async function findViolations(page: Page): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  await page.evaluate(judgeNewLooks, [...soundLooks]);
  const { violations, looks } = await page.evaluate(async () => {
    const here = window as typeof window & { axe: typeof axe; looks: string[] };
    const found = await here.axe.run({ exclude: [["iframe"]] }, { resultTypes: ["violations"] });
    return { violations: found.violations, looks: here.looks };
  });
  if (violations.length === 0) for (const look of looks) soundLooks.add(look);
  return violations;
}

/** A mail as /demo/mails.json describes it. */
export interface DemoMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  sentAt: string;
}

/** The mails that an address has received, the newest first. */
export async function mailsTo(request: APIRequestContext, address: string): Promise<DemoMail[]> {
  const answer = await request.get("/demo/mails.json", { params: { to: address } });
  return answer.json();
}

interface Fixtures {
  /** Waits until a mail to this address, whose subject contains `subject`, has arrived. */
  mailTo: (address: string, subject?: string) => Promise<DemoMail>;
}

/** An address that nobody else uses. */
export function newEmail(): string {
  return `essai-${randomUUID()}@example.fr`;
}

/**
 * Waits until React has taken over the server's HTML, where there is a script to do so: a part within
 * a Suspense boundary comes after the rest. HTML that is given to React as such stays the server's.
 */
async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(isAlive, null, { polling: 20 });
}

function isAlive(): boolean {
  const propsOf = (element: Element) => {
    const key = Object.keys(element).find((name) => name.startsWith("__reactProps"));
    return key === undefined ? undefined : element[key as keyof Element];
  };
  const isTaken = (element: Element) => {
    let owner: Element | null = element;
    while (owner && !propsOf(owner)) owner = owner.parentElement;
    return owner === element || (owner && "dangerouslySetInnerHTML" in Object(propsOf(owner)));
  };
  const touchable = document.body.querySelectorAll("a, button, form, input, select, textarea");
  return (
    !("__reactRouterContext" in window) ||
    (propsOf(document.body) !== undefined && [...touchable].every(isTaken))
  );
}

/** Longer than a script takes from its arrival to the next thing that it asks for. */
const QUIET_MS = 100;

/**
 * Goes there, and waits until the page is alive and has all that it asks for. « networkidle » says
 * the same half a second later.
 */
export async function goAndSettle(page: Page, address: string): Promise<void> {
  const asked = new Set<Request>();
  let quietSince = Date.now();
  const begin = (request: Request) => void asked.add(request);
  const end = (request: Request) => {
    asked.delete(request);
    quietSince = Date.now();
  };
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end);
  await page.goto(address);
  await untilAlive(page);
  quietSince = Date.now();
  const isQuiet = () => asked.size === 0 && Date.now() - quietSince >= QUIET_MS;
  await expect.poll(isQuiet, { intervals: [20] }).toBe(true);
  page.off("request", begin).off("requestfinished", end).off("requestfailed", end);
}

/**
 * Holds these requests back while a test looks at the page; the answer lets them go on, or cuts
 * them off.
 */
export async function holdBack(
  page: Page,
  url: string | RegExp,
  end: "continue" | "abort",
): Promise<() => void> {
  let release = () => {};
  const seen = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await seen;
    await route[end]();
  });
  return release;
}

/**
 * Playwright's test on the running product: `page.goto("/sessions")`, `request.get("/api/v1/…")`.
 * Pages are alive when they have been gone to: a click on a busy machine may come before, and is
 * then a plain link or form. `waitUntil: "commit"` is for who wants to be as fast.
 */
export const test = base.extend<Fixtures>({
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) {
      const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
      page.goto = async (url, options) => {
        const answer = await goto(url, options);
        if (options?.waitUntil !== "commit") await untilAlive(page);
        return answer;
      };
      page.reload = async (options) => {
        const answer = await reload(options);
        await untilAlive(page);
        return answer;
      };
    }
    await use(page);
  },
  mailTo: async ({ request }, use) => {
    await use(async (address, subject = "") => {
      for (const deadline = Date.now() + 40_000; Date.now() < deadline; ) {
        const mails = await mailsTo(request, address);
        const found = mails.find((mail) => mail.subject.includes(subject));
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      throw new Error(`no mail « ${subject} » to ${address}`);
    });
  },
});
