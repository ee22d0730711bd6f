import http from "node:http";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cents } from "#core/money.ts";
import { offerings, profiles } from "#core/tables.server.ts";
import { deliverMails, openMailbox, type ReceivedMail } from "#test/make/mailbox.ts";
import { routes } from "#test/make/pages.ts";
import type { Cast } from "./callers.ts";
import { type Offer, openSiteUnderTest, type SiteUnderTest } from "./site-under-test.ts";
import { size } from "./size.ts";

/*
 * Text that people type or send must not become a header of a mail or an answer, nor an address
 * that somebody is redirected to. Bodies without an end are cut off.
 */
let site: SiteUnderTest;
let cast: Cast;
let offer: Offer;
beforeAll(async () => {
  site = await openSiteUnderTest();
  cast = await site.makeCast();
  offer = await site.makeOffer(cast);
});
afterAll(() => site.close());

const EVIL = "evil.example";
const VICTIM = "victime@ailleurs.example";

/** Ends of lines as mail servers, browsers and careless programs know them. */
const LINE_ENDS = ["\r\n", "\n", "\r", "\0\r\n", "\r\n\r\n", "%0d%0a", "\u2028", "\u0085", "\v"];
const HEADERS =
  /^(from|to|subject|reply-to|message-id|date|mime-version|content-type|content-transfer-encoding|auto-submitted|x-auto-response-suppress|content-language|list-unsubscribe(-post)?)$/;

/** Goes to nobody but its addressee, and has no header that we did not write. */
function expectSound({ raw, recipients, to, cc, bcc }: ReceivedMail) {
  const [head = ""] = raw.split("\r\n\r\n");
  const names = head
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n")
    .map((line) => /^([\w-]+):/.exec(line)?.[1]?.toLowerCase() ?? line);
  expect(names.filter((name) => !HEADERS.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect([recipients.length, to?.length, cc?.length ?? 0, bcc?.length ?? 0]).toEqual([1, 1, 0, 0]);
  expect(recipients).not.toContain(VICTIM);
  // A lone end of line is one more header to some servers.
  expect(head.replaceAll("\r\n", "")).not.toMatch(/[\r\n\0]/);
}

let number = 0;
/** The values of an address or a name, followed by an attempted header. */
const forged = (start: string, end: string) => `${start}${end}Bcc: ${VICTIM}${end}X-Evil: 1`;

test.for(LINE_ENDS.slice(0, size(4, LINE_ENDS.length)))(
  "no mail gets a header from a form: %j",
  async (end) => {
    const box = await openMailbox();
    number += 1;
    const email = `auteur-${number}@example.fr`;
    const submit = (path: string, fields: Record<string, string>, cookie = "") =>
      fetch(site.origin + path, {
        ...{ method: "POST", redirect: "manual", body: new URLSearchParams(fields) },
        headers: { origin: site.origin, cookie, "x-forwarded-for": `10.0.0.${number}` },
      });
    const message = `Bonjour à vous tous.${end}Bcc: ${VICTIM}`;
    const person = { name: forged("Julie", end), email, subject: "paiement", message };
    await submit("/contact", person);
    await submit("/contact", { ...person, name: "Julie", subject: forged("paiement", end) });
    await submit("/contact", { ...person, name: "Julie", email: forged(email, end) });
    await submit("/contact", { ...person, name: "Julie", email: `${end}${email}` });
    const company = { companyName: forged("Atelier", end), contactName: forged("Julie", end) };
    const rest = { email, phone: "0612345678", employeeCount: "10", message };
    await submit("/carte-cadeau", { ...company, ...rest });
    await submit("/renoncer-au-contrat", { ...person, contract: forged("Yoga", end) });
    const signUp = { email, password: "parenthese", phone: "" };
    await submit("/inscription", {
      ...{ ...signUp, firstName: forged("Julie", end), lastName: forged("Martin", end) },
    });
    await submit("/mot-de-passe-oublie", { email: forged(email, end) });

    // Names and titles as they would be had no form ever checked them.
    const { db } = site.ctx;
    const offer = await site.makeOffer(cast);
    const { stranger, owner } = cast;
    await db
      .update(offerings)
      .set({ title: forged("Yoga", end).replaceAll("\0", ""), priceCents: cents(0) })
      .where(eq(offerings.id, offer.sessionId));
    for (const { userId } of [stranger, owner]) {
      await db
        .update(profiles)
        .set({ firstName: forged("Julie", end).replaceAll("\0", "") })
        .where(eq(profiles.id, userId));
    }
    const book = {
      intent: "book",
      slotId: offer.slotId,
      [`price-${offer.slotId}`]: "0",
      bookingNotes: message,
    };
    const booked = await submit(`/sessions/${offer.sessionId}`, book, stranger.cookie);
    expect(booked.headers.get("location")).toContain("payment-success");

    await deliverMails({ ...site.ctx, mailer: box.mailer });
    expect(box.mails.length).toBeGreaterThan(4);
    for (const mail of box.mails) expectSound(mail);
  },
);

interface Raw {
  status: number;
  location: string | undefined;
  text: string;
}

/** A request whose address and headers are sent as they are. */
function askRaw(path: string, headers: Record<string, string>, body?: string): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(site.origin);
    const method = body === undefined ? "GET" : "POST";
    const request = http.request({ hostname, port, method, path, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("end", () => {
        const text = Buffer.concat(pieces).toString();
        resolve({ status: answer.statusCode ?? 0, location: answer.headers.location, text });
      });
    });
    request.on("error", reject).end(body);
  });
}

