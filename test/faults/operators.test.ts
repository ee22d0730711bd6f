import fs from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operatorLoginHeaders } from "#app/cookies/operator-login.server.ts";
import {
  announce,
  listAnnouncements,
  takeAnnouncementBack,
} from "#core/announcements/make-announcement.server.ts";
import {
  decideGoodwill,
  listGoodwill,
  showGoodwill,
} from "#core/bookings/goodwill/give-goodwill.server.ts";
import { exportBookings } from "#core/bookings/lists/export-bookings.server.ts";
import {
  decideMessageCase,
  showMessageCase,
} from "#core/bookings/reported-messages/decide-message-case.server.ts";
import {
  decideCategory,
  listCategories,
  showCategory,
} from "#core/categories/decide-category.server.ts";
import { closeMessage, fileAsRights, showMessage } from "#core/contact/close-message.server.ts";
import type { Context } from "#core/context.server.ts";
import { toParis } from "#core/dates.ts";
import { MINUTE } from "#core/durations.ts";
import { isAppError } from "#core/errors.ts";
import { exportSiteFigures } from "#core/figures/site/export-site-figures.server.ts";
import { showSiteFigures } from "#core/figures/site/show-site-figures.server.ts";
import { decideContent } from "#core/moderation/decide-content.server.ts";
import { showContentCase } from "#core/moderation/show-content-case.server.ts";
import { noteDrill } from "#core/monitoring/measure-state.server.ts";
import { showHealth } from "#core/monitoring/show-health.server.ts";
import { listActsOn } from "#core/operators/acts/list-acts.server.ts";
import { resolveOperator } from "#core/operators/logins/log-in-operator.server.ts";
import { makeOperator } from "#core/operators/logins/make-operator.server.ts";
import {
  addPasskey,
  offerPasskey,
  removePasskey,
} from "#core/operators/passkeys/add-passkey.server.ts";
import {
  askForPasskey,
  enterByPasskey,
  renewRecoveryCodes,
  showOwnAccess,
} from "#core/operators/passkeys/enter-by-passkey.server.ts";
import {
  changeRoles,
  closeOperator,
  inviteOperator,
  listOperators,
} from "#core/operators/people/change-access.server.ts";
import { exportPerson } from "#core/privacy/copy/export-data.server.ts";
import { processDeletion, showDeletion } from "#core/privacy/deletion/erase-account.server.ts";
import { withdrawDeletionOf } from "#core/privacy/deletion/request-account-deletion.server.ts";
import {
  decideOutsideRefund,
  decideReview,
} from "#core/reconciliation/decide-payment-review.server.ts";
import {
  addEvidenceFile,
  openEvidenceFile,
  removeEvidenceFile,
} from "#core/reconciliation/disputes/add-evidence-file.server.ts";
import { answerDispute } from "#core/reconciliation/disputes/answer-dispute.server.ts";
import { acceptLoss, decideLoss } from "#core/reconciliation/disputes/give-up-dispute.server.ts";
import { reclaimShare } from "#core/reconciliation/share-reclaims/reclaim-share.server.ts";
import { actOnAccount, correctAddress } from "#core/records/accounts/act-on-account.server.ts";
import { showAccountRecord } from "#core/records/accounts/show-account-record.server.ts";
import { showAuthorHistory } from "#core/records/authors/show-author-history.server.ts";
import { decideBooking } from "#core/records/bookings/decide-booking.server.ts";
import { showBookingRecord } from "#core/records/bookings/show-booking-record.server.ts";
import { showJournal } from "#core/records/journal/show-journal.server.ts";
import { showRecipient, writeLetter } from "#core/records/letters/write-letter.server.ts";
import {
  listRefusedMails,
  settleRefusedMail,
  showRefusedMail,
} from "#core/records/mails/settle-refused-mail.server.ts";
import {
  showDisputeRecord,
  showPaymentRecord,
} from "#core/records/payments/show-payment-record.server.ts";
import { searchRecords } from "#core/records/search/search-records.server.ts";
import { decideCase, showCase } from "#core/reviews/reports/decide-case.server.ts";
import { ROLES } from "#core/roles.ts";
import { grantActivities } from "#core/subscriptions/grant-activities.server.ts";
import {
  decideTaxRequest,
  listTaxRequests,
  showTaxRequest,
} from "#core/taxes/decide-tax-request.server.ts";
import { exportSellerReport } from "#core/taxes/export-seller-report.server.ts";
import { announceTerms, countReaders, listTerms } from "#core/terms/announce-terms.server.ts";
import {
  askProof,
  decideProof,
  unverifyProfessional,
} from "#core/verifications/decide-proof.server.ts";
import { openPaper } from "#core/verifications/keep-papers.server.ts";
import { showVerification } from "#core/verifications/show-verification.server.ts";
import { askOpinion, giveOpinion, showOpinions } from "#core/work-queue/ask-opinion.server.ts";
import { closedTo, WORK_KINDS, type WorkKind } from "#core/work-queue/rules.ts";
import { findOwnWork, showQueue } from "#core/work-queue/show-queue.server.ts";
import {
  giveWorkBack,
  passWork,
  showPassing,
  takeWork,
} from "#core/work-queue/take-work.server.ts";
import { newId } from "#platform/ids.server.ts";
import { creationOptions } from "#platform/passkeys.server.ts";
import { makeAuthenticator } from "#test/make/authenticator.ts";
import { cookieOf } from "#test/make/browser.ts";
import {
  addOwnPasskey,
  makeOperatorContext,
  operatorCookie,
  SUSPENSION,
} from "#test/make/operators.ts";
import { routes } from "#test/make/pages.ts";
import { makeUser } from "#test/make/people.ts";
import { CALLERS, type Cast } from "./callers.ts";
import { openSiteUnderTest, type SiteUnderTest } from "./site-under-test.ts";

