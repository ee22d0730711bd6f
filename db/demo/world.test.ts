import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { dayKey, formatTime, weekdayOf } from "#core/dates.ts";
import { DAY } from "#core/durations.ts";
import { listEarnings } from "#core/earnings/list-earnings.server.ts";
import { COMMAND_LINE } from "#core/operators/rules.ts";
import { checkInvariants } from "#core/reconciliation/check-invariants.server.ts";
import { showQuota } from "#core/subscriptions/show-subscription.server.ts";
import { operators, professionalProfiles } from "#core/tables.server.ts";
import { openPaper } from "#core/verifications/keep-papers.server.ts";
import { WORK_KINDS } from "#core/work-queue/rules.ts";
import { showQueue } from "#core/work-queue/show-queue.server.ts";
import { createFiles } from "#platform/files.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { actorOf, makeConfig, makeContext } from "#test/make/context.ts";
import { contradict, makeDatabase } from "#test/make/database.ts";
import { expectCurrent, rowsOf } from "#test/make/demo.ts";
import { makeFilesConfig } from "#test/make/pictures.ts";
import { startSimulator } from "#test/make/simulator.ts";
import { CAMILLE, INES } from "./accounts.ts";
import { loadDemo } from "./load.ts";
import { openOffice } from "./office/operators.ts";
import { renewProofs } from "./office/renew-proofs.ts";
import { professionalIdOf, userIdOf } from "./people.ts";
import { openSimulator } from "./simulator.ts";

/** Inès's fortnight and what Camille and the reviews show, counted. */
function countWorld(db: Database, now: Date) {
  const ines = professionalIdOf(INES);
  const camille = userIdOf(CAMILLE.email);
  const fortnight = sql`${now}::timestamptz + interval '14 days'`;
  const dayOf = (instant: unknown) =>
    sql`(${instant}::timestamptz at time zone 'Europe/Paris')::date`;
  return rowsOf<Record<string, number>>(
    db,
    sql`with own as (
        select b.*, s.start_datetime as start, s.end_datetime as over from bookings b join slots s on s.id = b.slot_id
        where b.professional_id = ${ines} and b.status = 'confirmed'),
      coming as (select * from own where start > ${now} and start < ${fortnight})
      select (select count(*)::int from coming) as coming,
        (select count(*)::int from own where ${dayOf(sql`start`)} = ${dayOf(now)}) as today,
        (select count(*)::int from coming where booking_notes <> '') as notes,
        (select count(*)::int from coming c where not exists (
          select from own o where o.client_id = c.client_id and o.start < ${now})) as newcomers,
        (select count(*)::int from own where over > ${now}
          and start < ${now}::timestamptz + interval '60 minutes' and presence is null) as soon,
        (select count(*)::int from slots where absence_id is not null and start_datetime < ${fortnight}) as closed,
        (select count(*)::int from busy_times t where t.professional_id = ${ines} and t.source = 'absence'
          and lower(t.during) < ${fortnight}) as absences,
        (select count(*)::int from waiting_entries w join slots s on s.id = w.slot_id
          join offerings o on o.id = s.offering_id where o.professional_id = ${ines}) as waiting,
        (select count(*)::int from own where resale_at is not null) as resold,
        (select count(distinct to_char(start at time zone 'Europe/Paris', 'YYYY-MM'))::int from own
          where start < ${now}) as months,
        (select count(*)::int from bookings b join slots s on s.id = b.slot_id
          where b.client_id = ${camille} and b.status = 'confirmed' and s.start_datetime > ${now}
            and s.start_datetime < ${now}::timestamptz + interval '29 hours') as evening,
        (select count(*)::int from alert_finds f join alerts a on a.id = f.alert_id
          where a.user_id = ${camille} and f.told_at is not null) as finds,
        (select count(*)::int from waiting_entries where user_id = ${camille}) as queued,
        (select count(*)::int from favorites f where f.client_id = ${camille} and exists (
          select from slots s where s.offering_id = f.session_id and s.bookable
            and s.start_datetime between ${now} and ${now}::timestamptz + interval '29 hours')) as hearts,
        (select count(*)::int from professional_profiles where total_reviews > 0) as reviewed,
        (select min(rating)::float from professional_profiles where total_reviews > 0) as lowest,
        (select max(rating)::float from professional_profiles) as highest,
        (select max(total_reviews)::int from professional_profiles) as most,
        (select count(*)::int from reviews where reply <> '') as replies,
        (select count(distinct b.client_id)::int from bookings b where b.presence = 'present') as clients,
        (select max(percent)::int from (
          select round(100 - 100.0 * s.price_cents / s.reference_cents) as percent from (
            select discounted_price_cents as price_cents, price_cents as reference_cents from offerings
            where kind = 'session' and price_cents > 0) s) p) as reduced`,
  );
}

