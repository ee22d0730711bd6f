DROP INDEX "payments_to_empty";--> statement-breakpoint
-- on purpose: it is made again below with the same columns, in the same transaction.
DROP VIEW "activities";--> statement-breakpoint
-- on purpose: nothing was released that reads it.
ALTER TABLE "offerings" DROP COLUMN "recurring_days";--> statement-breakpoint
-- on purpose: nothing was released that reads it.
ALTER TABLE "offerings" DROP COLUMN "recurring_start_time";--> statement-breakpoint
-- on purpose: nothing was released that reads it.
ALTER TABLE "offerings" DROP COLUMN "recurring_until";--> statement-breakpoint
-- on purpose: nothing was released that reads it.
ALTER TABLE "slots" DROP COLUMN "rule_id";--> statement-breakpoint
CREATE VIEW "activities" AS
  WITH "offered" AS (
    SELECT "id", "professional_id", "category", "title", "description", "price_cents", "duration", "capacity", "address", "city", "postal_code", "is_online", "online_link", "image_url", "is_active", "included", "requirements", "tags", "is_recurring",
      (SELECT array_agg(('{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[])[day] ORDER BY day)
        FROM unnest((SELECT "weekdays" FROM "schedule_rules" WHERE "offering_id" = "offerings"."id" ORDER BY "created_at", "starts", "id" LIMIT 1)) AS day) AS "recurring_days",
      "created_at"
    FROM "offerings" WHERE "kind" = 'activity'
  ) SELECT * FROM "offered";--> statement-breakpoint
DROP TRIGGER "line_noted" ON "waiting_entries";--> statement-breakpoint
-- on purpose: only the trigger called it.
DROP FUNCTION note_line();--> statement-breakpoint
-- Numbers of what a listing is found by: its marks, the cell and the squares of 8 and 32 km of its place, and
-- activity type, place and day in pairs, because an index compares two long lists slowly and finds a pair at once.
CREATE OR REPLACE FUNCTION facts_of(marks text[], cell integer) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000
RETURN (
  WITH mark AS MATERIALIZED (
    SELECT mark, left(mark, 1) AS kind FROM unnest(marks) AS mark
  ), place AS MATERIALIZED (
    SELECT mark FROM mark WHERE kind = '@' OR kind = '^' AND length(mark) = 3
    UNION ALL
    SELECT concat('+', side, ' ', cell / 65536 / side, ' ', cell % 65536 / side)
    FROM (VALUES (8), (32)) AS square (side) WHERE cell IS NOT NULL
  ), type AS MATERIALIZED (SELECT mark FROM mark WHERE kind = '#'
  ), day AS MATERIALIZED (SELECT mark FROM mark WHERE kind = '$')
  SELECT array_agg(number_of(fact)) FROM (
    SELECT mark FROM mark
    UNION ALL SELECT mark FROM place WHERE starts_with(mark, '+')
    UNION ALL SELECT '+' || cell WHERE cell IS NOT NULL
    UNION ALL SELECT type.mark || place.mark FROM type, place
    UNION ALL SELECT type.mark || day.mark FROM type, day
    UNION ALL SELECT place.mark || day.mark FROM place, day) AS facts (fact));
