ALTER TABLE "activity_types" ADD COLUMN "filter_place" smallint;--> statement-breakpoint
-- on purpose: a table of some hundred rows, written when a professional types a category that nobody had
CREATE INDEX "activity_types_former" ON "activity_types" USING btree ("merged_into_id") WHERE merged_into_id is not null;--> statement-breakpoint
-- on purpose: the same table, in which nothing but this file gives a place
ALTER TABLE "activity_types" ADD CONSTRAINT "activity_types_filterPlace_unique" UNIQUE("filter_place");--> statement-breakpoint
-- on purpose: nine rows of that table, in the order of the home page
UPDATE "activity_types" SET "filter_place" = "own"."place" FROM (SELECT DISTINCT ON (n."place") t."id", n."place" FROM unnest(ARRAY['Yoga', 'Massage', 'Méditation', 'Coaching', 'Sophrologie', 'Naturopathie', 'Nutrition', 'Reiki', 'Psychothérapie']) WITH ORDINALITY AS n ("name", "place") JOIN "activity_types" t ON search_key(t."name") = search_key(n."name") AND t."category" = 'session' AND t."merged_into_id" IS NULL AND t."accepted_at" IS NOT NULL ORDER BY n."place", t."name" = n."name" DESC, t."id") AS "own" WHERE "activity_types"."id" = "own"."id";
