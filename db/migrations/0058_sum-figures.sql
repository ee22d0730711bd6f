CREATE TABLE "daily_places" (
	"day" date NOT NULL,
	"town" text NOT NULL,
	"category" text NOT NULL,
	"seats" integer NOT NULL,
	"filled" integer NOT NULL,
	"evening_seats" integer NOT NULL,
	"evening_filled" integer NOT NULL,
	"cents" bigint NOT NULL,
	"holds" integer NOT NULL,
	"paid" integer NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "daily_places_day_town_category_pk" PRIMARY KEY("day","town","category")
);
--> statement-breakpoint
CREATE TABLE "daily_totals" (
	"day" date PRIMARY KEY NOT NULL,
	"seats" integer NOT NULL,
	"filled" integer NOT NULL,
	"evening_seats" integer NOT NULL,
	"evening_filled" integer NOT NULL,
	"cents" bigint NOT NULL,
	"holds" integer NOT NULL,
	"paid" integer NOT NULL,
	"views" integer NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- on purpose: nobody waits for the job that writes to this table, and the next run counts anew
CREATE INDEX "daily_figures_by_day" ON "daily_figures" USING brin ("day");