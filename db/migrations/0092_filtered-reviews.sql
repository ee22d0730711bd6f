ALTER TABLE "review_reports" ADD COLUMN "is_filter" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "review_reports" ADD COLUMN "snapshot" jsonb;