DROP INDEX "refunds_one_live_per_payment";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "seats_cancelled" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "seats" smallint;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "commission_cents" integer;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reversed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "redone_at" timestamp with time zone;--> statement-breakpoint
-- on purpose: the column is new, so the index is empty
CREATE INDEX "refunds_unreversed" ON "refunds" USING btree ("created_at") WHERE commission_cents is not null and reversed_at is null and status <> 'failed';--> statement-breakpoint
-- on purpose: refunds are few beside bookings, and every row has satisfied the stricter index that it replaces
CREATE UNIQUE INDEX "refunds_one_live_per_payment" ON "refunds" USING btree ("payment_id") WHERE status <> 'failed' and reason <> 'outside' and seats is null;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_seats_cancelled" CHECK ("bookings"."seats_cancelled" between 0 and 6 - "bookings"."seats") NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_commission" CHECK ("refunds"."commission_cents" between 0 and "refunds"."amount_cents") NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_seats" CHECK ("refunds"."seats" between 1 and 5) NOT VALID;--> statement-breakpoint
ALTER TABLE "bookings" VALIDATE CONSTRAINT "bookings_seats_cancelled";--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_commission";--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_seats";