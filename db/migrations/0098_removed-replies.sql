ALTER TABLE "case_contests" DROP CONSTRAINT "case_contests_once";--> statement-breakpoint
ALTER TABLE "case_contests" ADD COLUMN "is_reply" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "review_reports" ADD COLUMN "is_reply" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "reply_removed_because" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "reply_removed_basis" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "reply_removed_at" timestamp with time zone;--> statement-breakpoint
-- on purpose: a table of some hundred rows, and the code before writes nothing that this refuses
ALTER TABLE "case_contests" ADD CONSTRAINT "case_contests_once" UNIQUE NULLS NOT DISTINCT("review_id","letter_id","report_id","is_reply","decided_at");--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_reply_removed" CHECK (("reviews"."reply_removed_at" is null) = ("reviews"."reply_removed_because" is null) and ("reviews"."reply_removed_at" is null) = ("reviews"."reply_removed_basis" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "reviews" VALIDATE CONSTRAINT "reviews_reply_removed";
