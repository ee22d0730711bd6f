import { z } from "zod";
import type { Context } from "../../context.server.ts";
import { pageOf, readCursor } from "../../cursor.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { DIRECTORY_FIRST, DIRECTORY_LIMIT } from "../rules.ts";
import {
  type DirectoryEntry,
  directoryQuery,
  type ProfessionalView,
  professionalKey,
  professionalListQuery,
} from "../schema.ts";
import {
  countListed,
  listDirectory,
  listProfessionalViews,
  readPopular,
  readProfessional,
} from "./store.server.ts";

export interface DirectoryView {
  /** The first {@link DIRECTORY_FIRST} matches, unless all were asked for. */
  professionals: DirectoryEntry[];
  /** {@link DIRECTORY_LIMIT} at most. */
  count: number;
  /** The screen searches by itself in the whole directory. */
  isWhole: boolean;
  /** Small enough for that (rule: directory-search). */
  fits: boolean;
}

/** Highest rating first, {@link DIRECTORY_LIMIT} at most. */
export async function showDirectory(ctx: Context, raw: unknown): Promise<DirectoryView> {
  const { q, tous } = parseInput(directoryQuery, raw);
  const limit = tous ? DIRECTORY_LIMIT : DIRECTORY_FIRST;
  const [professionals, found, total] = await Promise.all([
    listDirectory(ctx.reads, { q, limit, now: ctx.now() }),
    countListed(ctx.reads, q, DIRECTORY_LIMIT),
    countListed(ctx.reads, "", DIRECTORY_LIMIT + 1),
  ]);
  const fits = total <= DIRECTORY_LIMIT;
  const isWhole = fits && q === "" && professionals.length === found;
  return { professionals, count: found, isWhole, fits };
}

/** Highest rating first. @throws AppError `invalid_input` for a meaningless limit or cursor. */
export async function listProfessionals(ctx: Context, raw: unknown) {
  const { limit, cursor } = parseInput(professionalListQuery, raw);
  const after = readCursor(professionalKey, cursor);
  const found = await listProfessionalViews(ctx.reads, { after, limit: limit + 1 });
  const { page, nextCursor } = pageOf(found, limit, ({ rating, id }) => ({ rating, id }));
  return { professionals: page, nextCursor };
}

const CARDS = 2;

export function listPopular(ctx: Context): Promise<ProfessionalView[]> {
  return readPopular(ctx.reads, { limit: CARDS, now: ctx.now() });
}

const address = z.object({ professionalId: z.uuid() });

/** @throws AppError `not_found` for nobody, or a closed account (rule: public-columns). */
export async function showProfessional(ctx: Context, raw: unknown): Promise<ProfessionalView> {
  const asked = address.safeParse(raw);
  const view = asked.success ? await readProfessional(ctx.reads, asked.data.professionalId) : null;
  if (!view) throw new AppError("not_found", { message: "Praticien non trouvé" });
  return view;
}
