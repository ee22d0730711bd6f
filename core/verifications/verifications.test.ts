import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { ServiceAway } from "#platform/ask-service.server.ts";
import { createFiles } from "#platform/files.server.ts";
import { CannotOpen, markOf } from "#platform/seal.server.ts";
import { contradict } from "#test/make/database.ts";
import { receiveMails } from "#test/make/mailbox.ts";
import { makeOperatorContext } from "#test/make/operators.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { makeFilesConfig, makePicture } from "#test/make/pictures.ts";
import { updateProfile } from "../accounts/profile/update-profile.server.ts";
import type { Context } from "../context.server.ts";
import { addDays, dayKey } from "../dates.ts";
import { DAY, HOUR } from "../durations.ts";
import { filterContent } from "../moderation/report-content.server.ts";
import { listActsOn } from "../operators/acts/list-acts.server.ts";
import { erasePersonsActs } from "../operators/acts/record-act.server.ts";
import { COMMAND_LINE } from "../operators/rules.ts";
import { processDeletion } from "../privacy/deletion/erase-account.server.ts";
import { updateProfessional } from "../professionals/update-professional.server.ts";
import { contentReports, professionalProfiles, proofFiles, proofs } from "../tables.server.ts";
import { showQueue } from "../work-queue/show-queue.server.ts";
import { checkProofs, watchProofs } from "./check-proofs.server.ts";
import { askProof, decideProof, unverifyProfessional } from "./decide-proof.server.ts";
import { openOwnPaper, openPaper, resealPapers } from "./keep-papers.server.ts";
import { dayWords } from "./labels.ts";
import {
  compareWords,
  deletionOf,
  documentOf,
  isInForce,
  isPaper,
  PAPER_LIFE,
  paperKey,
  REFUSED_PAPER_LIFE,
  reminderFor,
  UNREADABLE,
} from "./rules.ts";
import { showOwnVerification, showTick, showVerification } from "./show-verification.server.ts";
import { submitProof } from "./submit-proof.server.ts";

let world: PaymentWorld;
let files: Awaited<ReturnType<typeof makeFilesConfig>>;
beforeAll(async () => {
  world = await openPaymentWorld();
  // The clock goes past the slots of offers that are on sale.
  contradict(world.db, "I13");
  files = await makeFilesConfig();
});
afterAll(async () => {
  await world.stop();
  await files.remove();
});

const PDF = "%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << >>\n%%EOF\n";
const pdf = (text = PDF) => new File([text], "diplome.pdf", { type: "application/pdf" });
/** Fits its check digit. */
const SIRET = "73282932000074";

/** Later than the present by that, on the clock of the mails too. */
async function context(userId?: string, later = 0): Promise<Context> {
  const { dataDir } = files.config;
  const ctx = await world.context(userId, { files: createFiles({ dataDir, s3: null }) });
  return { ...ctx, now: () => new Date(ctx.now().getTime() + later) };
}

/** The same all along, though midnight may pass meanwhile. */
const TODAY = dayKey(new Date());
const dayIn = (days: number) => addDays(TODAY, days);

const diploma = () => ({
  ...{ kind: "diploma", title: "Certificat de sophrologue", issuer: "École de l'Erdre" },
  ...{ issuedOn: "2021-06-18", expiresOn: "", file: pdf() },
});
const insurance = (expiresOn = dayIn(200)) => ({
  ...{ kind: "insurance", title: "RC 77 410", issuer: "Mutuelle des Deux Rives" },
  ...{ issuedOn: "2026-01-01", expiresOn, file: pdf() },
});

/** A professional with a payment account that wants nothing more, who has given everything. */
async function makeApplicant(
  given: object[] = [{ kind: "company", number: SIRET }, diploma(), insurance()],
) {
  const { professional } = await world.makeOffer();
  const ctx = await context(professional.userId);
  for (const one of given) await submitProof(ctx, one);
  await checkProofs(ctx, { professionalId: professional.id });
  return { ...professional, email: String(ctx.actor?.email), ctx };
}

const operatorOf = async (...roles: Parameters<typeof makeOperatorContext>[1][]) =>
  makeOperatorContext(await context(), roles[0]);