/*
 * The operators' door: nobody of the public site comes in, and each act is for the roles of the
 * table (rule: operator-roles). What is asked about does not exist: 404 says that the role would do.
 */

const nothing = newId();
const email = "personne@example.fr";
const NOBODY = { id: nothing, name: "Personne", email };
const SOME = { siteName: "Essai", known: [], milliseconds: 1_000 };
const reason = "Pour un essai.";
const LONG_REASON = "Le code de présence n'a pas été saisi.";
const inMinutes = ({ now }: Context, minutes: number) =>
  new Date(now().getTime() + minutes * MINUTE);
const NO_TEXTS = {
  ...{ product: "", serviceDate: "", refundPolicy: "", cancellation: "", activity: "" },
};

/** Each act: what it answers to everybody else, and to the three roles. */
const ACTS: [name: string, answers: string, act: (ctx: Context) => Promise<unknown>][] = [
  ["showQueue", "404 ok ok ok", (ctx) => showQueue(ctx, {})],
  ["findOwnWork", "404 ok ok ok", (ctx) => findOwnWork(ctx, { kind: "review", id: nothing })],
  ["takeWork", "404 ok ok ok", (ctx) => takeWork(ctx, { kind: "review", id: nothing })],
  ["showPassing", "404 404 404 404", (ctx) => showPassing(ctx, { kind: "review", id: nothing })],
  [
    "passWork",
    "404 404 404 404",
    (ctx) => passWork(ctx, { kind: "review", id: nothing, to: nothing }),
  ],
  ["showOpinions", "404 404 403 403", (ctx) => showOpinions(ctx, { kind: "review", id: nothing })],
  [
    "askOpinion",
    "404 404 403 403",
    (ctx) => askOpinion(ctx, { kind: "review", id: nothing, to: nothing, reason }),
  ],
  [
    "giveOpinion",
    "404 404 403 403",
    (ctx) => giveOpinion(ctx, { kind: "review", id: nothing, reason }),
  ],
  ["giveWorkBack", "404 ok ok ok", (ctx) => giveWorkBack(ctx, { kind: "review", id: nothing })],
  ["showJournal", "404 ok ok ok", (ctx) => showJournal(ctx, {})],
  ["listActsOn", "404 ok ok ok", (ctx) => listActsOn(ctx, { kind: "review", id: nothing })],
  ["showCase", "404 404 403 403", (ctx) => showCase(ctx, { reviewId: nothing })],
  [
    "decideCase",
    "404 404 403 403",
    (ctx) => decideCase(ctx, { reviewId: nothing, decision: "publish", reason }),
  ],
  [
    "showAuthorHistory",
    "404 ok 403 403",
    (ctx) => showAuthorHistory(ctx, { userId: nothing, except: nothing }),
  ],
  ["showMessage", "404 404 403 403", (ctx) => showMessage(ctx, { messageId: nothing })],
  ["listRefusedMails", "404 ok ok ok", async (ctx) => listRefusedMails(ctx, 9)],
  ["showRefusedMail", "404 404 403 403", (ctx) => showRefusedMail(ctx, { mailId: nothing })],
  [
    "settleRefusedMail",
    "404 404 403 403",
    (ctx) => settleRefusedMail(ctx, { mailId: nothing, reason }),
  ],
  ["showHealth", "404 ok ok ok", (ctx) => showHealth(ctx)],
  ["showSiteFigures", "404 ok ok ok", (ctx) => showSiteFigures(ctx, {})],
  ["exportSiteFigures", "404 ok ok ok", (ctx) => exportSiteFigures(ctx, { table: "villes" })],
  ["listTaxRequests", "404 ok ok ok", (ctx) => listTaxRequests(ctx)],
  ["showTaxRequest", "404 404 404 403", (ctx) => showTaxRequest(ctx, { professionalId: nothing })],
  [
    "decideTaxRequest",
    "404 404 404 403",
    (ctx) => decideTaxRequest(ctx, { professionalId: nothing, decision: "note", reason }),
  ],
  ["listCategories", "404 ok ok ok", (ctx) => listCategories(ctx)],
  ["showCategory", "404 404 404 404", (ctx) => showCategory(ctx, { typeId: nothing })],
  [
    "decideCategory",
    "404 403 403 404",
    (ctx) => decideCategory(ctx, { typeId: nothing, decision: "refuse", reason }),
  ],
  ["listAnnouncements", "404 ok ok ok", (ctx) => listAnnouncements(ctx)],
  [
    "takeAnnouncementBack",
    "404 403 403 404",
    (ctx) => takeAnnouncementBack(ctx, { announcementId: nothing, reason }),
  ],
  [
    "announce",
    "404 403 403 ok",
    (ctx) =>
      announce(ctx, {
        ...{ kind: "information", text: "Essai.", reason },
        until: toParis(inMinutes(ctx, 5)),
      }),
  ],
  ["noteDrill", "404 403 403 ok", (ctx) => noteDrill(ctx, { reason })],
  ["showContentCase", "404 404 403 403", (ctx) => showContentCase(ctx, { contentId: nothing })],
  [
    "decideContent",
    "404 404 403 403",
    (ctx) => decideContent(ctx, { contentId: nothing, decision: "none", reason }),
  ],
  [
    "showVerification",
    "404 404 403 404",
    (ctx) => showVerification(ctx, { professionalId: nothing }),
  ],
  ["openPaper", "404 404 403 404", (ctx) => openPaper(ctx, { proofId: nothing })],
  [
    "decideProof",
    "404 403 403 404",
    (ctx) => decideProof(ctx, { proofId: nothing, decision: "refused", reason }),
  ],
  [
    "askProof",
    "404 404 403 404",
    (ctx) => askProof(ctx, { professionalId: nothing, kind: "diploma", reason }),
  ],
  ["showMessageCase", "404 404 403 403", (ctx) => showMessageCase(ctx, { messageId: nothing })],
  [
    "decideMessageCase",
    "404 404 403 403",
    (ctx) => decideMessageCase(ctx, { messageId: nothing, decision: "keep", reason }),
  ],
  ["fileAsRights", "404 404 403 403", (ctx) => fileAsRights(ctx, { messageId: nothing, reason })],
  ["closeMessage", "404 404 403 403", (ctx) => closeMessage(ctx, { messageId: nothing, reason })],
  ["showPaymentRecord", "404 404 404 404", (ctx) => showPaymentRecord(ctx, { paymentId: nothing })],
  [
    "reclaimShare",
    "404 403 403 404",
    (ctx) => reclaimShare(ctx, { paymentId: nothing, reclaimId: nothing, amount: "5", reason }),
  ],
  [
    "decideReview",
    "404 403 404 403",
    (ctx) => decideReview(ctx, { paymentId: nothing, decision: "refund", reason }),
  ],
  ["showDisputeRecord", "404 404 404 404", (ctx) => showDisputeRecord(ctx, { paymentId: nothing })],
  [
    "answerDispute",
    "404 403 404 403",
    (ctx) =>
      answerDispute(ctx, { paymentId: nothing, ...NO_TEXTS, messages: [], files: [], reason }),
  ],
  [
    "addEvidenceFile",
    "404 403 404 403",
    (ctx) =>
      addEvidenceFile(ctx, {
        ...{ paymentId: nothing, kind: "receipt", file: new File(["%PDF-1.7 %%EOF"], "a.pdf") },
      }),
  ],
  [
    "removeEvidenceFile",
    "404 403 404 403",
    (ctx) => removeEvidenceFile(ctx, { paymentId: nothing, kind: "receipt" }),
  ],
  [
    "openEvidenceFile",
    "404 403 404 404",
    (ctx) => openEvidenceFile(ctx, { paymentId: nothing, fileId: "file_1" }),
  ],
  [
    "acceptLoss",
    "404 403 404 403",
    (ctx) => acceptLoss(ctx, { paymentId: nothing, reason: LONG_REASON }),
  ],
  ["listGoodwill", "404 ok ok ok", (ctx) => listGoodwill(ctx)],
  ["showGoodwill", "404 403 404 404", (ctx) => showGoodwill(ctx, { proposalId: nothing })],
  [
    "decideGoodwill",
    "404 403 404 404",
    (ctx) => decideGoodwill(ctx, { proposalId: nothing, decision: "refuse", reason }),
  ],
  [
    "decideLoss",
    "404 403 404 404",
    (ctx) => decideLoss(ctx, { proposalId: nothing, decision: "refuse", reason }),
  ],
  [
    "decideOutsideRefund",
    "404 403 404 404",
    (ctx) => decideOutsideRefund(ctx, { proposalId: nothing, decision: "refuse", reason }),
  ],
  ["showRecipient", "404 404 404 404", (ctx) => showRecipient(ctx, { id: nothing, to: "client" })],
  [
    "writeLetter",
    "404 404 404 404",
    (ctx) =>
      writeLetter(ctx, {
        ...{ id: nothing, to: "owner", letterId: nothing, reason },
        ...{ subject: "Votre demande", text: "Nous regardons votre demande." },
      }),
  ],
  ["searchRecords", "404 ok ok ok", (ctx) => searchRecords(ctx, { q: email })],
  ["showAccountRecord", "404 404 404 404", (ctx) => showAccountRecord(ctx, { userId: nothing })],
  [
    "actOnAccount",
    "404 403 403 404",
    (ctx) => actOnAccount(ctx, { userId: nothing, decision: "suspend", reason }),
  ],
  [
    "actOnAccount",
    "404 403 403 404",
    (ctx) => actOnAccount(ctx, { userId: nothing, decision: "reopen", reason }),
  ],
  [
    "actOnAccount",
    "404 403 403 404",
    (ctx) => actOnAccount(ctx, { userId: nothing, decision: "end", reason }),
  ],
  [
    "actOnAccount",
    "404 403 403 404",
    (ctx) => actOnAccount(ctx, { userId: nothing, decision: "take-back", reason }),
  ],
  [
    "actOnAccount",
    "404 403 403 404",
    (ctx) => actOnAccount(ctx, { userId: nothing, decision: "uphold", reason }),
  ],
  [
    "actOnAccount",
    "404 404 403 403",
    (ctx) => actOnAccount(ctx, { userId: nothing, decision: "reset", reason }),
  ],
  [
    "correctAddress",
    "404 403 403 404",
    (ctx) => correctAddress(ctx, { userId: nothing, email, reason }),
  ],
  ["showBookingRecord", "404 404 404 404", (ctx) => showBookingRecord(ctx, { bookingId: nothing })],
  [
    "decideBooking",
    "404 404 403 403",
    (ctx) => decideBooking(ctx, { bookingId: nothing, decision: "client", reason }),
  ],
  [
    "decideBooking",
    "404 404 403 403",
    (ctx) => decideBooking(ctx, { bookingId: nothing, decision: "professional", reason }),
  ],
  [
    "decideBooking",
    "404 404 403 403",
    (ctx) => decideBooking(ctx, { bookingId: nothing, decision: "again", reason }),
  ],
  [
    "decideBooking",
    "404 404 404 403",
    (ctx) => decideBooking(ctx, { bookingId: nothing, decision: "goodwill", amount: "5", reason }),
  ],
  ["showDeletion", "404 403 403 404", (ctx) => showDeletion(ctx, { userId: nothing })],
  ["processDeletion", "404 403 403 404", (ctx) => processDeletion(ctx, { email, reason })],
  ["withdrawDeletionOf", "404 403 403 404", (ctx) => withdrawDeletionOf(ctx, { email, reason })],
  ["exportPerson", "404 404 403 403", (ctx) => exportPerson(ctx, { email, reason })],
  ["exportBookings", "404 403 ok 403", (ctx) => exportBookings(ctx, { reason }).next()],
  [
    "exportSellerReport",
    "404 403 ok 403",
    (ctx) => exportSellerReport(ctx, { year: 2026, reason }),
  ],
  [
    "grantActivities",
    "404 403 403 404",
    (ctx) => grantActivities(ctx, { email, granted: true, reason }),
  ],
  [
    "unverifyProfessional",
    "404 403 403 404",
    (ctx) => unverifyProfessional(ctx, { email, reason }),
  ],
  ["showOwnAccess", "404 ok ok ok", (ctx) => showOwnAccess(ctx)],
  ["offerPasskey", "404 ok ok ok", (ctx) => offerPasskey(ctx, { name: "Clé" })],
  [
    "addPasskey",
    "404 401 401 401",
    async (ctx) => {
      // Made to a challenge that nobody was given.
      const device = makeAuthenticator(ctx.config.appUrl);
      const options = await creationOptions(ctx.config.appUrl, NOBODY, SOME);
      return addPasskey(ctx, { name: "Clé", credential: JSON.stringify(device.create(options)) });
    },
  ],
  ["countReaders", "404 ok ok ok", (ctx) => countReaders(ctx)],
  ["listTerms", "404 ok ok ok", (ctx) => listTerms(ctx)],
  [
    "announceTerms",
    "404 403 403 ok",
    (ctx) => announceTerms(ctx, { summary: "Essai.", from: "2999-01-01", reason }),
  ],
  ["renewRecoveryCodes", "404 ok ok ok", (ctx) => renewRecoveryCodes(ctx)],
  ["removePasskey", "404 404 404 404", (ctx) => removePasskey(ctx, { passkeyId: nothing })],
  [
    "makeOperator",
    "404 403 403 ok",
    (ctx) =>
      makeOperator(ctx, { email: "neuf@example.fr", name: "Léa", roles: ["finance"], reason }),
  ],
  ["closeOperator", "404 403 403 404", (ctx) => closeOperator(ctx, { email, reason })],
  [
    "changeRoles",
    "404 403 403 404",
    (ctx) => changeRoles(ctx, { email, roles: ["finance"], reason }),
  ],
  ["listOperators", "404 403 403 ok", (ctx) => listOperators(ctx)],
  [
    "inviteOperator",
    "404 403 403 ok",
    (ctx) =>
      inviteOperator(ctx, { email: "invitee@example.fr", name: "Léa", roles: ["finance"], reason }),
  ],
];
const CODES: Record<string, string> = {
  not_found: "404",
  forbidden: "403",
  invalid_credentials: "401",
};

