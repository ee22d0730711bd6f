DROP INDEX "goodwill_proposals_one_waiting";--> statement-breakpoint
ALTER TABLE "goodwill_proposals" ADD COLUMN "is_return" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- on purpose: weaker than the index that it replaces, and proposals are few
CREATE UNIQUE INDEX "goodwill_proposals_one_waiting" ON "goodwill_proposals" USING btree (coalesce(payment_id, booking_id),"is_return") WHERE decided_at is null;