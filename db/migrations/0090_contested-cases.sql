CREATE TABLE "case_contests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"review_id" uuid,
	"letter_id" uuid,
	"report_id" uuid,
	"decided_at" timestamp with time zone NOT NULL,
	"text" text NOT NULL,
	"contested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "case_contests_once" UNIQUE NULLS NOT DISTINCT("review_id","letter_id","report_id","decided_at"),
	CONSTRAINT "case_contests_subject" CHECK (("case_contests"."review_id" is null) <> ("case_contests"."letter_id" is null)),
	CONSTRAINT "case_contests_text" CHECK (length("case_contests"."text") <= 1000)
);
--> statement-breakpoint
ALTER TABLE "letter_reports" ADD COLUMN "basis" text;--> statement-breakpoint
ALTER TABLE "review_reports" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "review_reports" ADD COLUMN "basis" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "refused_basis" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "refused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "case_contests" ADD CONSTRAINT "case_contests_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_contests" ADD CONSTRAINT "case_contests_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_contests_review_id_index" ON "case_contests" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "case_contests_letter_id_index" ON "case_contests" USING btree ("letter_id");--> statement-breakpoint
CREATE INDEX "case_contests_open" ON "case_contests" USING btree ("contested_at") WHERE answered_at is null;