let site: SiteUnderTest;
let cast: Cast;
beforeAll(async () => {
  site = await openSiteUnderTest();
  cast = await site.makeCast();
});
afterAll(() => site.close());

const answerOf = (work: Promise<unknown>) =>
  work.then(
    () => "ok",
    (error: unknown) => {
      if (!isAppError(error)) throw error;
      return CODES[error.code] ?? error.code;
    },
  );

test.for(ACTS)("%s is for the roles that the table says", async ([, answers, act]) => {
  const found = [await answerOf(act(site.ctx))];
  for (const role of ROLES) {
    const ctx = await makeOperatorContext(site.ctx, [role]);
    found.push(await answerOf(act(ctx)));
  }
  expect(found.join(" ")).toBe(answers);
});

/** Each sort of work, with the act that reads its screen. */
const SCREENS: Record<WorkKind, string> = {
  ...{ review: "showCase", letter: "showMessageCase", content: "showContentCase" },
  ...{ verification: "showVerification", category: "showCategory", tax: "showTaxRequest" },
  ...{ payment: "showPaymentRecord", dispute: "showDisputeRecord", goodwill: "showGoodwill" },
  ...{ deletion: "showDeletion", message: "showMessage", rights: "showMessage" },
  ...{ mail: "showRefusedMail", account: "showAccountRecord" },
};

