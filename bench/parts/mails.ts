import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import type net from "node:net";
import path from "node:path";
import { SMTPServer } from "smtp-server";
import { sendContactMessage } from "#core/contact/send-contact-message.server.ts";
import { JOBS } from "#core/jobs.ts";
import { enqueueMails } from "#core/notifications/enqueue-mail.server.ts";
import { messages } from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import { median, perSecond, ratio } from "../numbers.ts";
import type { Measured, Part, World } from "../part.ts";
import { processorSeconds } from "../processor.ts";
import { openProduct } from "../runtime.ts";

/*
 * How many mails a second one process sends of many that wait, each found in its queue, read, rendered
 * and written down as sent. The bound sends the very same messages to the same mail server over as
 * many connections, from memory.
 */

const SESSIONS = 1_000;
const MAILS = 2_000;
const ROUNDS = 3;
/** A second of these mails is what the product promises at least. */
const PROMISED = 50;
/** Mails that nobody waits for; the last lane takes no others. */
const CONNECTIONS = JOBS["send-mail"].lanes
  .filter((lane) => !("minPriority" in lane))
  .reduce((sum, lane) => sum + lane.atOnce, 0);

type Message = [from: string, to: string, raw: string];

/** A mail server that takes everything and notes when. */
async function openServer() {
  const taken: Message[] = [];
  const times: number[] = [];
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    maxClients: 100,
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        times.push(performance.now());
        const from = mailFrom ? mailFrom.address : "";
        taken.push([from, rcptTo[0]?.address ?? "", Buffer.concat(chunks).toString()]);
        done();
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as net.AddressInfo;
  return {
    port,
    /** Resolves to the number of new arrivals, once there are at least this many. */
    async arrived(count: number): Promise<number> {
      while (times.length < count) await new Promise((resolve) => setTimeout(resolve, 20));
      return times.length;
    },
    /**
     * Resolves once all of the next mails are there: the messages, and how many came per second.
     */
    async take(count: number): Promise<{ messages: Message[]; rate: number }> {
      await this.arrived(count);
      const [all, came] = [taken.splice(0), times.splice(0)];
      const lasted = ((came.at(-1) ?? 0) - (came[0] ?? 0)) / 1000;
      return { messages: all, rate: (came.length - 1) / lasted };
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Queues the mails and has a process send them. @returns besides, the seconds of a core that each takes. */
async function sendByProduct(world: World, server: Awaited<ReturnType<typeof openServer>>) {
  const database = await world.copy(SESSIONS);
  const { ctx, close } = await openProduct(database);
  await sendContactMessage(ctx, {
    name: "Julie Martin",
    email: "julie@example.fr",
    subject: "autre",
    message: "Bonjour, une question sur mes séances de la semaine prochaine.",
  });
  const [message] = await ctx.db.select({ id: messages.id }).from(messages);
  const mails = Array.from({ length: MAILS - 1 }, (_, i) => ({
    kind: "message-received" as const,
    reference: newId(),
    to: `personne-${i}@bench.example.fr`,
    data: { messageId: message?.id ?? "" },
  }));
  await enqueueMails(ctx, ctx.db, mails);
  await close();
  const env = { DATABASE_URL: database, SMTP_URL: `smtp://127.0.0.1:${server.port}` };
  const served = await world.serve({ sessions: SESSIONS, env });
  // The processor time of its start does not belong to the mails.
  const first = await server.arrived(MAILS / 4);
  const before = processorSeconds(served.pids);
  const sent = await server.take(MAILS);
  const each = (processorSeconds(served.pids) - before) / (MAILS - first);
  await served.stop();
  return { ...sent, each };
}

async function sendByHand(
  world: World,
  server: Awaited<ReturnType<typeof openServer>>,
  all: readonly Message[],
): Promise<number> {
  const file = path.join(world.dataDir, "mails.json");
  fs.writeFileSync(file, JSON.stringify(all));
  const script = path.join(import.meta.dirname, "../mail-generator.ts");
  const args = [script, String(server.port), String(CONNECTIONS), file];
  const child = spawn(process.execPath, args, { stdio: "inherit" });
  const exited = once(child, "exit");
  const { rate } = await server.take(all.length);
  const [status] = await exited;
  if (status !== 0) throw new Error("the bound could not be measured");
  fs.rmSync(file);
  return rate;
}

async function measure(world: World): Promise<Measured> {
  const server = await openServer();
  const product: number[] = [];
  const bound: number[] = [];
  const cores: number[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const { messages: all, rate, each } = await sendByProduct(world, server);
    product.push(rate);
    cores.push(each * 1000);
    bytes = all.reduce((sum, [, , raw]) => sum + raw.length, 0) / all.length;
    bound.push(await sendByHand(world, server, all));
    world.log(`  ${perSecond(rate)} of ${perSecond(bound.at(-1) ?? 0)}`);
  }
  await server.close();
  const [own, alone] = [median(product), median(bound)];
  return {
    rows: [
      {
        what: `mails sent of ${MAILS} that wait, by one process`,
        note: `the bound sends the same bytes from memory over ${CONNECTIONS} connections`,
        product: perSecond(own),
        bound: perSecond(alone),
        ratio: ratio(own / alone),
        budget: `≥ ${PROMISED} /s`,
        met: own >= PROMISED,
        unmet:
          "a process of Node has one core, on which each mail is read and rendered. Another worker sends as many again.",
      },
    ],
    curves: [],
    notes: [
      `A mail has ${(bytes / 1024).toFixed(0)} kB and takes ${median(cores).toFixed(1)} ms of the process's core from queue to « sent », what the process does besides included; the median of ${ROUNDS} rounds each.`,
    ],
  };
}

export const part: Part = { name: "mails", title: "Mails", measure };
