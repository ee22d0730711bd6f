ALTER TABLE "payments" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "counted_under" text;--> statement-breakpoint
-- on purpose: writes to payments wait while it is built, about a second for a million rows
CREATE INDEX "payments_in_review" ON "payments" USING btree ("created_at") WHERE status = 'review';--> statement-breakpoint
-- on purpose: writes to refunds wait while it is built, less than for payments
CREATE INDEX "refunds_unsettled" ON "refunds" USING btree ("created_at") WHERE status in ('asked', 'pending');