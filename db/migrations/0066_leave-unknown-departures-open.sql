ALTER TABLE "daily_trust" ALTER COLUMN "gone" DROP NOT NULL;--> statement-breakpoint
-- on purpose: a row a day, which nobody writes but the hourly count; days before the first one have a zero that nobody counted
UPDATE "daily_trust" SET "gone" = NULL
WHERE "day" < (SELECT (min("counted_at") AT TIME ZONE 'Europe/Paris')::date FROM "daily_trust");
