-- on purpose: every release that books says the rate, so that nothing relies on the default
ALTER TABLE "bookings" ALTER COLUMN "vat_rate" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "bookings" ALTER COLUMN "vat_rate" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "professional_profiles" ADD COLUMN "vat_status" text;--> statement-breakpoint
ALTER TABLE "professional_profiles" ADD COLUMN "vat_number" text;--> statement-breakpoint
-- on purpose: professionals are few, and the columns are empty
ALTER TABLE "professional_profiles" ADD CONSTRAINT "professional_profiles_vat" CHECK (("professional_profiles"."vat_status" in ('exempt', 'charged')) is not false
        and ("professional_profiles"."vat_status" is not distinct from 'charged') = ("professional_profiles"."vat_number" is not null));--> statement-breakpoint
-- on purpose: those who have given tax details were told what an empty number means, and they are few
UPDATE "professional_profiles" SET
  "vat_status" = case when t."vat_number" is null then 'exempt' else 'charged' end,
  "vat_number" = t."vat_number"
FROM "tax_details" t WHERE t."professional_id" = "professional_profiles"."id";--> statement-breakpoint
-- on purpose: a note must not go on saying what nobody has declared; one pass over the bookings, once
UPDATE "bookings" SET "vat_rate" = null WHERE "vat_rate" = 0 AND NOT EXISTS (
  SELECT FROM "tax_details" t WHERE t."professional_id" = "bookings"."professional_id"
    AND t."created_at" <= "bookings"."created_at");