async function waitingOf(professionalId: string) {
  const rows = await world.db
    .select()
    .from(proofs)
    .where(eq(proofs.professionalId, professionalId));
  return rows.filter(({ status }) => status === "waiting");
}

/** Opens what is a document, and accepts it with these words, or those that were declared. */
async function acceptOne(operator: Context, proof: typeof proofs.$inferSelect, read = {}) {
  const { id: proofId, kind, title, issuer, issuedOn, expiresOn } = proof;
  if (isPaper(kind)) await openPaper(operator, { proofId });
  const words = { title, issuer, issuedOn, expiresOn, ...read };
  await decideProof(operator, { proofId, decision: "accepted", ...words });
}

async function acceptAll(operator: Context, professionalId: string) {
  for (const proof of await waitingOf(professionalId)) await acceptOne(operator, proof);
}

async function isVerified(id: string) {
  const [row] = await world.db
    .select()
    .from(professionalProfiles)
    .where(eq(professionalProfiles.id, id));
  return row?.isVerified;
}

/** The subjects of the mails that arrive now. */
async function subjectsTo(email: string, ctx?: Context) {
  return (await receiveMails(ctx ?? (await context())))
    .filter(({ recipients }) => recipients.includes(email))
    .map(({ subject }) => String(subject));
}

