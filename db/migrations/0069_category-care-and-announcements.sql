CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"until_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcements_hours" CHECK ("announcements"."from_at" < "announcements"."until_at"),
	CONSTRAINT "announcements_kind" CHECK ("announcements"."kind" in ('information', 'interruption'))
);
--> statement-breakpoint
ALTER TABLE "activity_types" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "activity_types" ADD COLUMN "merged_into_id" uuid;--> statement-breakpoint
-- on purpose: a table of some hundred rows, written when a professional types a category that nobody had
ALTER TABLE "activity_types" ADD CONSTRAINT "activity_types_merged_into_id_activity_types_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."activity_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_one_at_a_time" EXCLUDE USING gist (tstzrange("from_at", "until_at") WITH &&);
