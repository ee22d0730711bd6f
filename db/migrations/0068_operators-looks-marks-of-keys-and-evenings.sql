CREATE TABLE "evening_courses" (
	"day" date NOT NULL,
	"hour" smallint NOT NULL,
	"taken" integer NOT NULL,
	CONSTRAINT "evening_courses_day_hour_pk" PRIMARY KEY("day","hour"),
	CONSTRAINT "evening_courses_hour" CHECK ("evening_courses"."hour" between 8 and 22)
);
--> statement-breakpoint
ALTER TABLE "tax_requests" ADD COLUMN "looked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "proof_files" ADD COLUMN "sealed_by" text;