import { expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import { makeConfig, makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { demoMails } from "../tables.server.ts";
import { listDemoMails, readDemoAttachment } from "./list-demo-mails.server.ts";

dataTest(
  "the demo's mails come newest first; outside the demo the list does not exist",
  async ({ db }) => {
    const mail = { to: "a@example.fr", text: "Bonjour", html: "<p>Bonjour</p>" };
    await db.insert(demoMails).values(
      ["08:00", "10:00", "09:00"].map((time) => ({
        ...mail,
        id: newId(),
        subject: time,
        sentAt: new Date(`2026-11-20T${time}:00Z`),
      })),
    );
    const demo = makeContext(db, { config: makeConfig({ demo: true }) });
    const subjects = (await listDemoMails(demo)).map(({ subject }) => subject);
    expect(subjects).toEqual(["10:00", "09:00", "08:00"]);
    const own = { ...mail, to: "b@example.fr", subject: "hers" };
    await db.insert(demoMails).values({ ...own, id: newId(), sentAt: new Date(0) });
    expect(await listDemoMails(demo, "b@example.fr")).toMatchObject([{ subject: "hers" }]);
    const live = makeContext(db, { config: makeConfig({ demo: false }) });
    await expect(listDemoMails(live)).rejects.toMatchObject({ code: "not_found" });
  },
);

dataTest("a mail's files are named with it, and read one by one", async ({ db }) => {
  const id = newId();
  const content = Buffer.from("BEGIN:VCALENDAR").toString("base64");
  await db.insert(demoMails).values({
    ...{ id, to: "a@example.fr", subject: "Séance", text: "", html: "" },
    attachments: [{ filename: "seance.ics", contentType: "text/calendar", content }],
  });
  const demo = makeContext(db, { config: makeConfig({ demo: true }) });
  expect(await listDemoMails(demo)).toMatchObject([{ id, attachments: ["seance.ics"] }]);
  const file = await readDemoAttachment(demo, { mailId: id, place: "0" });
  expect(file).toMatchObject({ filename: "seance.ics", contentType: "text/calendar" });
  expect(Buffer.from(file.content).toString()).toBe("BEGIN:VCALENDAR");
  const missing = { code: "not_found" };
  const live = makeContext(db, { config: makeConfig({ demo: false }) });
  await expect(readDemoAttachment(live, { mailId: id, place: "0" })).rejects.toMatchObject(missing);
  for (const asked of [
    { mailId: id, place: "1" },
    { mailId: newId(), place: "0" },
  ]) {
    await expect(readDemoAttachment(demo, asked)).rejects.toMatchObject(missing);
  }
});
