ALTER TABLE "booking_links" ADD COLUMN "seats" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "booking_links" ADD COLUMN "companions" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "seats" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "companions" text;--> statement-breakpoint
ALTER TABLE "proposal_answers" ADD COLUMN "seats" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "quantity" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "booking_links" ADD CONSTRAINT "booking_links_seats" CHECK ("booking_links"."seats" between 1 and 6) NOT VALID;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_seats" CHECK ("bookings"."seats" between 1 and 6) NOT VALID;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_companions" CHECK (length("bookings"."companions") <= 200) NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_quantity" CHECK ("payments"."quantity" > 0 and "payments"."amount_cents" % "payments"."quantity" = 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "booking_links" VALIDATE CONSTRAINT "booking_links_seats";--> statement-breakpoint
ALTER TABLE "bookings" VALIDATE CONSTRAINT "bookings_seats";--> statement-breakpoint
ALTER TABLE "bookings" VALIDATE CONSTRAINT "bookings_companions";--> statement-breakpoint
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_quantity";