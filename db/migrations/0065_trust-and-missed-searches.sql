CREATE TABLE "daily_trust" (
	"day" date PRIMARY KEY NOT NULL,
	"payments" integer NOT NULL,
	"taken_cents" bigint NOT NULL,
	"kept_cents" bigint NOT NULL,
	"refunded_cents" bigint NOT NULL,
	"disputes" integer NOT NULL,
	"joined" integer NOT NULL,
	"gone" integer NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hourly_places" (
	"day" date NOT NULL,
	"hour" smallint NOT NULL,
	"seats" integer NOT NULL,
	"filled" integer NOT NULL,
	CONSTRAINT "hourly_places_day_hour_pk" PRIMARY KEY("day","hour"),
	CONSTRAINT "hourly_places_hour" CHECK ("hourly_places"."hour" between 0 and 23)
);
--> statement-breakpoint
CREATE TABLE "missed_searches" (
	"day" date NOT NULL,
	"key" text NOT NULL,
	"town" text NOT NULL,
	"words" text,
	"visitors" integer NOT NULL,
	"nearest" text NOT NULL,
	CONSTRAINT "missed_searches_key_day_pk" PRIMARY KEY("key","day")
);
--> statement-breakpoint
ALTER TABLE "professional_profiles" ADD COLUMN "left_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "daily_figures" ADD COLUMN "booked" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_figures" ADD COLUMN "absent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_places" ADD COLUMN "booked" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_places" ADD COLUMN "absent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_totals" ADD COLUMN "booked" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_totals" ADD COLUMN "absent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "missed_searches_told" ON "missed_searches" USING btree ("day","key","visitors") WHERE words is not null;--> statement-breakpoint
CREATE INDEX "missed_searches_untold" ON "missed_searches" USING btree ("day") WHERE words is null;--> statement-breakpoint
-- on purpose: writes to payments wait while it is built, one reading of the table without sorting
CREATE INDEX "payments_by_time" ON "payments" USING brin ("created_at");--> statement-breakpoint
-- on purpose: writes to refunds wait while it is built, less than for payments
CREATE INDEX "refunds_by_time" ON "refunds" USING brin ("created_at");--> statement-breakpoint
-- on purpose: partial, so that events wait for one reading of the table and hardly a row is indexed
CREATE INDEX "stripe_events_disputes" ON "stripe_events" USING btree ("created_at") WHERE type = 'charge.dispute.created';--> statement-breakpoint
-- on purpose: a table of thousands of rows, which are written when a professional edits their page
CREATE INDEX "professional_profiles_by_time" ON "professional_profiles" USING btree ("created_at");--> statement-breakpoint
-- on purpose: the column is new, so the index is empty
CREATE INDEX "professional_profiles_left" ON "professional_profiles" USING btree ("left_at") WHERE left_at is not null;--> statement-breakpoint
INSERT INTO "hourly_places" ("day", "hour", "seats", "filled")
SELECT day, hour, sum(seats), sum(filled) FROM daily_figures GROUP BY day, hour;