/** Each claims that the site is another. */
const CLAIMS: Record<string, string>[] = [
  { host: EVIL },
  {
    ...{ "x-forwarded-host": EVIL, "x-forwarded-server": EVIL, "x-host": EVIL },
    ...{ forwarded: `host=${EVIL};proto=https`, "x-http-host-override": EVIL },
    ...{ "x-original-url": `https://${EVIL}/`, "x-rewrite-url": `https://${EVIL}/` },
    ...{ "x-forwarded-prefix": `//${EVIL}`, "x-forwarded-uri": `//${EVIL}/` },
  },
  { host: `${EVIL}:443`, "x-forwarded-proto": "https", "x-forwarded-host": `${EVIL}, localhost` },
  { "x-forwarded-proto": `javascript://${EVIL}`, "x-forwarded-port": "443" },
];

const PAGES = Object.values(routes)
  .filter(({ id }) => id !== "root")
  .map(({ path = "" }) => `/${path}`.replace(/:\w+\??/g, "yoga").replace("*", "nulle-part"));
const FILES = [
  "/sitemap.xml",
  "/robots.txt",
  "/api/v1/openapi.json",
  "/api/docs",
  "/api/v1/nothing",
];

/** Each claim takes its share of the addresses, or all of them. */
const SHARES = size(CLAIMS.length, 1);

test.for(CLAIMS)("no page says that the site is another: %j", async (claim) => {
  const addresses = [...PAGES, ...FILES, "/sessions/", "//sessions"];
  const first = CLAIMS.indexOf(claim) % SHARES;
  for (const address of addresses.filter((_, index) => index % SHARES === first)) {
    for (const cookie of ["", cast.owner.cookie]) {
      const { status, location, text } = await askRaw(address, { cookie, ...claim });
      expect(status, address).toBeLessThan(500);
      expect(text, address).not.toContain(EVIL);
      expect(location ?? "", address).not.toContain(EVIL);
    }
  }
});

test("no mail does either", async () => {
  const box = await openMailbox();
  for (const claim of CLAIMS) {
    const host = new URL(site.origin).host;
    const headers = {
      ...{ "content-type": "application/x-www-form-urlencoded", origin: `http://${host}` },
      ...claim,
    };
    const email = cast.client.email.replace("@", "%40");
    await askRaw("/mot-de-passe-oublie", headers, `email=${email}`);
    await askRaw(
      "/api/v1/auth/recover",
      { ...headers, "content-type": "application/json" },
      JSON.stringify({ email: cast.client.email }),
    );
  }
  await deliverMails({ ...site.ctx, mailer: box.mailer });
  expect(box.mails.length).toBeGreaterThan(0);
  for (const { raw, text } of box.mails) {
    expect(raw).not.toContain(EVIL);
    expect(text).toContain(`${site.ctx.config.appUrl}/connexion?jeton=`);
  }
});

