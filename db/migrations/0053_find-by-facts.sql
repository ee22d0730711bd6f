-- Numbers of what a listing is found by: its marks, the cell and the squares of 8 and 32 km of its place, and
-- activity type, place and day in pairs, because an index compares two long lists slowly and finds a pair at once.
-- A listing that was written before has no mark « ~ »: its slots may be anything.
CREATE FUNCTION facts_of(marks text[], cell integer) RETURNS bigint[]
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
    UNION ALL SELECT place.mark || day.mark FROM place, day
    UNION ALL SELECT any_of.mark FROM unnest(array['~online', '~group', '~0-20', '~20-40', '~40-60', '~60+', '~30', '~45', '~60', '~90'])
      AS any_of (mark) WHERE '~' <> ALL (marks)) AS facts (fact));--> statement-breakpoint
-- on purpose: it is built by one look through the table, which is written when an offering changes, by no booking
CREATE INDEX "listings_facts" ON "listings" USING gin (facts_of("marks", "cell"));--> statement-breakpoint
-- Walked for searches near a place too, which need the cell; the four are built anew with it.
DROP INDEX "listed_slots_by_date";--> statement-breakpoint
-- on purpose: an index cannot be given a column; each is built by one look through the table
CREATE INDEX "listed_slots_by_date" ON "listed_slots" ("starts_at", "listing_no") INCLUDE ("cents", "rating", "closes_at", "valid_from", "valid_until", "flags", "city", "signature", "cell") WHERE cut_day = 0;--> statement-breakpoint
DROP INDEX "listed_slots_by_rating";--> statement-breakpoint
-- on purpose: an index cannot be given a column; each is built by one look through the table
CREATE INDEX "listed_slots_by_rating" ON "listed_slots" ("rating" DESC, "starts_at", "listing_no") INCLUDE ("cents", "closes_at", "valid_from", "valid_until", "flags", "city", "signature", "cell") WHERE cut_day = 0;--> statement-breakpoint
DROP INDEX "listed_slots_by_price";--> statement-breakpoint
-- on purpose: an index cannot be given a column; each is built by one look through the table
CREATE INDEX "listed_slots_by_price" ON "listed_slots" ("cut_day", "cents", "starts_at", "listing_no") INCLUDE ("closes_at", "valid_from", "valid_until", "flags", "city", "signature", "cell");--> statement-breakpoint
DROP INDEX "listed_slots_by_price_down";--> statement-breakpoint
-- on purpose: an index cannot be given a column; each is built by one look through the table
CREATE INDEX "listed_slots_by_price_down" ON "listed_slots" ("cut_day", "cents" DESC, "starts_at", "listing_no") INCLUDE ("closes_at", "valid_from", "valid_until", "flags", "city", "signature", "cell");
