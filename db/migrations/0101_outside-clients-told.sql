ALTER TABLE "outside_clients" ADD COLUMN "seats_lost_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outside_clients" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
-- on purpose: its columns are new and empty, and these clients are few
ALTER TABLE "outside_clients" ADD CONSTRAINT "outside_clients_told" CHECK ("outside_clients"."told_at" is null or "outside_clients"."seats_lost_at" is not null);