test.for(WORK_KINDS)("a line of the queue is a link for whoever opens it: %s", (kind) => {
  const [, answers = ""] = ACTS.find(([name]) => name === SCREENS[kind]) ?? [];
  const opened = ROLES.map((role) => (closedTo(kind, [role]) === null ? "404" : "403"));
  expect(answers).toBe(["404", ...opened].join(" "));
});

test("every use case behind the door has its row", () => {
  const used = fs.globSync("app/routes/operator/{,records/}*.{ts,tsx}").flatMap((file) => {
    const text = fs.readFileSync(file, "utf8");
    const imports = text.matchAll(/import \{([^}]*)\} from "#core\/[\w/-]+\.server\.ts"/g);
    return [...imports].flatMap(([, names = ""]) => names.split(",").map((name) => name.trim()));
  });
  const door = ["logInOperator", "askForPasskey", "enterByPasskey", "logOutOperator"];
  const rows = new Set([...ACTS.map(([name]) => name), ...door]);
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((name) => name && !rows.has(name))).toEqual([]);
});

const pages = Object.values(routes)
  .map(({ path = "", module }) => ({
    path: `/${path.replaceAll(/:\w+/g, nothing)}`,
    takesForm: module.action !== undefined,
    hasPage: module.default !== undefined,
  }))
  .filter(({ path }) => path.startsWith("/operateur"));