/** Each leads away in some browser, or in some program that follows. */
const AWAY = [
  ...[`//${EVIL}`, `///${EVIL}`, `////${EVIL}`, `/\\${EVIL}`, `\\\\${EVIL}`, `\\/${EVIL}`],
  ...[`https://${EVIL}`, `https:${EVIL}`, `https:/${EVIL}`, `HTTPS:\\\\${EVIL}`, `http:///${EVIL}`],
  ...["javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "data:text/html,x"],
  ...[
    `/\t/${EVIL}`,
    `/\n/${EVIL}`,
    `/\r\n/${EVIL}`,
    `\t//${EVIL}`,
    ` //${EVIL}`,
    `\u0000//${EVIL}`,
  ],
  ...[`/.//${EVIL}`, `/..//${EVIL}`, `/x/..//${EVIL}`, `/./\\${EVIL}`, `/%2e%2e//${EVIL}`],
  ...[`//${EVIL}\\@site`, `//site@${EVIL}`, `@${EVIL}`, `.${EVIL}`, `:80`, "?", "", "#"],
  ...[`/\u2028/${EVIL}`, `/%0d%0aLocation:%20https://${EVIL}`, `/\r\nLocation: https://${EVIL}`],
  ...[
    `\u3002//${EVIL}`,
    `/／${EVIL}`,
    `／／${EVIL}`,
    `//${EVIL}%2f..`,
    `/%5c${EVIL}`,
    `/%2f${EVIL}`,
  ],
];

/** The address at which a browser with this answer ends up: our site, or nothing. */
function expectHere(location: string | undefined, from: string) {
  expect(location, from).toMatch(/^\/(?![/\\])/);
  expect(location, from).not.toMatch(/[\p{Cc}\\]/u);
  expect(new URL(String(location), site.origin).origin, from).toBe(site.origin);
}

test.each(AWAY)("whoever logs in stays on the site, with `suite` %j", async (away) => {
  const form = "application/x-www-form-urlencoded";
  const suite = encodeURIComponent(away);
  const { cookie } = cast.client;
  const signedIn = await askRaw(`/connexion?suite=${suite}`, { cookie });
  expect(signedIn.status).toBe(302);
  expectHere(signedIn.location, away);

  const page = await askRaw(`/connexion?suite=${suite}`, {});
  const hidden = /name="suite" value="([^"]*)"/.exec(page.text)?.[1];
  expectHere(hidden?.replaceAll("&amp;", "&"), away);

  const heart = `/favoris/${offer.sessionId}`;
  for (const sender of ["", cookie]) {
    const headers = { origin: site.origin, "content-type": form, cookie: sender };
    const answer = await askRaw(heart, headers, `intent=add&suite=${suite}`);
    expectHere(answer.location, away);
    const inner = new URL(String(answer.location), site.origin).searchParams.get("suite");
    if (inner !== null) expectHere(inner, away);
  }
});

test("no address is mended into another site's", async () => {
  for (const path of [
    ...[
      `//${EVIL}/`,
      `///${EVIL}//`,
      `/\\${EVIL}/`,
      `//${EVIL}/%2f..`,
      `/%2f${EVIL}/`,
      `/%5c${EVIL}/`,
    ],
    ...[
      `//${EVIL}/..//`,
      `/.//${EVIL}/`,
      `//${EVIL}/?suite=//${EVIL}`,
      `/sessions//${EVIL}/`,
      "//",
    ],
    ...[`http://${EVIL}/sessions/`, `//user@${EVIL}/`, `/;@${EVIL}/`, `/${EVIL}//`],
  ]) {
    const { status, location } = await askRaw(path, {});
    expect(status, path).toBeLessThan(500);
    if (location !== undefined) expectHere(location.replace(/^http:\/\/127[^/]*/, ""), path);
  }
});

test.each([
  "/connexion?jeton=un.secret",
  "/confirmation?jeton=un.secret",
  "/payment-success?session_id=cs_test_unknown",
  "/guest-payment-success?session_id=cs_test_unknown",
  "/guest-subscription-success?session_id=cs_test_unknown&plan=premium&email=a@example.fr",
  "/professionnel/success?session_id=cs_test_unknown",
  "/professionnel-success?session_id=cs_test_unknown",
  "/payment-canceled?jeton=un-secret",
  "/payment-canceled/un-secret?x",
  "/reprendre?jeton=un.secret",
  "/verifiez-votre-boite-mail?email=a@example.fr",
  "/reservation?jeton=un.secret",
  "/proposition?jeton=un.secret",
  "/contester?jeton=un.secret",
  "/compte/decision?jeton=un.secret",
  "/reservation/absence?jeton=un.secret",
  "/reservation/choix?jeton=un.secret",
  "/sms/un-secret?x",
])("%s is kept by nobody, though no cookie says whose it is", async (address) => {
  for (const path of [address, address.replace("?", ".data?")]) {
    const answer = await fetch(site.origin + path, { redirect: "manual" });
    expect(answer.headers.get("cache-control"), path).toContain("no-store");
  }
});

test("every answer is what it says it is, and in nobody's frame", async () => {
  for (const path of ["/metrics", "/healthz", "/readyz", "/", "/aide", "/api/v1/sessions"]) {
    const answer = await fetch(site.origin + path);
    expect(answer.headers.get("x-content-type-options"), path).toBe("nosniff");
    const policy = answer.headers.get("content-security-policy");
    const frames = answer.headers.get("x-frame-options");
    if (policy)
      expect([policy, frames]).toEqual([expect.stringMatching(/frame-ancestors 'none'/), "DENY"]);
  }
});
