import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { receiveMails } from "#test/make/mailbox.ts";
import { makeOperatorContext } from "#test/make/operators.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { searchSessions } from "#test/make/search.ts";
import { listManaged } from "../bookings/lists/list-managed.server.ts";
import { copyOffering } from "../catalogue/authoring/create-offering.server.ts";
import {
  deleteOffering,
  setOfferingActive,
} from "../catalogue/authoring/delete-offering.server.ts";
import { showOwnOffering } from "../catalogue/authoring/permit-publication.server.ts";
import { updateOffering } from "../catalogue/authoring/update-offering.server.ts";
import { searchOwnOfferings } from "../catalogue/own-offerings/search-own-offerings.server.ts";
import { showOffering } from "../catalogue/views/show-offering.server.ts";
import type { Context } from "../context.server.ts";
import { DAY } from "../durations.ts";
import { imageUrl, WITHHELD_LIFE } from "../media/rules.ts";
import { freeImage, sweepImages } from "../media/sweep-images.server.ts";
import { readImage } from "../media/upload-image.server.ts";
import { listActsOn } from "../operators/acts/list-acts.server.ts";
import { ANOTHER_ANSWERS } from "../operators/acts/rules.ts";
import { contentReports, images, offerings } from "../tables.server.ts";
import { showQueue } from "../work-queue/show-queue.server.ts";
import { contestDecision, decideContent, showContestable } from "./decide-content.server.ts";
import {
  filterContent,
  purgeReports,
  reportContent,
  showReportableContent,
} from "./report-content.server.ts";
import { APPEAL_TIME, CORRECTION_TIME, findSuspectWords } from "./rules.ts";
import { showContentCase, showRestriction } from "./show-content-case.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

let count = 0;
const newReader = () => `lecteur-${++count}@example.fr`;
const report = (content: string, email: string) => ({
  ...{ content, email, reason: "health" as const, goodFaith: true as const },
  text: "On ne guérit pas cela en cinq massages.",
});
const FACTS = "Le texte affirme que le massage guérit.";
const hidden = (contentId: string) => ({
  ...{ contentId, decision: "hidden" as const, basis: "health" as const, reason: FACTS },
});

/** The mails that arrive now, to one reader. */
async function deliver() {
  const arrived = await receiveMails(await world.context());
  return (to: string) => arrived.filter(({ recipients }) => recipients.includes(to));
}

/** The context of a visitor so many milliseconds later. */
async function later(milliseconds: number): Promise<Context> {
  const ctx = await world.context();
  return { ...ctx, now: () => new Date(ctx.now().getTime() + milliseconds) };
}

const linkIn = (text: unknown) => /jeton=([\w.-]+)/.exec(String(text))?.[1] ?? "";
const findWork = async (operator: Context, id: string) =>
  (await showQueue(operator, {})).works.find((work) => work.id === id);
const stateOf = async (id: string) =>
  (
    await world.db
      .select({ isActive: offerings.isActive, withheldAt: offerings.withheldAt })
      .from(offerings)
      .where(eq(offerings.id, id))
  )[0];
/** The decision that its owner reads of, in their list and in the manager. */
const withheldFor = async (owner: Context, id: string) => {
  const { offerings: own } = await searchOwnOfferings(owner, {});
  const managed = Object.values((await listManaged(owner, "session")) ?? {}).flat();
  return [own, managed].map((list) => list.find((offering) => offering.id === id)?.withheld);
};

