import type { ZodType } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import type { ProfessionalInfo } from "../../accounts/schema.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import type { ImageBucket } from "../../media/rules.ts";
import { showOwnProfessional } from "../../professionals/show-seller.server.ts";
import { showQuota } from "../../subscriptions/show-subscription.server.ts";
import { isTypeOffered, typeByName, typeInForce } from "../activity-types/manage-types.server.ts";
import { giveQuotaBack, quotaReached, takeQuota } from "../quota/use-quota.server.ts";
import type { SlotKind } from "../schema.ts";
import { permitActivities, permitPublication } from "./permit-publication.server.ts";
import {
  activityInput,
  newActivityInput,
  newSessionInput,
  type ParsedOffering,
  sessionInput,
} from "./schema.ts";

/** The caller holds the types (rule: categories). @throws AppError `invalid_input` */
export async function chooseType(
  tx: Transaction,
  { activityTypeId, category }: ParsedOffering,
  userId: string,
): Promise<string> {
  if (category) return typeByName(tx, category);
  const id = activityTypeId && (await typeInForce(tx, activityTypeId));
  if (id && (await isTypeOffered(tx, id, userId))) return id;
  throw new AppError("invalid_input", {
    fields: { activityTypeId: ["Cette catégorie n'existe pas"] },
  });
}

interface OfferingKind {
  newInput: ZodType<ParsedOffering>;
  /** Validates the stored values with the changes applied. */
  input: ZodType<ParsedOffering>;
  bucket: ImageBucket;
  permit(ctx: Context): Promise<ProfessionalInfo>;
  takeQuota(tx: Transaction, userId: string, now: Date): Promise<void>;
  giveQuotaBack(tx: Transaction, userId: string, createdAt: Date, now: Date): Promise<void>;
  chooseType(tx: Transaction, parsed: ParsedOffering, userId: string): Promise<ParsedOffering>;
  notCreated: string;
}

const nothing = async () => {};

export const OFFERING_KINDS: Record<SlotKind, OfferingKind> = {
  session: {
    newInput: newSessionInput,
    input: sessionInput,
    bucket: "session-images",
    permit: permitSession,
    takeQuota,
    giveQuotaBack,
    async chooseType(tx, parsed, userId) {
      return { ...parsed, activityTypeId: await chooseType(tx, parsed, userId), category: null };
    },
    notCreated: "Erreur lors de la création de la session",
  },
  activity: {
    newInput: newActivityInput,
    input: activityInput,
    bucket: "activity-images",
    permit: permitActivity,
    takeQuota: nothing,
    giveQuotaBack: nothing,
    chooseType: async (_, parsed) => parsed,
    notCreated: "Erreur lors de la création de l'activité",
  },
};

/** Refuses early (rule: payment-account); the creating transaction decides (rule: quota-month). */
async function permitSession(ctx: Context): Promise<ProfessionalInfo> {
  const professional = await showOwnProfessional(ctx);
  if (!professional) throw new AppError("forbidden", { message: "Profil professionnel requis" });
  if (!professional.stripeConnectAccountId) throw new AppError("payments_required");
  await permitPublication(ctx);
  const quota = await showQuota(ctx);
  if (quota.state === "reached") throw quotaReached(quota.planId);
  return professional;
}

async function permitActivity(ctx: Context): Promise<ProfessionalInfo> {
  await permitActivities(ctx);
  const professional = await showOwnProfessional(ctx);
  if (professional) return professional;
  throw new AppError("forbidden", { message: "Profil professionnel non trouvé" });
}