test("with the provider, a marketplace is at work", async () => {
  const { db, close } = await makeDatabase();
  // It is loaded today, and asked at its end as of another day.
  contradict(db, "I13", "I10");
  const simulator = await startSimulator();
  const files = await makeFilesConfig();
  onTestFinished(async () => {
    await simulator.stop();
    await close();
    await files.remove();
  });
  const { secretKey, webhookSecret, connectWebhookSecret, apiBase } = simulator.stripe;
  const start = {
    db,
    now: new Date(),
    simulatorUrl: String(apiBase),
    env: {
      DATABASE_URL: "postgres://localhost/unused",
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_CONNECT_WEBHOOK_SECRET: connectWebhookSecret,
      STRIPE_API_BASE: String(apiBase),
      SMTP_URL: makeConfig().smtpUrl,
      ENCRYPTION_KEY: makeConfig().encryptionKey,
      LOG_LEVEL: "silent",
      DATA_DIR: files.config.dataDir,
    },
  };
  await loadDemo(start);
  const hour = formatTime(start.now);
  const isNight = hour < "07:00" || hour > "20:00";
  const bookings = () =>
    rowsOf<Record<string, unknown>>(
      db,
      sql`select b.status, p.status as payment, slot.start_datetime > ${start.now} as coming,
          s.is_online and s.online_link is not null as online, p.paid_at < ${start.now} as paid
        from bookings b join payments p on p.reference = b.id
        join slots slot on slot.id = b.slot_id
        join offerings s on s.id = slot.offering_id join users u on u.id = b.client_id
        where u.email = 'camille@example.fr' order by slot.start_datetime`,
    );
  const first = await bookings();
  const paid = { status: "confirmed", payment: "paid", paid: true };
  const over = first.filter(({ coming }) => !coming);
  expect(over.filter(({ status }) => status === "confirmed")).toEqual(
    Array(3).fill({ ...paid, coming: false, online: false }),
  );
  // Somebody has taken her seat over.
  expect(over.filter(({ status }) => status === "cancelled")).toEqual([
    { ...paid, status: "cancelled", payment: "refunded", coming: false, online: false },
  ]);
  expect(first).toContainEqual({ ...paid, coming: true, online: true });
  expect(first).toContainEqual(
    expect.objectContaining({ status: "cancelled", payment: "refunded", coming: true }),
  );
  expect(await checkInvariants(db)).toEqual([]);
  const [counted] = await countWorld(db, start.now);
  const isWorkingDay = weekdayOf(dayKey(start.now)) < 6;
  expect(counted).toMatchObject({ absences: 1, queued: 1, resold: 1 });
  const least = {
    ...{ coming: 25, today: isWorkingDay ? 6 : 0, notes: 3, newcomers: 3, soon: isNight ? 0 : 1 },
    // An hour before the load Léo's next place, closed by now, was to be had as well.
    ...{ finds: 1, waiting: 2, months: 3, evening: 1, hearts: 1, closed: 1 },
    ...{ reviewed: 120, lowest: 3.9, highest: 4.9, most: 30, replies: 100, clients: 20 },
  };
  for (const [name, count] of Object.entries(least))
    expect(counted?.[name], name).toBeGreaterThanOrEqual(count);
  const [nadia] = await db
    .select()
    .from(operators)
    .where(eq(operators.email, "nadia@operateur.example"));
  const { works } = await showQueue(
    {
      ...makeContext(db, { now: start.now }),
      operator: { operatorId: String(nadia?.id), name: "Nadia", roles: nadia?.roles ?? [] },
    },
    {},
  );
  expect(new Set(works.map(({ kind }) => kind))).toEqual(new Set(WORK_KINDS));
  // Inès has lived with her agenda.
  const lived = () =>
    rowsOf(
      db,
      sql`select (select count(*)::int from bookings where presence = 'present' and presence_by = 'code'
          and professional_id = ${professionalIdOf(INES)}) > 40 as proved,
        (select count(*)::int from bookings where presence = 'late') as late,
        (select count(*)::int from letters) as letters,
        (select string_agg(source, ' ' order by source) from busy_times) as own_time,
        (select count(*)::int from slots where absence_id is not null and start_datetime > ${start.now}) > 0 as closed,
        (select count(*)::int from bookings where presence = 'absent') as absent,
        (select count(*)::int from proposal_answers where answer is null) = greatest(1, (
          select count(*)::int from bookings b join proposals p on p.from_slot_id = b.slot_id
          where b.status = 'confirmed')) as asked,
        (select count(*)::int from offering_drafts) as drafts`,
    );
  const life = [
    {
      ...{ proved: true, late: 1, absent: 1, letters: 5, own_time: "absence busy" },
      ...{ closed: true, asked: true, drafts: 1 },
    },
  ];
  expect(await lived()).toEqual(life);
  // Inès's earnings so far equal her clients' payments, month by month in Paris.
  const months = await rowsOf<{ month: string; paid: number }>(
    db,
    sql`select to_char(p.paid_at at time zone 'Europe/Paris', 'YYYY-MM') as month,
        sum(p.amount_cents)::int as paid
      from payments p join bookings b on b.id = p.reference
        join professional_profiles pro on pro.id = b.professional_id
        join users u on u.id = pro.user_id
      where u.email = 'ines@example.fr' and p.paid_at is not null group by 1 order by 1`,
  );
  const ines = await actorOf(db, userIdOf(INES.email));
  const earnings = await listEarnings(makeContext(db, { now: start.now, actor: ines }));
  const earned = earnings.months.filter(({ grossCents }) => grossCents > 0);
  expect(earned.map(({ month, grossCents }) => ({ month, paid: grossCents }))).toEqual(months);
  expect(earned.length).toBeGreaterThan(0);
  expect(earnings.total.refundedCents).toBeGreaterThan(0);
  expect(earnings.years[0]).toBe(Number(dayKey(start.now).slice(0, 4)));
  expect(await showQuota(makeContext(db, { now: start.now, actor: ines }))).toMatchObject({
    ...{ planId: "premium", used: 3 },
  });
  const subscriptions = () =>
    rowsOf(
      db,
      sql`select s.plan_type, s.status, s.stripe_customer_id like 'cus_%' as known,
          s.current_period_end > ${start.now} as paid, p.subscription_plan, p.can_create_activities
        from professional_subscriptions s join profiles p on p.id = s.user_id
        where p.email = 'ines@example.fr'`,
    );
  const premium = { plan_type: "premium", status: "active", known: true, paid: true };
  const mirrored = { subscription_plan: "premium", can_create_activities: true };
  expect(await subscriptions()).toEqual([{ ...premium, ...mirrored }]);
  // Each tick stands on papers that its operator had opened, and could have accepted that day.
  const papers = () =>
    rowsOf<{ id: string; right: boolean }>(
      db,
      sql`select p.id, exists (select from acts a
          join readings r on r.object_kind = 'proof' and r.object_id = p.id::text
            and r.operator_id = a.operator_id and r.at <= a.at
          join proof_files f on f.proof_id = p.id
          where a.act = 'proof_accepted' and a.object_id = p.professional_id::text
            and p.kind = any(a.fields) and a.at = p.decided_at
            and p.issued_on <= (p.created_at at time zone 'Europe/Paris')::date) as right
        from proofs p where p.status = 'accepted' and p.kind in ('diploma', 'insurance')`,
    );
  const read = await papers();
  const verified = await db.$count(professionalProfiles, eq(professionalProfiles.isVerified, true));
  expect(read).toHaveLength(2 * verified);
  expect(read.filter(({ right }) => !right)).toEqual([]);
  const operator = { ...makeContext(db, { config: files.config }), operator: COMMAND_LINE };
  const ctx = { ...operator, files: createFiles({ ...files.config, s3: null }) };
  expect(await openPaper(ctx, { proofId: read[0]?.id })).toMatchObject({ type: "application/pdf" });
  const [mails] = await rowsOf(
    db,
    sql`select count(*)::int as waiting from mails where status = 'queued'`,
  );
  expect(mails).toEqual({ waiting: 0 });
  await expectCurrent(db, start.now);
  const clock = await fetch(`${apiBase}/_simulator/clock`);
  expect(await clock.json()).toMatchObject({ offset_seconds: 0 });

  await loadDemo(start);
  expect(await papers()).toEqual(read);
  expect(await bookings()).toEqual(first);
  expect(await subscriptions()).toHaveLength(1);
  expect(await lived()).toEqual(life);
  // An insurance that ends is replaced by another, which was read like the first.
  const later = new Date(start.now.getTime() + 100 * DAY);
  await renewProofs(db, later);
  await openOffice(db, start.env, openSimulator(String(apiBase)), later);
  const renewed = await papers();
  expect(renewed).toHaveLength(read.length);
  expect(renewed.filter(({ right }) => !right)).toEqual([]);
  expect(renewed).not.toEqual(read);
});
