ALTER TABLE "bookings" ADD COLUMN "contested_as" text;--> statement-breakpoint
-- on purpose: contested absences are few
UPDATE "bookings" SET "contested_as" = 'came' WHERE "contested_at" IS NOT NULL;--> statement-breakpoint
-- on purpose: contested absences are few, and what was contested has its word above
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_contested" CHECK (("bookings"."contested_at" is null) = ("bookings"."contested_as" is null) and ("bookings"."contested_as" in ('came', 'not_held')) is not false);