describe("the tick (rule: tick)", () => {
  it("stands once company, identity, diploma and insurance are accepted, and says what was seen", async () => {
    const applicant = await makeApplicant();
    const { id, email } = applicant;
    expect(await isVerified(id)).toBe(false);
    expect(await showTick(await context(), { professionalId: id })).toMatchObject({
      lines: [expect.stringContaining("Identité confirmée")],
    });
    const operator = await operatorOf();
    const { works } = await showQueue(operator, { genre: "verifications" });
    expect(works.find((work) => work.id === id)).toMatchObject({
      ...{ kind: "verification", basis: "promise", within: "2 jours" },
      context: "À lire : entreprise, diplôme, assurance",
    });
    expect((await subjectsTo(email)).sort()).toEqual([
      "Nous avons bien reçu votre assurance",
      "Nous avons bien reçu votre diplôme",
      "Nous avons bien reçu votre entreprise",
    ]);

    await acceptAll(operator, id);
    expect(await isVerified(id)).toBe(true);
    const { works: left } = await showQueue(operator, {});
    expect(left.find((work) => work.id === id)).toBeUndefined();
    expect((await showTick(await context(), { professionalId: id }))?.lines).toEqual([
      expect.stringMatching(/^Entreprise en activité, registre public, le /),
      expect.stringMatching(/^Identité confirmée par notre prestataire de paiement, le /),
      "Diplôme vu : Certificat de sophrologue, 2021",
      expect.stringMatching(/^Assurance professionnelle jusqu'au /),
    ]);
    expect(await subjectsTo(email)).toContain("Votre profil est vérifié");
    const acts = await listActsOn(operator, { kind: "verification", id });
    expect(acts.map(({ act }) => act)).toEqual(Array(3).fill("proof_accepted"));
    const company = acts.find(({ fields }) => fields.includes("company"));
    expect(company?.details).toMatchObject({ before: { company: "waiting", number: SIRET } });
  });

  it("is no operator's to grant: a piece that is missing is asked for, once a day", async () => {
    const { id, email } = await makeApplicant([{ kind: "company", number: SIRET }, diploma()]);
    const operator = await operatorOf(["assistance"]);
    const ask = { professionalId: id, kind: "insurance", reason: "Votre RC 2027." };
    await expect(askProof(operator, { ...ask, kind: "" })).rejects.toMatchObject({
      fields: { kind: ["Choisissez la pièce que vous demandez."] },
    });
    await askProof(operator, ask);
    await expect(askProof(operator, ask)).rejects.toMatchObject({ code: "conflict" });
    expect(await subjectsTo(email)).toContain("Il nous faut encore votre assurance");
    expect(await waitingOf(id)).toHaveLength(2);
    const acts = await listActsOn(operator, { kind: "verification", id });
    expect(acts).toMatchObject([{ act: "proof_asked", details: { reason: "Votre RC 2027." } }]);
  });

  it("goes with what is refused afterwards, whose professional is told why", async () => {
    const { id, email } = await makeApplicant();
    const operator = await operatorOf();
    await acceptAll(operator, id);
    const found = await showVerification(operator, { professionalId: id });
    const proofId = found.proofs.find(({ kind }) => kind === "diploma")?.id;
    await expect(
      decideProof(operator, { proofId, decision: "refused", reason: " " }),
    ).rejects.toMatchObject({ fields: { reason: [expect.any(String)] } });
    await subjectsTo(email);
    await decideProof(operator, { proofId, decision: "refused", reason: "L'école n'existe pas." });
    expect(await isVerified(id)).toBe(false);
    expect(await subjectsTo(email)).toEqual(["Pièce refusée : diplôme"]);
    const [act] = await listActsOn(operator, { kind: "verification", id });
    expect(act).toMatchObject({
      act: "proof_refused",
      details: {
        reason: "L'école n'existe pas.",
        before: { diploma: "accepted", paperTitle: "Certificat de sophrologue" },
        after: { coche: false },
      },
    });
    await expect(decideProof(operator, { proofId, decision: "accepted" })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("stays while a new paper is read, and follows what an operator has read on it", async () => {
    const { id, ctx } = await makeApplicant();
    const operator = await operatorOf();
    await acceptAll(operator, id);
    await submitProof(ctx, insurance(dayIn(20)));
    await submitProof(ctx, insurance(dayIn(300)));
    expect(await isVerified(id)).toBe(true);
    const [waiting, ...more] = await waitingOf(id);
    expect(more).toEqual([]);
    await openPaper(operator, { proofId: waiting?.id });
    const read = { title: "RC 1", issuer: "Assureur", issuedOn: "2026-02-01" };
    const decision = { proofId: waiting?.id, decision: "accepted", ...read };
    await expect(
      decideProof(operator, { ...decision, expiresOn: dayIn(-2) }),
    ).rejects.toMatchObject({ fields: { expiresOn: ["Cette date est passée."] } });
    await decideProof(operator, { ...decision, expiresOn: dayIn(310) });
    const { proofs: own } = await showOwnVerification(ctx);
    expect(own.insurance?.newest).toMatchObject({ ...read, expiresOn: dayIn(310) });
    expect(await isVerified(id)).toBe(true);
  });

  it("goes with another SIRET, or a name that the register does not know, whose owner is asked anew", async () => {
    const applicant = await makeApplicant();
    const { id, email, ctx } = applicant;
    await acceptAll(await operatorOf(), id);
    /** Does the edit, and the jobs that it sent. */
    const edit = async (act: (ctx: Context) => Promise<unknown>) => {
      const edits: { professionalId: string; edited?: "siret" | "name" }[] = [];
      const send: Context["jobs"]["send"] = async (tx, name, data, options) => {
        if (name === "check-proofs") edits.push(data as { professionalId: string });
        else await ctx.jobs.send(tx, name, data, options);
      };
      await act({ ...ctx, jobs: { ...ctx.jobs, send } });
      for (const one of edits) await checkProofs(await context(), one);
    };
    await subjectsTo(email);
    await edit((own) => updateProfessional(own, { siret: SIRET, businessName: "Autre enseigne" }));
    expect([await isVerified(id), await subjectsTo(email)]).toEqual([true, []]);
    await edit((own) => updateProfessional(own, { siret: "552 100 554 00013" }));
    expect([await isVerified(id), await subjectsTo(email)]).toEqual([
      ...[false, ["Votre profil n'est plus vérifié"]],
    ]);
    expect(await showOwnVerification(ctx)).toMatchObject({
      ...{ missing: ["company"], siret: "55210055400013" },
      proofs: {
        company: { newest: { status: "ended", reason: expect.stringContaining("SIRET") } },
      },
    });

    await submitProof(ctx, { kind: "company", number: SIRET });
    await checkProofs(ctx, { professionalId: id });
    await acceptAll(await operatorOf(), id);
    expect(await isVerified(id)).toBe(true);
    await edit((own) => updateProfile(own, { firstName: "Ève", lastName: "Quinault" }));
    expect(await isVerified(id)).toBe(false);
  });

  it("reminds 30 and 7 days before an end, once each, and goes out the day after", async () => {
    const { id, email } = await makeApplicant([
      ...[{ kind: "company", number: SIRET }, diploma(), insurance(dayIn(60))],
    ]);
    await acceptAll(await operatorOf(), id);
    await subjectsTo(email);
    const on = async (days: number) => {
      // At noon, which is that day whatever the clocks have done meanwhile; twice: nothing is said twice.
      const ctx = await context(undefined, Date.parse(`${dayIn(days)}T11:00:00Z`) - Date.now());
      await watchProofs(ctx);
      await watchProofs(ctx);
      return subjectsTo(email, ctx);
    };
    expect(await on(29)).toEqual([]);
    expect(await on(30)).toEqual(["Assurance : encore 30 jours"]);
    expect(await on(52)).toEqual([]);
    expect(await on(54)).toEqual(["Assurance : encore 6 jours"]);
    expect(await on(60)).toEqual([]);
    expect(await isVerified(id)).toBe(true);
    expect(await on(62)).toEqual(["Votre profil n'est plus vérifié"]);
    expect(await isVerified(id)).toBe(false);
  });

  it("is asked for anew each month: a company that has closed, or an identity in doubt, ends it", async () => {
    const { id, accountId, email } = await makeApplicant();
    await acceptAll(await operatorOf(), id);
    await subjectsTo(email);
    const later = await context(undefined, 31 * DAY);
    const asked: string[] = [];
    const send: Context["jobs"]["send"] = async (_tx, name, data) => {
      if (name === "check-proofs") asked.push((data as { professionalId: string }).professionalId);
    };
    await watchProofs({ ...(await context(undefined, 29 * DAY)), jobs: { send } });
    expect(asked).not.toContain(id);
    await watchProofs({ ...later, jobs: { send } });
    expect(asked).toContain(id);

    const away = {
      find: async () => Promise.reject(new ServiceAway("the register", new Error("busy"))),
    };
    await checkProofs({ ...later, companies: away }, { professionalId: id });
    expect(await isVerified(id)).toBe(true);
    const closed = {
      find: async (siret: string) => {
        const found = await later.companies.find(siret);
        return found && { ...found, isActive: false };
      },
    };
    await checkProofs({ ...later, companies: closed }, { professionalId: id });
    expect(await isVerified(id)).toBe(false);
    expect(await subjectsTo(email)).toEqual(["Votre profil n'est plus vérifié"]);

    await world.simulator.fault({ type: "restrict_account", account: accountId });
    await checkProofs(later, { professionalId: id });
    const { missing } = await showVerification(await operatorOf(), { professionalId: id });
    expect(missing).toEqual(["company", "identity"]);
  });

  it("is taken back with all that it stands on", async () => {
    const { id, email } = await makeApplicant();
    await acceptAll(await operatorOf(), id);
    expect(await isVerified(id)).toBe(true);
    const operator = { ...(await context()), operator: COMMAND_LINE };
    await unverifyProfessional(operator, { email, reason: "Fraude avérée." });
    expect(await isVerified(id)).toBe(false);
    expect(await showTick(operator, { professionalId: id })).toBeNull();
    expect(await subjectsTo(email)).toContain("Votre profil n'est plus vérifié");
  });
});

describe("a paper that is accepted (rule: tick)", () => {
  const NOT_OPENED = {
    code: "invalid_input",
    fields: { decision: ["Ouvrez d'abord ce document : vous acceptez ce que vous y avez lu."] },
  };
  const words = { title: "RC 1", issuer: "Assureur", issuedOn: "2026-02-01" };
  const accept = (proofId: string | undefined, read = {}) => ({
    ...{ proofId, decision: "accepted", ...words, expiresOn: dayIn(90), ...read },
  });

  it("was opened by whoever accepts it, that very one, and no earlier one of its kind", async () => {
    const { id, ctx } = await makeApplicant([insurance()]);
    const [reader, other] = [await operatorOf(), await operatorOf()];
    const [first] = await waitingOf(id);
    await openPaper(reader, { proofId: first?.id });
    await expect(decideProof(other, accept(first?.id))).rejects.toMatchObject(NOT_OPENED);
    const openedBy = async (one: Context) =>
      (await showVerification(one, { professionalId: id })).opened;
    expect([await openedBy(reader), await openedBy(other)]).toEqual([[first?.id], []]);

    await submitProof(ctx, insurance());
    const [second] = await waitingOf(id);
    await expect(decideProof(reader, accept(first?.id))).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(decideProof(reader, accept(second?.id))).rejects.toMatchObject(NOT_OPENED);
    await openPaper(reader, { proofId: second?.id });
    const [decided] = await Promise.allSettled([
      decideProof(reader, accept(second?.id)),
      submitProof(ctx, insurance()),
    ]);
    const { insurance: own } = (await showOwnVerification(ctx)).proofs;
    expect(own?.newest.status).toBe("waiting");
    expect(own?.inForce?.id).toBe(decided.status === "fulfilled" ? second?.id : undefined);
  });

  it("was seen: an opening that failed is none", async () => {
    const { id } = await makeApplicant([insurance()]);
    const operator = await operatorOf();
    const [{ id: proofId } = { id: "" }] = await waitingOf(id);
    const [file] = await world.db.select().from(proofFiles).where(eq(proofFiles.proofId, proofId));
    await operator.files.remove(paperKey(String(file?.id)));
    await expect(openPaper(operator, { proofId })).rejects.toMatchObject({ code: "not_found" });
    await expect(decideProof(operator, accept(proofId))).rejects.toMatchObject(NOT_OPENED);
    expect((await showVerification(operator, { professionalId: id })).readers).toEqual([]);
  });

  it("needs every word of it to be typed, and days that can be true", async () => {
    const { id } = await makeApplicant([insurance()]);
    const operator = await operatorOf();
    const [{ id: proofId } = { id: "" }] = await waitingOf(id);
    await openPaper(operator, { proofId });
    await expect(decideProof(operator, { proofId, decision: "accepted" })).rejects.toMatchObject({
      fields: {
        ...{ title: ["Ce champ est obligatoire."], issuer: ["Ce champ est obligatoire."] },
        ...{ issuedOn: ["Choisissez une date."], expiresOn: ["Choisissez une date."] },
      },
    });
    const days = { issuedOn: dayIn(2), expiresOn: dayIn(-2) };
    await expect(decideProof(operator, accept(proofId, days))).rejects.toMatchObject({
      fields: { issuedOn: ["Cette date est à venir."], expiresOn: ["Cette date est passée."] },
    });
    expect(await waitingOf(id)).toHaveLength(1);
  });

  it("is told as it was read, not as it was declared, and the journal has both", async () => {
    const { id, email, ctx, userId } = await makeApplicant([
      { ...diploma(), title: "Docteur en tout" },
      insurance(dayIn(300)),
    ]);
    const operator = await operatorOf();
    const read = { title: "Certificat lu", issuer: "École lue", issuedOn: "2019-06-01" };
    for (const proof of await waitingOf(id)) {
      const expiresOn = proof.kind === "insurance" ? dayIn(90) : "";
      await acceptOne(operator, proof, { ...read, expiresOn });
    }
    const until = `Assurance professionnelle jusqu'au ${dayWords(dayIn(90))}`;
    const { lines } = (await showTick(ctx, { professionalId: id })) ?? { lines: [] };
    expect(lines.slice(1)).toEqual(["Diplôme vu : Certificat lu, 2019", until]);
    const mails = (await receiveMails(await context())).filter(
      ({ recipients, subject }) =>
        recipients.includes(email) && String(subject).startsWith("Pièce acceptée"),
    );
    expect(mails).toHaveLength(2);
    for (const { text } of mails) {
      expect(text).toContain("École lue");
      expect(text).not.toMatch(/tout est conforme|Docteur|Erdre/);
    }
    expect(mails.some(({ text }) => text?.includes(until))).toBe(true);

    const acts = await listActsOn(operator, { kind: "verification", id });
    const act = acts.find(({ fields }) => fields.includes("diploma"));
    expect(act?.details).toMatchObject({
      before: {
        ...{ diploma: "waiting", paperTitle: "Docteur en tout", issuer: "École de l'Erdre" },
        ...{ issuedOn: "2021-06-18", expiresOn: null },
      },
      after: { diploma: "accepted", paperTitle: read.title, issuer: read.issuer },
    });
    await erasePersonsActs(world.db, userId);
    const erased = await listActsOn(operator, { kind: "verification", id });
    expect(erased.map(({ details }) => details)).toEqual([null, null]);
  });
});

describe("documents under a key that is changed (rule: sealed-secrets)", () => {
  it("open by the one before, are sealed anew, and are counted once no key opens them", async () => {
    const { ctx, id } = await makeApplicant([diploma()]);
    const [proof] = await waitingOf(id);
    const key = { proofId: String(proof?.id) };
    const file = async () => {
      const [row] = await world.db
        .select()
        .from(proofFiles)
        .where(eq(proofFiles.proofId, key.proofId));
      return row;
    };
    const { encryptionKey } = ctx.config;
    const renewed = { ...ctx.config, encryptionKey: "B".repeat(43) };
    const changing = { ...ctx, config: { ...renewed, previousEncryptionKey: encryptionKey } };
    /** Every turn: other tests' papers come first, and may be more than one takes. */
    const reseal = async (own: Context) => {
      const turns: { after?: string }[] = [{}];
      const jobs: Context["jobs"] = {
        async send(_tx, _name, data) {
          turns.push(data as { after: string });
        },
      };
      for (const turn of turns) await resealPapers({ ...own, jobs }, turn);
    };
    const readBy = async (own: Context) => Buffer.from((await openOwnPaper(own, key)).bytes);
    expect((await readBy(changing)).toString()).toBe(PDF);
    expect((await file())?.sealedBy).toBe(markOf(encryptionKey));

    await reseal(changing);
    const alone = { ...ctx, config: renewed };
    expect((await readBy(alone)).toString()).toBe(PDF);
    expect((await file())?.sealedBy).toBe(markOf(renewed.encryptionKey));
    await expect(readBy(ctx)).rejects.toBeInstanceOf(CannotOpen);
    // A process with a wrong key changes nothing of it.
    const wrong = { ...ctx, config: { ...renewed, encryptionKey: "C".repeat(43) } };
    await reseal(wrong);
    expect((await file())?.sealedBy).toBe(UNREADABLE);
    await reseal(alone);
    expect((await file())?.sealedBy).toBe(markOf(renewed.encryptionKey));
  });
});

describe("a SIRET", () => {
  it("that the register does not know, or calls closed, is refused by itself", async () => {
    const unknown = await makeApplicant([]);
    const ask = (siret: string, companies: Context["companies"]) =>
      submitProof(unknown.ctx, { kind: "company", number: siret }).then(() =>
        checkProofs({ ...unknown.ctx, companies }, { professionalId: unknown.id }),
      );
    await ask(SIRET, { find: async () => null });
    const newest = async () => (await showOwnVerification(unknown.ctx)).proofs.company?.newest;
    expect(await newest()).toMatchObject({
      status: "refused",
      reason: expect.stringMatching(/ne connaît pas/),
    });
    await ask("99900000100019", unknown.ctx.companies);
    expect(await newest()).toMatchObject({
      status: "refused",
      reason: expect.stringMatching(/fermé/),
    });
    expect(await subjectsTo(unknown.email)).toContain("Pièce refusée : entreprise");
  });

  it("waits for the register before it waits for an operator", async () => {
    const { id, ctx } = await makeApplicant([]);
    await submitProof(ctx, { kind: "company", number: SIRET });
    const operator = await operatorOf();
    expect((await showQueue(operator, {})).works.some((work) => work.id === id)).toBe(false);
    const [waiting] = await waitingOf(id);
    await expect(
      decideProof(operator, { proofId: waiting?.id, decision: "accepted" }),
    ).rejects.toMatchObject({ code: "conflict" });
  });

  it("needs its check digit", async () => {
    const { ctx } = await makeApplicant([]);
    for (const number of ["73282932000075", "7328293200007", "", "a"]) {
      await expect(submitProof(ctx, { kind: "company", number })).rejects.toMatchObject({
        fields: { number: ["Ce numéro SIRET n'est pas valide : 14 chiffres."] },
      });
    }
  });
});

describe("a protected title", () => {
  it("needs a number to be given, and is told no more once that was accepted", async () => {
    const { id, ctx } = await makeApplicant([]);
    await world.db
      .update(professionalProfiles)
      .set({ businessDescription: "Psychothérapeute à Nantes." })
      .where(eq(professionalProfiles.id, id));
    expect((await showOwnVerification(ctx)).claimed).toEqual(["Psychothérapeute"]);
    const title = { kind: "title", title: "Psychothérapeute" };
    for (const number of ["", "123", "1234567890"]) {
      await expect(submitProof(ctx, { ...title, number })).rejects.toMatchObject({
        fields: { number: ["11 chiffres pour un numéro RPPS, 9 pour un numéro ADELI."] },
      });
    }
    await submitProof(ctx, { ...title, number: "440 012 345" });
    const operator = await operatorOf();
    expect((await showVerification(operator, { professionalId: id })).claimed).toMatchObject([
      { title: "Psychothérapeute" },
    ]);
    await acceptAll(operator, id);
    expect((await showOwnVerification(ctx)).claimed).toEqual([]);
    await filterContent(ctx, { contentId: id });
    expect(await world.db.$count(contentReports, eq(contentReports.professionalId, id))).toBe(0);
    await world.db
      .update(professionalProfiles)
      .set({ businessDescription: "Psychothérapeute : psychotherapeute-nantes.fr" })
      .where(eq(professionalProfiles.id, id));
    await filterContent(ctx, { contentId: id });
    const found = { text: "psychotherapeute-nantes.fr" };
    expect(await world.db.select().from(contentReports)).toMatchObject([found]);
  });
});

describe("a document (rule: private-papers)", () => {
  it("lies sealed under a name of its own, and is opened by its owner and by two roles", async () => {
    const { id, ctx } = await makeApplicant([diploma()]);
    const [proof] = await waitingOf(id);
    const key = { proofId: String(proof?.id) };
    const folder = path.join(files.config.dataDir, "files", "papers");
    for (const name of await readdir(folder)) {
      const stored = await readFile(path.join(folder, name));
      expect(stored.includes("%PDF")).toBe(false);
      expect(name).not.toBe(key.proofId);
    }
    const own = await openOwnPaper(ctx, key);
    expect(Buffer.from(own.bytes).toString()).toBe(PDF);
    const stranger = await makeApplicant([]);
    await expect(openOwnPaper(stranger.ctx, key)).rejects.toMatchObject({ code: "not_found" });
    await expect(openPaper(ctx, key)).rejects.toMatchObject({ code: "not_found" });
    const finance = await operatorOf(["finance"]);
    await expect(openPaper(finance, key)).rejects.toMatchObject({ code: "forbidden" });
    const assistance = await operatorOf(["assistance"]);
    expect((await openPaper(assistance, key)).type).toBe("application/pdf");
    await expect(decideProof(assistance, { ...key, decision: "accepted" })).rejects.toMatchObject({
      code: "forbidden",
    });
    const administration = await operatorOf(["administration"]);
    const { readers } = await showVerification(administration, { professionalId: id });
    expect(readers).toMatchObject([{ name: "Léa", kind: "diploma" }]);
  });

  it("is judged by its content, and a picture is drawn anew", async () => {
    const { id, ctx } = await makeApplicant([]);
    const refused = { code: "unsupported_media_type", fields: { file: [expect.any(String)] } };
    for (const text of ["", "<html>", "%PDF-1.4 cut", PDF.replace("/Type", "/JavaScript /Type")]) {
      await expect(submitProof(ctx, { ...diploma(), file: pdf(text) })).rejects.toMatchObject(
        refused,
      );
    }
    const large = pdf(PDF + " ".repeat(5 * 1024 * 1024));
    await expect(submitProof(ctx, { ...diploma(), file: large })).rejects.toMatchObject({
      code: "payload_too_large",
    });
    const picture = await makePicture(300, 200).png().toBuffer();
    const hidden = Buffer.concat([picture, Buffer.from("<script>")]);
    await submitProof(ctx, { ...diploma(), file: new File([hidden], "photo.pdf") });
    const [proof] = await waitingOf(id);
    const { bytes, type } = await openOwnPaper(ctx, { proofId: proof?.id });
    expect(type).toBe("image/jpeg");
    expect(Buffer.from(bytes).includes("<script>")).toBe(false);
  });

  it("goes at its date, when it is replaced or refused, and with the account", async () => {
    const { id, ctx, email } = await makeApplicant([diploma(), insurance(dayIn(100))]);
    const operator = await operatorOf();
    const left = () => readdir(path.join(files.config.dataDir, "files", "papers"));
    const fileOf = async (kind: string) => {
      const found = await showVerification(operator, { professionalId: id });
      const proof = found.proofs.find((one) => one.kind === kind && one.status !== "ended");
      const [file] = await world.db
        .select()
        .from(proofFiles)
        .where(eq(proofFiles.proofId, String(proof?.id)));
      return { name: String(file?.id), deleteAfter: file?.deleteAfter, proofId: proof?.id };
    };
    const [diplomaFile, insuranceFile] = [await fileOf("diploma"), await fileOf("insurance")];
    await decideProof(operator, {
      ...{ proofId: diplomaFile.proofId, decision: "refused", reason: "La photo est illisible." },
    });
    await acceptAll(operator, id);
    expect((await fileOf("insurance")).deleteAfter).toEqual(
      new Date(Date.parse(dayIn(100)) + DAY + PAPER_LIFE),
    );
    await watchProofs(await context(undefined, REFUSED_PAPER_LIFE - HOUR));
    expect(await left()).toContain(diplomaFile.name);
    await watchProofs(await context(undefined, REFUSED_PAPER_LIFE + HOUR));
    expect(await left()).not.toContain(diplomaFile.name);
    expect(await left()).toContain(insuranceFile.name);

    await world.db.delete(proofs).where(eq(proofs.id, newestIdOf(await showOwnVerification(ctx))));
    await processDeletion(
      { ...(await context()), operator: COMMAND_LINE },
      { email, reason: "Elle s'en va." },
    );
    expect(await world.db.$count(proofs, eq(proofs.professionalId, id))).toBe(0);
    await watchProofs(await context(undefined, 2 * HOUR));
    expect(await left()).not.toContain(insuranceFile.name);
  });
});

/** Its diploma's, which an account's deletion does not need. */
const newestIdOf = ({ proofs: own }: Awaited<ReturnType<typeof showOwnVerification>>) =>
  String(own.diploma?.newest.id);

test("what is compared, in force, reminded of and deleted follows from dates and words alone", () => {
  const now = new Date("2026-11-20T09:00:00Z");
  const accepted = { status: "accepted" as const };
  expect(isInForce({ ...accepted, expiresOn: "2026-11-20" }, now)).toBe(true);
  expect(isInForce({ ...accepted, expiresOn: "2026-11-19" }, now)).toBe(false);
  expect(isInForce({ status: "waiting", expiresOn: null }, now)).toBe(false);
  const reminded = ["2026-12-21", "2026-12-20", "2026-11-28", "2026-11-27", "2026-11-19"];
  expect(reminded.map((day) => reminderFor(day, now))).toEqual([null, 30, 30, 7, null]);
  expect(deletionOf({ ...accepted, expiresOn: null }, now)).toBeNull();
  expect(compareWords("BROCARD Hélène", "Helene Brocard")).toBe("same");
  expect(compareWords("Brocard", "Hélène Brocard")).toBe("near");
  expect(compareWords("Dupont", "Hélène Brocard")).toBe("different");
  expect(compareWords(null, "Hélène Brocard")).toBe("unknown");
  expect(documentOf(Buffer.from(PDF))).toBe("pdf");
});
