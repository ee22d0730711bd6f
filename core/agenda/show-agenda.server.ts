import type { z } from "zod";
import { requireProfessional } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { agendaState } from "./rules.ts";
import { type AgendaSlot, type AgendaView, agendaInput, MOST_DAYS, stretchOf } from "./schema.ts";
import { readOwnTime, readSlots } from "./store.server.ts";

/** Takes two statements, however many slots there are. @throws AppError `invalid_input` */
export async function showAgenda(
  ctx: Context,
  raw: z.input<typeof agendaInput>,
): Promise<AgendaView> {
  const { professionalId } = requireProfessional(ctx);
  const now = ctx.now();
  const stretch = stretchOf(parseInput(agendaInput, raw), now);
  if (!stretch) {
    const fields = { to: [`La fin vient après le début, ${MOST_DAYS} jours plus tard au plus`] };
    throw new AppError("invalid_input", { fields });
  }
  const asked = { professionalId, ...stretch, now };
  const [stored, ownTime] = await Promise.all([
    readSlots(ctx.db, asked),
    readOwnTime(ctx.db, asked),
  ]);
  const slots = stored.map(
    ({
      isActive,
      isOffered,
      isAbsent,
      isOverlapped,
      isBusy,
      isOpen,
      taken,
      ...slot
    }): AgendaSlot => ({
      ...slot,
      state: agendaState(
        { ...slot, isActive, isOffered, isAbsent, isOverlapped, isBusy, isOpen, taken },
        now,
      ),
    }),
  );
  return { ...stretch, slots, ...ownTime };
}
