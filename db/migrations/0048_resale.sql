ALTER TABLE "refunds" DROP CONSTRAINT "refunds_seats";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "resale_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "resale_to_id" uuid;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "resale_of_id" uuid;--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "resale_seats" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- on purpose: the column is new, so the index is empty
CREATE INDEX "bookings_for_resale" ON "bookings" USING btree ("slot_id","resale_at") WHERE resale_at is not null and status = 'confirmed';--> statement-breakpoint
-- on purpose: the column is new, so the index is empty
CREATE UNIQUE INDEX "bookings_resale_to" ON "bookings" USING btree ("resale_to_id") WHERE resale_to_id is not null;--> statement-breakpoint
-- on purpose: the column is new, so the index is empty
CREATE INDEX "bookings_resale_of" ON "bookings" USING btree ("resale_of_id") WHERE resale_of_id is not null;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_seats" CHECK ("refunds"."seats" between 0 and 6) NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_seats";
