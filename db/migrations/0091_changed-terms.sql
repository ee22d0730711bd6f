CREATE TABLE "terms_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"summary" text NOT NULL,
	"effective_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "terms_changes_summary" CHECK (length("terms_changes"."summary") between 1 and 1000)
);