describe("something published that is reported (rule: reported-content)", () => {
  it("is taken away: a correction changes nothing, and another decision brings it back", async () => {
    const offer = await world.makeOffer();
    const owner = await world.context(offer.professional.userId);
    const operator = await makeOperatorContext(await world.context());
    const { sessionId: id } = offer;
    const reader = newReader();
    await reportContent(await world.context(), report(id, reader));
    await decideContent(operator, { ...hidden(id), decision: "removed" });
    expect(await stateOf(id)).toMatchObject({ isActive: false, withheldAt: expect.any(Date) });
    expect(await showRestriction(owner, id)).toMatchObject({ measure: "removed", facts: FACTS });
    expect(await withheldFor(owner, id)).toEqual(["removed", "removed"]);
    const mailsTo = await deliver();
    expect(mailsTo(reader).at(-1)?.text).toContain("Nous avons retiré cette offre");
    const [told] = mailsTo(String(owner.actor?.email)).filter(({ subject }) =>
      String(subject).includes("Votre offre est retirée"),
    );
    expect(told?.text).toContain("une correction n'y change rien");
    expect(told?.text).not.toContain("Une fois le texte corrigé");
    const [act] = await listActsOn(operator, { kind: "content", id });
    expect(act).toMatchObject({ act: "content_removed" });
    // Its owner reads it, and changes nothing.
    const changes = { title: "Corrigée" };
    const refused = { code: "conflict", message: expect.stringContaining("retirée") };
    const edit = () => updateOffering(owner, "session", { id, changes });
    await expect(edit()).rejects.toMatchObject(refused);
    const show = setOfferingActive(owner, "session", { id, isActive: true });
    await expect(show).rejects.toMatchObject(refused);
    await expect(copyOffering(owner, "session", id)).rejects.toMatchObject(refused);
    expect((await showOwnOffering(owner, "session", id)).title).not.toBe("Corrigée");
    const path = String((await showRestriction(owner, id))?.appeal?.path);
    const token = String(new URL(path, "http://localhost").searchParams.get("jeton"));
    await contestDecision(await world.context(), { token, text: "À tort." });
    await decideContent(await makeOperatorContext(await world.context()), {
      ...{ contentId: id, decision: "none", reason: "C'était permis." },
    });
    await edit();
    expect(await stateOf(id)).toMatchObject({ isActive: true, withheldAt: null });
    expect(await withheldFor(owner, id)).toEqual([null, null]);
  });

  it("is not taken away where it is a professional's page", async () => {
    const { professional } = await world.makeOffer();
    const operator = await makeOperatorContext(await world.context());
    await reportContent(await world.context(), report(professional.id, newReader()));
    await expect(
      decideContent(operator, { ...hidden(professional.id), decision: "removed" }),
    ).rejects.toMatchObject({ fields: { decision: [expect.stringContaining("suspendez")] } });
  });

  it("is hidden until it is corrected: its bookings stay, and both sides are told why", async () => {
    const offer = await world.makeOffer({ spots: 3 });
    const owner = await world.context(offer.professional.userId);
    const { client } = await world.buy(offer);
    const operator = await makeOperatorContext(await world.context());
    const { sessionId: id } = offer;
    await expect(decideContent(operator, hidden(id))).rejects.toMatchObject({ code: "conflict" });

    const reader = newReader();
    await reportContent(await world.context(), report(id, reader));
    const [received] = (await deliver())(reader);
    expect(received?.subject).toContain("Nous avons reçu votre signalement");
    expect(await findWork(operator, id)).toMatchObject({ kind: "content", basis: "promise" });
    expect(await showContentCase(operator, { contentId: id })).toMatchObject({
      ...{ offeringId: id, upcoming: 1, isWithheld: false },
      reports: [{ reason: "health", email: reader, isOpen: true }],
    });

    await decideContent(operator, hidden(id));
    expect(await findWork(operator, id)).toBeUndefined();
    expect(await stateOf(id)).toMatchObject({ isActive: false, withheldAt: expect.any(Date) });
    const { sessions } = await searchSessions(client, { professional: offer.professional.id });
    expect(sessions).toEqual([]);
    await expect(showOffering(client, "session", id)).rejects.toMatchObject({ code: "not_found" });
    expect(await showOffering(owner, "session", id)).toMatchObject({ isActive: false });
    expect(await showRestriction(owner, id)).toMatchObject({ measure: "hidden", facts: FACTS });
    expect(await withheldFor(owner, id)).toEqual(["hidden", "hidden"]);
    for (const act of [
      () => setOfferingActive(owner, "session", { id, isActive: true }),
      () => copyOffering(owner, "session", id),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: "conflict", message: /masquée/ });
    }
    const mailsTo = await deliver();
    const [told] = mailsTo(reader);
    expect(told?.text).toContain(FACTS);
    const [author] = mailsTo(String(owner.actor?.email)).filter(({ subject }) =>
      String(subject).includes("Votre offre est masquée"),
    );
    expect(author?.text).toContain("L121-4");
    expect(author?.text).not.toContain(reader);
    const [act] = await listActsOn(operator, { kind: "content", id });
    expect(act).toMatchObject({ act: "content_hidden", details: { reason: FACTS } });

    // Corrected, and read again: by the mail's link, or by that of its owner's own page, once.
    const restriction = await showRestriction(owner, id);
    expect(restriction?.appeal).toMatchObject({ isAsked: false });
    const shown = new URL(String(restriction?.appeal?.path), "http://localhost");
    const own = String(shown.searchParams.get("jeton"));
    expect(await showContestable(owner, { token: own })).toMatchObject({ measure: "hidden" });
    for (const wrong of [own.replace(/.$/, (end) => (end === "A" ? "B" : "A")), own.slice(0, -1)]) {
      expect(await showContestable(owner, { token: wrong })).toBeNull();
    }
    const token = linkIn(author?.text);
    expect(await showContestable(await world.context(), { token })).toMatchObject({
      ...{ side: "professional", measure: "hidden", isAsked: false },
    });
    await updateOffering(owner, "session", { id, changes: { description: "Un massage lent." } });
    await contestDecision(await world.context(), { token, text: "J'ai corrigé." });
    for (const again of [token, own]) {
      await expect(contestDecision(owner, { token: again, text: "Encore." })).rejects.toMatchObject(
        { code: "conflict" },
      );
    }
    expect(await showRestriction(owner, id)).toMatchObject({ appeal: { isAsked: true } });
    const { now } = await later(APPEAL_TIME + DAY);
    expect(await showRestriction({ ...owner, now }, id)).toMatchObject({ appeal: null });
    expect(await showRestriction(client, id)).toBeNull();
    expect((await findWork(operator, id))?.title).toContain("décision contestée");
    const settled = { contentId: id, decision: "none" as const, reason: "C'est corrigé." };
    await decideContent(await makeOperatorContext(await world.context()), settled);
    expect(await stateOf(id)).toEqual({ isActive: true, withheldAt: null });
    expect((await searchSessions(client, { professional: offer.professional.id })).count).toBe(1);
    const [again] = (await deliver())(String(owner.actor?.email)).filter(({ subject }) =>
      String(subject).includes("Rien à reprendre"),
    );
    expect(again?.text).toContain("C'est corrigé.");
    expect(again?.text).toContain("il n'y a rien, ou plus rien, à reprendre");
  });

  it("without fault stands; who reported it may contest for six months", async () => {
    const { activityId: id, professional } = await world.makeActivityOffer();
    const owner = await world.context(professional.userId);
    const operator = await makeOperatorContext(await world.context());
    const reader = newReader();
    await reportContent(await world.context(), report(id, reader));
    await decideContent(operator, { contentId: id, decision: "none", reason: "Rien de faux." });
    expect(await stateOf(id)).toEqual({ isActive: true, withheldAt: null });
    const told = (await deliver())(reader).find(({ text }) =>
      String(text).includes("Rien de faux"),
    );
    const token = linkIn(told?.text);
    const late = await later(APPEAL_TIME + DAY);
    expect(await showContestable(late, { token })).toBeNull();
    await expect(contestDecision(late, { token, text: "Non." })).rejects.toMatchObject({
      code: "not_found",
    });
    await contestDecision(await world.context(), { token, text: "Relisez la fin." });
    expect(await showContentCase(operator, { contentId: id })).toMatchObject({
      appeals: [{ by: "reporter", text: "Relisez la fin.", isOpen: true }],
    });
    expect((await showContentCase(operator, { contentId: id })).answering).toBe("another");
    await expect(decideContent(operator, hidden(id))).rejects.toMatchObject({
      ...{ code: "forbidden", message: ANOTHER_ANSWERS },
    });
    const another = await makeOperatorContext(await world.context());
    expect((await showContentCase(another, { contentId: id })).answering).toBe("this");
    await decideContent(another, hidden(id));
    expect((await stateOf(id))?.isActive).toBe(false);
    const shown = updateOffering(owner, "activity", { id, changes: { isActive: true } });
    await expect(shown).rejects.toMatchObject({ code: "conflict" });
    expect((await deliver())(reader).map(({ text }) => text)).toEqual([
      expect.stringContaining(FACTS),
    ]);
  });

  it("that is to be corrected stays visible, and comes back to the operator when the week is over", async () => {
    const { sessionId: id } = await world.makeOffer();
    const operator = await makeOperatorContext(await world.context());
    await reportContent(await world.context(), report(id, newReader()));
    const asked = { ...hidden(id), decision: "correction" as const };
    await expect(decideContent(operator, { ...asked, basis: undefined })).rejects.toMatchObject({
      fields: { basis: [expect.any(String)] },
    });
    await decideContent(operator, asked);
    expect(await stateOf(id)).toEqual({ isActive: true, withheldAt: null });
    const { dueAt } = (await findWork(operator, id)) ?? {};
    const week = Number(dueAt) - operator.now().getTime();
    expect(Math.round(week / DAY)).toBe(CORRECTION_TIME / DAY);
    await decideContent(operator, {
      contentId: id,
      decision: "none",
      reason: "Le texte est corrigé.",
    });
    expect(await findWork(operator, id)).toBeUndefined();
  });

  it("may be a professional's page, which no decision hides", async () => {
    const { professional } = await world.makeOffer();
    const operator = await makeOperatorContext(await world.context());
    const reporter = await world.newClient();
    const { email: _, ...signedIn } = report(professional.id, "");
    await reportContent(reporter, signedIn);
    expect(await showReportableContent(reporter, { content: professional.id })).toMatchObject({
      kind: "professional",
    });
    await expect(decideContent(operator, hidden(professional.id))).rejects.toMatchObject({
      fields: { decision: [expect.stringContaining("suspendez")] },
    });
    await decideContent(operator, {
      ...hidden(professional.id),
      ...{ decision: "correction", basis: "title" },
    });
    expect((await deliver())(String(reporter.actor?.email)).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([expect.stringContaining("Suite donnée")]),
    );
  });

  it("is refused without a reason, words, good faith and an address, all said at once", async () => {
    const { sessionId } = await world.makeOffer();
    const nothing = { content: sessionId, reason: "", text: " ", goodFaith: false, email: "x" };
    await expect(reportContent(await world.context(), nothing as never)).rejects.toMatchObject({
      fields: {
        ...{ reason: [expect.any(String)], text: [expect.any(String)] },
        ...{ goodFaith: [expect.any(String)], email: [expect.any(String)] },
      },
    });
    await expect(
      reportContent(await world.context(), report(randomUUID(), newReader())),
    ).rejects.toMatchObject({ code: "not_found" });
    const of = eq(contentReports.offeringId, sessionId);
    expect(await world.db.$count(contentReports, of)).toBe(0);
  });

  it("is forgotten by its date once it is decided, and not while it waits", async () => {
    const { sessionId: id } = await world.makeOffer();
    const operator = await makeOperatorContext(await world.context());
    await reportContent(await world.context(), report(id, newReader()));
    const of = eq(contentReports.offeringId, id);
    await purgeReports(operator, new Date(operator.now().getTime() + DAY));
    expect(await world.db.$count(contentReports, of)).toBe(1);
    await decideContent(operator, { contentId: id, decision: "none", reason: "Rien à reprendre." });
    await purgeReports(operator, new Date(operator.now().getTime() + DAY));
    expect(await world.db.$count(contentReports, of)).toBe(0);
  });
});