test.for(pages)(
  "$path is shown to nobody of the public site",
  async ({ path, takesForm, hasPage }) => {
    const isDoor = path === "/operateur/connexion";
    for (const who of CALLERS) {
      const headers = { cookie: who === "visitor" ? "" : cast[who].cookie, origin: site.origin };
      for (const address of [path, `${path}.data`]) {
        const answer = await fetch(site.origin + address, { headers, redirect: "manual" });
        const text = await answer.text();
        if (who === "temporary") {
          // Led to the change of their password from everywhere.
          expect([202, 302], address).toContain(answer.status);
          continue;
        }
        expect(answer.status, `${address} for ${who}`).toBe(isDoor ? 200 : 404);
        expect(answer.headers.get("cache-control"), address).toBe("private, no-store");
        if (hasPage && address === path)
          expect(text).toContain('<meta name="robots" content="noindex"');
      }
      if (isDoor || who === "temporary" || !takesForm) continue;
      const sent = await fetch(site.origin + path, {
        ...{ method: "POST", headers, redirect: "manual" },
        body: new URLSearchParams({ decision: "refuse", basis: "rules", reason }),
      });
      expect(sent.status, `a form to ${path} for ${who}`).toBe(404);
    }
  },
);

test("an operator's cookie opens the queue, and no account", async () => {
  const cookie = await operatorCookie(site.ctx, ["assistance"]);
  const ask = (path: string) =>
    fetch(site.origin + path, { headers: { cookie }, redirect: "manual" });
  expect((await ask("/operateur")).status).toBe(200);
  expect((await ask(`/operateur/gestes/${nothing}`)).status).toBe(403);
  expect((await ask("/favoris")).status).not.toBe(500);
  expect((await ask("/api/v1/profile")).status).toBe(401);
  expect(await (await ask("/")).text()).toContain("Se connecter");
});

