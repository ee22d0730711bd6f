import { expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import { makeConfig, makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { demoMails } from "../tables.server.ts";
import { listDemoMails } from "./list-demo-mails.server.ts";

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
    const live = makeContext(db, { config: makeConfig({ demo: false }) });
    await expect(listDemoMails(live)).rejects.toMatchObject({ code: "not_found" });
  },
);