describe("words that a person should read (rule: content-filter)", () => {
  it.each([
    ["Ce massage guérit l'endométriose", ["guérit"]],
    ["Appelez le 06 12 34 56 78 ou écrivez à moi@exemple.fr", ["06 12 34 56 78", "moi@exemple.fr"]],
    ["Payez sur https://ailleurs.example/x", ["https://ailleurs.example/x"]],
    ["Séance avec une PSYCHOTHÉRAPEUTE", ["PSYCHOTHÉRAPEUTE"]],
    ["Il soigne le cancer", ["soigne le cancer"]],
    ...[
      ...["guérirez", "traite l'endométriose", "vainc le cancer", "soignons votre dépression"],
      ...["stoppez vos antidépresseurs", "arrêter son traitement", "cessez tous vos médicaments"],
      ...[
        "remède contre le diabète",
        "solution naturelle contre l'insomnie",
        "vaincre la migraine",
      ],
      ...["débarrasse des migraines", "@leo_massage", "Docteur", "sage femme", "sages-femmes"],
      ...["moi (at) leo.fr", "monsite.fr/rdv"],
    ].map((words): [string, string[]] => [`Ici : ${words}, bien sûr`, [words]]),
    [
      "Composez le 0033 6 12 34 56 78 ou le 06·12·34·56·78",
      ["0033 6 12 34 56 78", "06·12·34·56·78"],
    ],
    ["+33 (0)6.12.34.56.78", ["+33 (0)6.12.34.56.78"]],
    [
      "moi (at) posteo.fr, moi arobase posteo point fr",
      ["moi (at) posteo.fr", "moi arobase posteo point fr"],
    ],
    [
      "Réservez sur mon-cabinet.fr/seances, ou cabinet.lune.com.",
      ["mon-cabinet.fr/seances", "cabinet.lune.com"],
    ],
    ["Kiné pendant dix ans, formée par un ostéo", ["Kiné", "ostéo"]],
    ["Prévoir 20.50 €, une tenue souple, etc.Le reste est fourni, vers 9.30 ou 10.15", []],
    ["Votre kiné est là, pas un kinésiologue", ["kiné"]],
    ...[
      ...["06·12·34·56·78", "06-12-34-56-78", "0612345678", "06 / 12 / 34 / 56 / 78"],
      ...["0033 6 12 34 56 78", "0033612345678", "+33 (0)6 12 34 56 78", "+33.6.12.34.56.78"],
      ...["06 point 12 point 34 point 56 point 78", "06 tiret 12 tiret 34 tiret 56 tiret 78"],
      ...["moi (at) exemple.fr", "moi[at]exemple.fr", "moi arobase exemple point fr"],
      ...["moi (arobase) exemple (point) fr", "moi@mail.exemple.co.uk", "moi @ exemple.fr"],
      ...["site.fr", "monsite.com/x", "Mon-Site.FR", "www.site.fr/a", "claire.monsite.com"],
      ...["wa.me/33612345678", "linktr.ee/claire", "bit.ly/3xYz"],
    ].map((words): [string, string[]] => [`🌿 Écrivez à : ${words} avant`, [words]]),
    ...[
      ...["Tapis, coussins, etc.Le reste est fourni", "De 20.50 à 45.90 euros", "20.50€, 1.5 h"],
      ...["p.ex. une tisane, c.-à-d. au calme", "S.A.R.L. et R.D.V., M. Le Goff", "env. 1h30 min."],
      ...[
        "Le 01/02/2026 10:30 à 11:30, le 01-02-2026 10-30",
        "SIRET 123 456 789 00012",
        "75001 Paris, 3e étage",
      ],
      ...["Une séance.Yoga doux.Me voici.Pro et bio.Page", "Entre 10 et 20 personnes, 05 minutes"],
      ...["Un guéridon, une guérite, un traité de yoga", "Un temps pour traiter vos tensions"],
      ...[
        "Ne remplace pas un suivi",
        "Arrêtez votre course, cessez d'attendre",
        "à 18h @ l'atelier",
      ],
      ...["J'ai eu.Un net progrès à 18.30", "Le point fort : du calme", "et/ou, 7j/7, 24h/24"],
    ].map((text): [string, string[]] => [text, []]),
    ["Un moment doux, à 18 h 30, 45 € la séance, dans un lieu guerrier", []],
  ])("are found: %s", (text, words) => {
    expect(findSuspectWords(text).sort()).toEqual([...words].sort());
  });

  it("bring what has them before an operator once, visible meanwhile", async () => {
    const { sessionId: id, professional } = await world.makeOffer();
    const owner = await world.context(professional.userId);
    const operator = await makeOperatorContext(await world.context());
    await filterContent(owner, { contentId: id });
    expect(await findWork(operator, id)).toBeUndefined();
    await updateOffering(owner, "session", { id, changes: { description: "Il guérit tout." } });
    for (let turn = 0; turn < 2; turn += 1) await filterContent(owner, { contentId: id });
    expect(await showContentCase(operator, { contentId: id })).toMatchObject({
      ...{ isActive: true, reports: [{ reason: "filter", text: "guérit", email: null }] },
    });
    expect((await findWork(operator, id))?.title).toContain("mots à relire");
    await decideContent(operator, {
      contentId: id,
      decision: "none",
      reason: "Le ton est ironique.",
    });
    await filterContent(owner, { contentId: id });
    expect(await findWork(operator, id)).toBeUndefined();
  });
});

