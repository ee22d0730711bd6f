import { randomUUID } from "node:crypto";
import { test as base } from "@playwright/test";

export { expect } from "@playwright/test";

/** A mail as /demo/mails.json tells it. */
export interface DemoMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  sentAt: string;
}

interface Fixtures {
  /** Waits until a mail to this address, whose subject contains `subject`, has arrived. */
  mailTo: (address: string, subject?: string) => Promise<DemoMail>;
}

/** An address that nobody else uses. */
export function newEmail(): string {
  return `essai-${randomUUID()}@example.fr`;
}

/** Playwright's test on the running product: `page.goto("/sessions")`, `request.get("/api/v1/…")`. */
export const test = base.extend<Fixtures>({
  mailTo: async ({ request }, use) => {
    await use(async (address, subject = "") => {
      for (const deadline = Date.now() + 20_000; Date.now() < deadline; ) {
        const answer = await request.get("/demo/mails.json");
        const mails: DemoMail[] = await answer.json();
        const found = mails.find((mail) => mail.to === address && mail.subject.includes(subject));
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      throw new Error(`no mail « ${subject} » to ${address}`);
    });
  },
});