test("what nobody takes back is confirmed on its own page, without a script", async () => {
  const { token, ...operator } = await makeOperatorContext(site.ctx);
  await addOwnPasskey(operator);
  const cookie = cookieOf(operatorLoginHeaders(site.ctx, token).getSetCookie());
  const send = async (path: string, fields: Record<string, string>) => {
    const answer = await fetch(site.origin + path, {
      ...{ method: "POST", redirect: "manual", headers: { cookie, origin: site.origin } },
      body: new URLSearchParams(fields),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const { id, email } = await makeUser(site.ctx.db);
  const path = `/operateur/compte/${id}`;
  const stateOf = async () => (await showAccountRecord(operator, { userId: id })).status;
  const suspension = { ...SUSPENSION, decision: "suspend", reason: "Faux diplôme, vu deux fois." };

  const asked = await send(path, suspension);
  expect(asked.status).toBe(200);
  expect(asked.text).toContain("Ses connexions se ferment aussitôt.");
  expect(asked.text).toContain(`Un e-mail part à ${email}.`);
  expect(asked.text).toContain(`>${suspension.reason}</textarea>`);
  expect(asked.text).toContain("Votre compte est suspendu");
  expect(await stateOf()).toBe("active");
  const [, confirmed = ""] = /name="confirmed" value="([^"]+)"/.exec(asked.text) ?? [];
  // Of an end, which is another thing, it is no confirmation.
  expect(
    (await send(path, { ...suspension, decision: "address", email, confirmed })).status,
  ).not.toBe(302);
  expect((await send(path, { ...suspension, confirmed })).status).toBe(302);
  expect(await stateOf()).toBe("suspended");

  const [passkey] = (await showOwnAccess(operator)).passkeys;
  const removal = { intent: "remove", passkeyId: String(passkey?.id) };
  for (const fields of [removal, { intent: "renew-codes" }]) {
    const opened = await send("/operateur/acces", fields);
    expect(opened.status).toBe(200);
    expect(opened.text).toMatch(/<details open=""/);
  }
  expect((await showOwnAccess(operator)).passkeys).toHaveLength(1);
  expect((await send("/operateur/acces", { ...removal, confirmed: "oui" })).status).toBe(302);
  expect((await showOwnAccess(operator)).passkeys).toEqual([]);
});

test.each(["__proto__", "constructor", "payment"])(
  "no opinion can be asked about « %s »",
  async (kind) => {
    const cookie = await operatorCookie(site.ctx, ["assistance"]);
    const answer = await fetch(`${site.origin}/operateur/demander-un-avis/${kind}/${nothing}`, {
      ...{ method: "POST", redirect: "manual", headers: { cookie, origin: site.origin } },
      body: new URLSearchParams({ intent: "ask", to: nothing, reason: "Qu'en dis-tu ?" }),
    });
    expect(answer.status).toBe(400);
  },
);

test("an address that does not exist is told to operators in their frame, and to others as everywhere", async () => {
  const cookie = await operatorCookie(site.ctx, ["assistance"]);
  const ask = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(site.origin + path, { headers, redirect: "manual" });
    return { status: answer.status, text: await answer.text() };
  };
  for (const path of ["/operateur/nulle-part", "/operateur/gestes"]) {
    const own = await ask(path, { cookie });
    expect(own.status).toBe(404);
    expect(own.text).toContain("Revenir à la file");
    for (const headers of [{}, { cookie: cast.client.cookie }]) {
      const { status, text } = await ask(path, headers);
      expect(status).toBe(404);
      expect(text).toContain("Page introuvable");
      expect(text).not.toMatch(/Opérateur|Revenir à la file/);
    }
  }
  const elsewhere = await ask("/operateurs", { cookie });
  expect(elsewhere.text).not.toContain("Revenir à la file");
});