describe("a picture by itself (rule: reported-content)", () => {
  /** An offering with a picture that its owner has uploaded, and a copy of it. */
  async function pictured() {
    const offer = await world.makeOffer();
    const id = randomUUID();
    const image = { id, bucket: "session-images" as const, folder: offer.professional.id };
    await world.db.insert(images).values({
      ...{ ...image, ownerId: offer.professional.userId, width: 800, height: 600, used: true },
    });
    const url = imageUrl(image);
    await (await world.context()).files.write(url.slice(1), new Uint8Array([1]));
    const { professional } = offer;
    const { sessionId: copyId } = await world.makeOffer({ professional });
    for (const shown of [offer.sessionId, copyId]) {
      await world.db.update(offerings).set({ imageUrl: url }).where(eq(offerings.id, shown));
    }
    const owner = await world.context(professional.userId);
    return { id: offer.sessionId, copyId, imageId: id, url, owner };
  }
  const urlOf = async (id: string) =>
    (await world.db.select().from(offerings).where(eq(offerings.id, id)))[0]?.imageUrl;
  const picture = (contentId: string) => ({
    ...{ contentId, decision: "picture" as const, basis: "rights" as const },
    reason: "La photo est celle d'une autre.",
  });

  it("goes from all that shows it, cannot be used again, and comes back when that was wrong", async () => {
    const { id, copyId, imageId, url, owner } = await pictured();
    const operator = await makeOperatorContext(await world.context());
    const reader = newReader();
    await reportContent(await world.context(), { ...report(id, reader), about: "picture" });
    expect(await showContentCase(operator, { contentId: id })).toMatchObject({
      reports: [{ isPicture: true }],
    });
    const file = { bucket: "session-images", folder: String(owner.actor?.professionalId) };
    const atItsAddress = async () =>
      readImage(await world.context(), { ...file, name: `${imageId}.jpg` });
    expect((await atItsAddress()).bytes).toHaveLength(1);
    await decideContent(operator, picture(id));
    await expect(atItsAddress()).rejects.toMatchObject({ code: "not_found" });
    expect([await urlOf(id), await urlOf(copyId)]).toEqual([null, null]);
    expect(await stateOf(id)).toMatchObject({ isActive: true, withheldAt: null });
    expect((await showOffering(owner, "session", id)).imageUrl).toBeNull();
    const again = updateOffering(owner, "session", { id, changes: { imageUrl: url } });
    await expect(again).rejects.toMatchObject({ code: "invalid_input" });
    await freeImage(owner, { imageId });
    expect(await showRestriction(owner, id)).toMatchObject({ measure: "picture" });
    const mailsTo = await deliver();
    expect(mailsTo(reader).at(-1)?.text).toContain("retiré la photo");
    const author = mailsTo(String(owner.actor?.email)).find(({ subject }) =>
      String(subject).includes("Votre photo est retirée"),
    );
    expect(author?.text).toContain("celle d'une autre");
    const [act] = await listActsOn(operator, { kind: "content", id });
    expect(act?.act).toBe("picture_taken_down");

    const token = linkIn(author?.text);
    await contestDecision(await world.context(), { token, text: "C'est la mienne." });
    const another = await makeOperatorContext(await world.context());
    await decideContent(another, { contentId: id, decision: "none", reason: "C'est exact." });
    expect(await urlOf(id)).toBe(url);
    expect((await atItsAddress()).bytes).toHaveLength(1);
    const mended = await deliver();
    expect(mended(String(owner.actor?.email)).at(-1)?.subject).toContain("Rien à reprendre");
  });

  it("is kept until nobody can contest that it went, and deleted then", async () => {
    const { id, imageId } = await pictured();
    const operator = await makeOperatorContext(await world.context());
    await reportContent(await world.context(), { ...report(id, newReader()), about: "picture" });
    await decideContent(operator, picture(id));
    const imageRows = async () => world.db.select().from(images).where(eq(images.id, imageId));
    for (const [wait, left] of [
      [APPEAL_TIME + DAY, 1],
      [WITHHELD_LIFE + DAY, 0],
    ] as const) {
      await sweepImages(await later(wait));
      expect(await imageRows()).toHaveLength(left);
    }
  });

  it("that is not there is neither reported nor taken down", async () => {
    const { sessionId: id } = await world.makeOffer();
    const operator = await makeOperatorContext(await world.context());
    const sent = { ...report(id, newReader()), about: "picture" as const };
    await expect(reportContent(await world.context(), sent)).rejects.toMatchObject({
      fields: { about: ["Cette photo n'est plus là."] },
    });
    await reportContent(await world.context(), report(id, newReader()));
    await expect(decideContent(operator, picture(id))).rejects.toMatchObject({
      fields: { decision: ["Cette offre n'a plus de photo."] },
    });
  });
});

