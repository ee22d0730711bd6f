-- on purpose: nothing has been released, this is squashed into the baseline
ALTER TABLE "proofs" DROP CONSTRAINT "proofs_kind";--> statement-breakpoint
-- on purpose: nothing has been released, this is squashed into the baseline
ALTER TABLE "bookings" ALTER COLUMN "commission_rate" DROP DEFAULT;--> statement-breakpoint
-- on purpose: nothing has been released, this is squashed into the baseline
ALTER TABLE "bookings" ALTER COLUMN "sold" SET NOT NULL;--> statement-breakpoint
-- on purpose: nothing has been released, this is squashed into the baseline
ALTER TABLE "proof_files" ALTER COLUMN "sealed_by" SET NOT NULL;--> statement-breakpoint
-- on purpose: nothing has been released, this is squashed into the baseline
ALTER TABLE "content_appeals" DROP COLUMN "secret_hash";--> statement-breakpoint
-- on purpose: nothing has been released, this is squashed into the baseline
ALTER TABLE "tax_details" DROP COLUMN "vat_number";--> statement-breakpoint
-- on purpose: nothing has been released, this is squashed into the baseline
ALTER TABLE "proofs" ADD CONSTRAINT "proofs_kind" CHECK ("proofs"."kind" in ('company', 'identity', 'diploma', 'insurance', 'title'));
