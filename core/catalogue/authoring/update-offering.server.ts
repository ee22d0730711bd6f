import { sql } from "drizzle-orm";
import { requireActor } from "../../accounts/rules.ts";
import { publishedKeys } from "../../column-facts.server.ts";
import type { Context } from "../../context.server.ts";
import { refreshListings } from "../../listings/refresh-listings.server.ts";
import { changeImage } from "../../media/upload-image.server.ts";
import { recordBookable, repriceSlots } from "../../prices/write-prices.server.ts";
import { showOwnProfessional } from "../../professionals/show-seller.server.ts";
import { offerings } from "../../tables.server.ts";
import { linesOf } from "../../texts/clean-text.ts";
import { changedColumns, nextVersion, requireFresh } from "../../versions.ts";
import { holdTypes, readTypeName } from "../activity-types/manage-types.server.ts";
import { changeOf, eachList } from "../labels.ts";
import { askWhere } from "../location/locate-offering.server.ts";
import { lockOwn, type OfferingRow, permitOwner } from "../owner/permit-owner.server.ts";
import { requireCorrectable, requireShowable } from "../removals/require-showable.server.ts";
import { fieldsOf, recurrenceIn } from "../schedule/rules.ts";
import { readSchedule } from "../schedule/store.server.ts";
import { changeSchedule } from "../schedule/write-schedule.server.ts";
import type { SlotKind } from "../schema.ts";
import { OFFERING_KINDS } from "./offering-kinds.server.ts";
import {
  parseChanges,
  placedAt,
  placeOf,
  requirePinNear,
  withFormerPlace,
} from "./parse-offering.server.ts";
import { permitPublication } from "./permit-publication.server.ts";
import type { OfferingFields, ParsedOffering } from "./schema.ts";
import { offeringColumns, updateOfferingRow } from "./store.server.ts";

/** Changes of these look the address up anew (rule: own-pin). */
const PLACED = ["isOnline", "address", "city", "postalCode", "pin"];

/** Changes of these are told to everybody who has booked (rule: sold-as-seen). */
const SOLD = ["isOnline", "address", "city", "postalCode", "duration"];

/** Changes of these are filtered again (rule: content-filter). */
const WRITTEN = publishedKeys(offerings);

/**
 * No seat is sold meanwhile (rules: slot-edits, both-addresses).
 * @throws AppError `stale`, `conflict`
 */
export async function updateOffering<Kind extends SlotKind>(
  ctx: Context,
  kind: Kind,
  asked: { id: string; changes: OfferingFields[Kind]; version?: number | undefined },
): Promise<void> {
  const { userId } = requireActor(ctx);
  const { id, isActive } = await permitOwner(ctx, kind, asked.id);
  const changes: OfferingFields[SlotKind] = asked.changes;
  if ("isActive" in changes && changes.isActive && !isActive) await permitPublication(ctx);
  const { input, bucket, chooseType } = OFFERING_KINDS[kind];
  const business = await showOwnProfessional(ctx);
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await holdTypes(tx);
    const row = await lockOwn(tx, kind, id);
    await requireCorrectable(tx, row);
    const schedule = await readSchedule(tx, id);
    const was = { ...row, ...fieldsOf(recurrenceIn(schedule)) };
    const parsed = parseChanges(input, was, placedAt(business, withFormerPlace(changes, row), row));
    requirePinNear(parsed);
    const chosen = inSpellingOf(row, await chooseType(tx, parsed, userId));
    if (chosen.isActive && !row.isActive) await requireShowable(tx, row);
    const wanted = { ...offeringColumns(chosen), ...fieldsOf(chosen.recurrence) };
    const changed = changedColumns(was, wanted);
    const words = changeOf(kind, { category: await readTypeName(tx, row.activityTypeId) });
    requireFresh(was, asked.version, changed, words);
    await changeImage(ctx, tx, { bucket, before: row.imageUrl, after: parsed.imageUrl });
    if (await changeSchedule(ctx, tx, { kind, id, was: row, schedule, parsed })) {
      requireFresh(row, asked.version, ["slots"], words);
      changed.push("slots");
    }
    await repriceSlots(tx, id, { before: row, after: chosen, now });
    if (chosen.isActive && !row.isActive) {
      await recordBookable(tx, sql`slot.offering_id = ${id}`, now);
    }
    const isMoved = PLACED.some((column) => changed.includes(column));
    if (changed.length > 0) {
      await updateOfferingRow(tx, id, chosen, {
        ...nextVersion(row, changed),
        ...(isMoved && { addressPoint: null, addressAsks: null }),
        ...(chosen.isOnline !== row.isOnline && { formerPlace: placeOf(row) }),
      });
    }
    if (isMoved) await askWhere(ctx, tx, id);
    if (SOLD.some((column) => changed.includes(column))) {
      await ctx.jobs.send(tx, "tell-holders", { offeringId: id });
    }
    if (WRITTEN.some((column) => changed.includes(column))) {
      await ctx.jobs.send(tx, "filter-content", { contentId: id });
    }
    await refreshListings(tx, [id], now);
  });
}

/** A form puts suggested tags first and shows no empty lines: what says the same stays as it is. */
function inSpellingOf(row: OfferingRow, parsed: ParsedOffering): ParsedOffering {
  const isSame = (left: readonly string[], right: readonly string[]) =>
    JSON.stringify(left) === JSON.stringify(right);
  const tags = row.tags ?? [];
  return {
    ...parsed,
    ...(isSame(tags.toSorted(), parsed.tags.toSorted()) && { tags }),
    ...eachList((name) =>
      isSame(linesOf(row[name]), linesOf(parsed[name])) ? row[name] : parsed[name],
    ),
  };
}