describe("an offering that its owner deletes after a report (rule: reported-content)", () => {
  it("is decided about as it was, and its reporter is answered", async () => {
    const offer = await world.makeOffer();
    const { sessionId: id } = offer;
    const owner = await world.context(offer.professional.userId);
    const operator = await makeOperatorContext(await world.context());
    const reader = newReader();
    const { title } = await showReportableContent(owner, { content: id });
    await reportContent(await world.context(), report(id, reader));
    await deleteOffering(owner, "session", id);
    expect(await stateOf(id)).toBeUndefined();
    const work = await findWork(operator, id);
    expect(work?.title).toContain(title);
    expect(await showContentCase(operator, { contentId: id })).toMatchObject({
      ...{ isGone: true, title, email: owner.actor?.email },
      reports: [{ isOpen: true }],
    });
    const correction = { ...hidden(id), decision: "correction" as const };
    await expect(decideContent(operator, correction)).rejects.toMatchObject({
      fields: { decision: [expect.stringContaining("plus publié")] },
    });
    await decideContent(operator, hidden(id));
    expect(await findWork(operator, id)).toBeUndefined();
    const told = (await deliver())(reader).at(-1);
    expect(told?.text).toContain(FACTS);
    const token = linkIn(told?.text);
    await contestDecision(await world.context(), { token, text: "Ce n'est pas assez." });
    expect((await findWork(operator, id))?.title).toContain("décision contestée");
    const another = await makeOperatorContext(await world.context());
    await decideContent(another, { contentId: id, decision: "none", reason: "Nous l'avons relu." });
    await purgeReports(await later(0), new Date(Date.now() + DAY));
    const left = await world.db.$count(contentReports, eq(contentReports.offeringId, id));
    expect(left).toBe(0);
  });

  it("waits for nobody when only the filter has found words in it", async () => {
    const offer = await world.makeOffer();
    const { sessionId: id } = offer;
    const owner = await world.context(offer.professional.userId);
    await updateOffering(owner, "session", { id, changes: { description: "Il guérit tout." } });
    await filterContent(await world.context(), { contentId: id });
    const operator = await makeOperatorContext(await world.context());
    expect(await findWork(operator, id)).toBeDefined();
    await deleteOffering(owner, "session", id);
    expect(await findWork(operator, id)).toBeUndefined();
  });
});
