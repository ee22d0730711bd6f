import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type Request,
} from "@playwright/test";
import type axe from "axe-core";
import { judgeNewLooks } from "./contrast.ts";
import { untilAlive } from "./until-alive.ts";

export { expect } from "@playwright/test";

/** A phone and a desk. */
export const WIDTHS = [390, 1280];

/**
 * At both widths, or at those given: axe finds nothing, and nothing scrolls sideways. Judged once the
 * page that was last asked for is there. The viewport is then as it was.
 */
export async function expectSound(page: Page, widths = WIDTHS): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await expectSoundHere(page);
  }
  if (before) await page.setViewportSize(before);
}

/** The same at the width that the page has. */
export async function expectSoundHere(page: Page): Promise<void> {
  await expect(page.getByRole("progressbar", { name: "Chargement" })).toHaveCount(0);
  const place = `${page.url()} at ${page.viewportSize()?.width} px`;
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
  /** Waits for every page, of whichever browser, until it is alive. */
  patience: undefined;
}

/** An address that nobody else uses. */
export function newEmail(): string {
  return `essai-${randomUUID()}@example.fr`;
}

/** Longer than a script takes from its arrival to the next thing that it asks for. */
const QUIET_MS = 100;

/**
 * Goes there, and waits until the page is alive and has all that it asks for, with what the next
 * steps need, which comes when the browser is idle: on a busy machine that is late. « networkidle » says
 * the same half a second later, or before its scripts, which wait for the page's picture.
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
  await page.waitForFunction(hasNextSteps);
  quietSince = Date.now();
  const isQuiet = () => asked.size === 0 && Date.now() - quietSince >= QUIET_MS;
  await expect.poll(isQuiet, { intervals: [20] }).toBe(true);
  page.off("request", begin).off("requestfinished", end).off("requestfailed", end);
}

/** Whether the files that a touched page fetches for what may come next are there. */
function hasNextSteps(): boolean {
  const later = document.querySelector<HTMLMetaElement>("[name=later]")?.content.split(" ");
  const come = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  return (later ?? []).every((file) => come.includes(file));
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

const NEVER = 2 ** 30;

/** Lets toasts stay until they are closed or another page comes. */
export const keepToasts = (page: Page) => letWait(page, { 5000: NEVER });

/** Lets scripts come after the picture or at a touch alone, not after some seconds all the same. */
export const keepScriptsBack = (page: Page) => letWait(page, { 4000: NEVER });

/** Lets pages do later what they would do after so many milliseconds: a busy machine may look later. */
async function letWait(
  where: Page | BrowserContext,
  longer: Readonly<Record<number, number>>,
): Promise<void> {
  await where.addInitScript((longer) => {
    const { setTimeout } = window;
    const wait = (act: () => void, delay = 0) => setTimeout(act, longer[delay] ?? delay);
    Object.assign(window, { setTimeout: wait });
  }, longer);
}

/** Lets a page be alive when it has been gone to, unless it is to be as fast: `waitUntil: "commit"`. */
function comeAlive(page: Page): void {
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

/**
 * Playwright's test on the running product: `page.goto("/sessions")`, `request.get("/api/v1/…")`. A
 * click on a busy machine may come before a page is alive, and is then a plain link or form.
 */
export const test = base.extend<Fixtures>({
  patience: [
    async ({ browser, javaScriptEnabled }, use) => {
      const { newContext } = browser;
      browser.newContext = async (options) => {
        const context = await newContext.call(browser, options);
        if ((options?.javaScriptEnabled ?? javaScriptEnabled) === false) return context;
        // A toast, and the result of a purchase, which leads on after two seconds.
        await letWait(context, { 5000: 15_000, 2000: 8_000 });
        return context.on("page", comeAlive);
      };
      await use(undefined);
      browser.newContext = newContext;
    },
    { auto: true },
  ],
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
