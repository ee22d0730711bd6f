ALTER TABLE "refunds" DROP CONSTRAINT "refunds_seats";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "moved_price_cents" integer;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "replaces_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_seats" CHECK ("refunds"."seats" between 0 and 5) NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_seats";
