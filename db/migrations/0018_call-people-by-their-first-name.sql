-- The home page promises the largest reduction that can be booked: read from an index that bookings
-- never touch.
-- on purpose: publications wait for the seconds it takes; bookings do not write sessions
CREATE INDEX "sessions_by_reduction" ON "sessions" USING btree ((("price_cents" - "discounted_price_cents") * 100 / nullif("price_cents", 0)) desc nulls first) WHERE "sessions"."discounted_price_cents" > 0 and "sessions"."is_active";--> statement-breakpoint
-- Beside the credentials stands what somebody is called, for when profiles cannot be read. The
-- release before wrote first and last name there, and read neither.
-- on purpose: a row is locked as long as one statement runs, and only sign-ups and edits write here
UPDATE "users" SET "name" = "profiles"."first_name" FROM "profiles" WHERE "profiles"."id" = "users"."id";
