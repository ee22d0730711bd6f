-- on purpose: notes without proof, of which none was released, are made anew
DELETE FROM "goodwill_proposals" WHERE "is_return";--> statement-breakpoint
ALTER TABLE "goodwill_proposals" ADD COLUMN "made_on" date;--> statement-breakpoint
ALTER TABLE "goodwill_proposals" ADD COLUMN "means" text;--> statement-breakpoint
ALTER TABLE "goodwill_proposals" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "goodwill_proposals" ADD COLUMN "refund_id" uuid;--> statement-breakpoint
ALTER TABLE "goodwill_proposals" ADD COLUMN "decided_by" uuid;--> statement-breakpoint
-- on purpose: proposals are few, and their new columns are empty
ALTER TABLE "goodwill_proposals" ADD CONSTRAINT "goodwill_proposals_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- on purpose: proposals are few, and their new columns are empty
ALTER TABLE "goodwill_proposals" ADD CONSTRAINT "goodwill_proposals_decided_by_operators_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- on purpose: proposals are few, and their new columns are empty
ALTER TABLE "goodwill_proposals" ADD CONSTRAINT "goodwill_proposals_refundId_unique" UNIQUE("refund_id");--> statement-breakpoint
-- on purpose: proposals are few, and their new columns are empty
ALTER TABLE "goodwill_proposals" ADD CONSTRAINT "goodwill_proposals_proof" CHECK (num_nonnulls("goodwill_proposals"."made_on", "goodwill_proposals"."means", "goodwill_proposals"."reference") = case when "goodwill_proposals"."is_return" then 3 else 0 end);--> statement-breakpoint
-- on purpose: proposals are few, and their new columns are empty
ALTER TABLE "goodwill_proposals" ADD CONSTRAINT "goodwill_proposals_refund" CHECK (("goodwill_proposals"."refund_id" is not null) = ("goodwill_proposals"."is_return" and "goodwill_proposals"."granted" is true));
