CREATE TABLE "review_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"review_id" uuid NOT NULL,
	"reporter_id" uuid,
	"is_doubt" boolean NOT NULL,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"outcome" text,
	"answer" text,
	CONSTRAINT "review_reports_text" CHECK (length("review_reports"."text") <= 1000),
	CONSTRAINT "review_reports_decided" CHECK (("review_reports"."decided_at" is null) = ("review_reports"."outcome" is null) and ("review_reports"."decided_at" is null) = ("review_reports"."answer" is null))
);
--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "reply" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "replied_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "refused_because" text;--> statement-breakpoint
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_reporter_id_profiles_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_reports_of_review" ON "review_reports" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "review_reports_of_reporter" ON "review_reports" USING btree ("reporter_id");--> statement-breakpoint
CREATE INDEX "review_reports_open" ON "review_reports" USING btree ("created_at") WHERE decided_at is null;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_reply" CHECK (length("reviews"."reply") between 1 and 1000) NOT VALID;--> statement-breakpoint
ALTER TABLE "reviews" VALIDATE CONSTRAINT "reviews_reply";--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_replied" CHECK (("reviews"."reply" is null) = ("reviews"."replied_at" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "reviews" VALIDATE CONSTRAINT "reviews_replied";
