DROP INDEX "goodwill_proposals_one_open";--> statement-breakpoint
ALTER TABLE "goodwill_proposals" ADD COLUMN "payment_id" uuid;--> statement-breakpoint
-- on purpose: the column is new and empty, and proposals are few
ALTER TABLE "goodwill_proposals" ADD CONSTRAINT "goodwill_proposals_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- on purpose: of gifts, which the old code alone writes, what is unique was so before; proposals are few
CREATE UNIQUE INDEX "goodwill_proposals_one_waiting" ON "goodwill_proposals" USING btree (coalesce(payment_id, booking_id)) WHERE decided_at is null;--> statement-breakpoint
-- on purpose: the table has a few dozen rows at most
CREATE INDEX "goodwill_proposals_payment_id_index" ON "goodwill_proposals" USING btree ("payment_id");
