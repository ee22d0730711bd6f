import fs from "node:fs";
import path from "node:path";
import type pg from "pg";

/**
 * The same task without any product: a seat is taken if one is left, and who took it is written down.
 * Two tables of its own in the same database, without anything that a marketplace keeps beside.
 *
 * @returns pgbench's script.
 */
export async function writeBareSeat(
  pool: pg.Pool,
  {
    dataDir,
    slots,
    seats,
    buyers,
  }: Record<"slots" | "seats" | "buyers", number> & { dataDir: string },
): Promise<string> {
  await pool.query(`
    create table if not exists bare_slots (id int primary key, free int not null check (free >= 0));
    create table if not exists bare_bookings (id bigint generated always as identity primary key,
      slot_id int not null references bare_slots, buyer int not null,
      created_at timestamptz not null default now());
    truncate bare_bookings, bare_slots;
    insert into bare_slots select n, ${seats} from generate_series(0, ${slots - 1}) n`);
  await pool.query("vacuum analyze bare_slots, bare_bookings");
  const file = path.join(dataDir, "bare-seat.sql");
  fs.writeFileSync(
    file,
    `\\set slot random(0, ${slots - 1})
\\set buyer random(0, ${buyers - 1})
begin;
update bare_slots set free = free - 1 where id = :slot and free > 0;
insert into bare_bookings (slot_id, buyer) values (:slot, :buyer);
commit;
`,
  );
  return file;
}
