ALTER TABLE "subscription_checkouts" ADD COLUMN "processing_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscription_checkouts" ADD COLUMN "refused_at" timestamp with time zone;