test("a passkey opens the queue to its owner's roles, and the door tells nobody's", async () => {
  const operator = await makeOperatorContext(site.ctx, ["assistance"]);
  const device = makeAuthenticator(site.ctx.config.appUrl);
  const name = "Clé";
  const made = device.create(await offerPasskey(operator, { name }));
  await addPasskey(operator, { name, credential: JSON.stringify(made) });
  const send = (fields: Record<string, string>) =>
    fetch(`${site.origin}/operateur/connexion`, {
      ...{ method: "POST", redirect: "manual", headers: { origin: site.origin } },
      body: new URLSearchParams(fields),
    });
  expect(await (await send({ intent: "challenge" })).text()).not.toContain(device.credentialId);

  const options = await askForPasskey(site.ctx);
  const credential = JSON.stringify(device.get(options));
  const entered = await send({ intent: "passkey", credential });
  expect(entered.status).toBe(302);
  expect(entered.headers.get("location")).toBe("/operateur");
  const again = await send({ intent: "passkey", credential });
  expect([again.status, again.headers.getSetCookie()]).toEqual([401, []]);
  expect(await again.text()).toContain("Cette clé d&#x27;accès n&#x27;ouvre rien ici");

  const [cookie = ""] = String(entered.headers.getSetCookie()).split(";");
  const ask = async (path: string) =>
    (await fetch(site.origin + path, { headers: { cookie }, redirect: "manual" })).status;
  expect(await ask("/operateur/acces")).toBe(200);
  expect(await ask(`/operateur/gestes/${nothing}`)).toBe(403);
  const other = JSON.stringify(device.get(await askForPasskey(site.ctx)));
  const ended = await enterByPasskey(site.ctx, { credential: other });
  const owner = await resolveOperator(site.ctx, ended);
  await removePasskey(
    { ...site.ctx, operator: owner },
    { passkeyId: String(owner?.login?.passkeyId) },
  );
  expect(await ask("/operateur")).toBe(404);
});
