import { changePerson } from "../accounts/profile/update-profile.server.ts";
import { requireActor } from "../accounts/rules.ts";
import { editPersonInput } from "../accounts/schema.ts";
import type { Context } from "../context.server.ts";
import { parseInput } from "../parse.ts";
import { editTogether } from "../versions.ts";
import { editedVersions, editProfessionalInput } from "./schema.ts";
import { showOwnProfessional } from "./show-own-professional.server.ts";
import { changeBusiness } from "./update-professional.server.ts";

/**
 * /editer-profil: the whole form at once, names and phone, and for a professional with a profile
 * the business fields too. All of it is saved or nothing; a field left blank is emptied.
 *
 * @throws AppError `unauthenticated`, `password_change_required`, `invalid_input`, `stale` when it
 * would undo a change made since the versions that it began from (rule: edit-version).
 */
export async function editProfile(ctx: Context, input: unknown): Promise<void> {
  const { userId, isPro } = requireActor(ctx);
  const professional = isPro ? await showOwnProfessional(ctx) : null;
  const begun = parseInput(editedVersions, input);
  if (!professional) {
    const person = parseInput(editPersonInput, input);
    await ctx.db.transaction((tx) => changePerson(ctx, tx, userId, person, begun.version));
    return;
  }
  const { firstName, lastName, phone, smsNumber, ...business } = parseInput(
    editProfessionalInput,
    input,
  );
  const person = { firstName, lastName, phone, smsNumber };
  await ctx.db.transaction(async (tx) => {
    await editTogether([
      () => changePerson(ctx, tx, userId, person, begun.version),
      () => changeBusiness(ctx, tx, professional.id, business, begun.businessVersion),
    ]);
    await ctx.jobs.send(tx, "filter-content", { contentId: professional.id });
  });
}
