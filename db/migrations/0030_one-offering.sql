-- Sessions and activities become one table of offerings with one of slots and one of bookings. The
-- release before goes on by views under the names that it knows, until the release after this one.
-- The tables in the order in which a booking writes them, so that most bookings under way are waited for and not met in a circle.
LOCK TABLE "sessions", "activities", "session_slots", "activity_slots", "session_bookings", "activity_bookings", "favorites", "offers" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
-- on purpose: a view takes the name below, in the same transaction; only the catalogue of tables changes
ALTER TABLE "sessions" RENAME TO "offerings";
ALTER INDEX "sessions_pkey" RENAME TO "offerings_pkey";
ALTER INDEX "sessions_professional_id_created_at_index" RENAME TO "offerings_professional_id_created_at_index";
ALTER INDEX "sessions_activity_type_id_index" RENAME TO "offerings_activity_type_id_index";
ALTER INDEX "sessions_by_reduction" RENAME TO "offerings_by_reduction";
ALTER TABLE "offerings" RENAME CONSTRAINT "sessions_professional_id_professional_profiles_id_fk" TO "offerings_professional_id_professional_profiles_id_fk";
ALTER TABLE "offerings" RENAME CONSTRAINT "sessions_activity_type_id_activity_types_id_fk" TO "offerings_activity_type_id_activity_types_id_fk";
ALTER TABLE "offerings" RENAME CONSTRAINT "sessions_price" TO "offerings_price";
ALTER TABLE "offerings" RENAME CONSTRAINT "sessions_discounted_price" TO "offerings_discounted_price";
ALTER TABLE "offerings" RENAME CONSTRAINT "sessions_duration" TO "offerings_duration";
ALTER TABLE "offerings" RENAME CONSTRAINT "sessions_capacity" TO "offerings_capacity";
ALTER TABLE "offerings" RENAME CONSTRAINT "sessions_online_link" TO "offerings_online_link";
ALTER TABLE "offerings" RENAME CONSTRAINT "sessions_deleted" TO "offerings_deleted";
ALTER TABLE "favorites" RENAME CONSTRAINT "favorites_session_id_sessions_id_fk" TO "favorites_session_id_offerings_id_fk";
ALTER TABLE "offers" RENAME CONSTRAINT "offers_session_id_sessions_id_fk" TO "offers_session_id_offerings_id_fk";--> statement-breakpoint
ALTER TABLE "offerings" ADD COLUMN "kind" text DEFAULT 'session' NOT NULL;--> statement-breakpoint
-- on purpose: the views have a default of their own, and a program that names the table says the kind
ALTER TABLE "offerings" ALTER COLUMN "kind" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "offerings" ADD COLUMN "category" text;--> statement-breakpoint
ALTER TABLE "offerings" ALTER COLUMN "activity_type_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "offerings" DROP CONSTRAINT "sessions_place";--> statement-breakpoint
-- on purpose: the table is locked anyway, and one reading of it is milliseconds for 100 000 sessions
ALTER TABLE "offerings" ADD CONSTRAINT "offerings_place" CHECK ("offerings"."kind" = 'activity' or "offerings"."is_online" or "offerings"."city" is not null);--> statement-breakpoint
-- on purpose: the table is locked anyway, and one reading of it is milliseconds for 100 000 sessions
ALTER TABLE "offerings" ADD CONSTRAINT "offerings_kind" CHECK (("offerings"."kind" = 'session' and "offerings"."activity_type_id" is not null and "offerings"."category" is null)
        or ("offerings"."kind" = 'activity' and "offerings"."activity_type_id" is null and "offerings"."category" is not null and "offerings"."discounted_price_cents" is null));--> statement-breakpoint
-- on purpose: the table is locked anyway, and the index holds activities only, of which there is none yet
CREATE INDEX "offerings_newest_activities" ON "offerings" USING btree ("created_at","id") WHERE kind = 'activity' and is_active;--> statement-breakpoint
INSERT INTO "offerings" ("id", "professional_id", "title", "description", "price_cents", "duration", "capacity", "address", "city", "postal_code", "is_online", "online_link", "image_url", "is_active", "included", "requirements", "tags", "is_recurring", "recurring_days", "recurring_start_time", "recurring_until", "deleted_at", "version", "changed_in", "created_at", "updated_at", "kind", "category")
  SELECT "id", "professional_id", "title", "description", "price_cents", "duration", "capacity", "address", "city", "postal_code", "is_online", "online_link", "image_url", "is_active", "included", "requirements", "tags", "is_recurring", "recurring_days", "recurring_start_time", "recurring_until", "deleted_at", "version", "changed_in", "created_at", "updated_at", 'activity', "category"
  FROM "activities";--> statement-breakpoint
-- on purpose: a view takes the name below, in the same transaction; only the catalogue of tables changes
ALTER TABLE "session_slots" RENAME TO "slots";
ALTER TABLE "slots" RENAME COLUMN "session_id" TO "offering_id";
ALTER INDEX "session_slots_pkey" RENAME TO "slots_pkey";
ALTER INDEX "session_slots_bookable" RENAME TO "slots_bookable";
ALTER TABLE "slots" RENAME CONSTRAINT "session_slots_sessionId_startDatetime_unique" TO "slots_offeringId_startDatetime_unique";
ALTER TABLE "slots" RENAME CONSTRAINT "session_slots_session_id_sessions_id_fk" TO "slots_offering_id_offerings_id_fk";
ALTER TABLE "slots" RENAME CONSTRAINT "session_slots_spots" TO "slots_spots";
ALTER TABLE "slots" RENAME CONSTRAINT "session_slots_capacity" TO "slots_capacity";
ALTER TABLE "slots" RENAME CONSTRAINT "session_slots_end" TO "slots_end";--> statement-breakpoint
INSERT INTO "slots" ("id", "start_datetime", "end_datetime", "capacity", "available_spots", "is_active", "created_at", "offering_id")
  SELECT "id", "start_datetime", "end_datetime", "capacity", "available_spots", "is_active", "created_at", "activity_id"
  FROM "activity_slots";--> statement-breakpoint
-- on purpose: a view takes the name below, in the same transaction; only the catalogue of tables changes
ALTER TABLE "session_bookings" RENAME TO "bookings";
ALTER TABLE "bookings" RENAME COLUMN "session_slot_id" TO "slot_id";
ALTER INDEX "session_bookings_pkey" RENAME TO "bookings_pkey";
ALTER INDEX "session_bookings_one_hold_per_browser" RENAME TO "bookings_one_hold_per_browser";
ALTER INDEX "session_bookings_one_live_per_client" RENAME TO "bookings_one_live_per_client";
ALTER INDEX "session_bookings_client_id_created_at_index" RENAME TO "bookings_client_id_created_at_index";
ALTER INDEX "session_bookings_professional_id_created_at_index" RENAME TO "bookings_professional_id_created_at_index";
ALTER INDEX "session_bookings_by_slot" RENAME TO "bookings_by_slot";
ALTER INDEX "session_bookings_by_buyer" RENAME TO "bookings_by_buyer";
ALTER INDEX "session_bookings_by_browser" RENAME TO "bookings_by_browser";
ALTER INDEX "session_bookings_by_guest_mailbox" RENAME TO "bookings_by_guest_mailbox";
ALTER INDEX "session_bookings_by_address" RENAME TO "bookings_by_address";
ALTER TABLE "bookings" RENAME CONSTRAINT "session_bookings_session_slot_id_session_slots_id_fk" TO "bookings_slot_id_slots_id_fk";
ALTER TABLE "bookings" RENAME CONSTRAINT "session_bookings_client_id_profiles_id_fk" TO "bookings_client_id_profiles_id_fk";
ALTER TABLE "bookings" RENAME CONSTRAINT "session_bookings_professional_id_professional_profiles_id_fk" TO "bookings_professional_id_professional_profiles_id_fk";
ALTER TABLE "bookings" RENAME CONSTRAINT "session_bookings_money" TO "bookings_money";
ALTER TABLE "bookings" RENAME CONSTRAINT "session_bookings_notes" TO "bookings_notes";
ALTER TABLE "bookings" RENAME CONSTRAINT "session_bookings_states" TO "bookings_states";--> statement-breakpoint
INSERT INTO "bookings" ("id", "client_id", "buyer_email", "professional_id", "price_paid_cents", "commission_cents", "booking_notes", "status", "payment_status", "cancel_reason", "refundable_until", "hold_address", "guest_proof_hash", "account_created", "created_at", "confirmed_at", "cancelled_at", "slot_id")
  SELECT "id", "client_id", "buyer_email", "professional_id", "price_paid_cents", "commission_cents", "booking_notes", "status", "payment_status", "cancel_reason", "refundable_until", "hold_address", "guest_proof_hash", "account_created", "created_at", "confirmed_at", "cancelled_at", "activity_slot_id"
  FROM "activity_bookings";--> statement-breakpoint
-- on purpose: every row of it was moved above, in the same transaction, and a view takes the name
DROP TABLE "activity_bookings";--> statement-breakpoint
-- on purpose: every row of it was moved above, in the same transaction, and a view takes the name
DROP TABLE "activity_slots";--> statement-breakpoint
-- on purpose: every row of it was moved above, in the same transaction, and a view takes the name
DROP TABLE "activities";--> statement-breakpoint
CREATE VIEW "sessions" AS
  SELECT "id", "professional_id", "title", "description", "price_cents", "duration", "capacity", "address", "city", "postal_code", "is_online", "online_link", "image_url", "is_active", "included", "requirements", "tags", "is_recurring", "recurring_days", "recurring_start_time", "recurring_until", "deleted_at", "version", "changed_in", "created_at", "updated_at", "discounted_price_cents", "activity_type_id", "kind"
  FROM "offerings" WHERE "kind" = 'session' WITH LOCAL CHECK OPTION;
ALTER VIEW "sessions" ALTER COLUMN "kind" SET DEFAULT 'session';--> statement-breakpoint
CREATE VIEW "activities" AS
  SELECT "id", "professional_id", "title", "description", "price_cents", "duration", "capacity", "address", "city", "postal_code", "is_online", "online_link", "image_url", "is_active", "included", "requirements", "tags", "is_recurring", "recurring_days", "recurring_start_time", "recurring_until", "deleted_at", "version", "changed_in", "created_at", "updated_at", "category", "kind"
  FROM "offerings" WHERE "kind" = 'activity' WITH LOCAL CHECK OPTION;
ALTER VIEW "activities" ALTER COLUMN "kind" SET DEFAULT 'activity';--> statement-breakpoint
CREATE VIEW "session_slots" AS
  SELECT "id", "start_datetime", "end_datetime", "capacity", "available_spots", "is_active", "bookable", "created_at", "offering_id" AS "session_id"
  FROM "slots" WHERE EXISTS (SELECT FROM "offerings" o WHERE o."id" = "slots"."offering_id" AND o."kind" = 'session') WITH LOCAL CHECK OPTION;--> statement-breakpoint
CREATE VIEW "activity_slots" AS
  SELECT "id", "start_datetime", "end_datetime", "capacity", "available_spots", "is_active", "bookable", "created_at", "offering_id" AS "activity_id"
  FROM "slots" WHERE EXISTS (SELECT FROM "offerings" o WHERE o."id" = "slots"."offering_id" AND o."kind" = 'activity') WITH LOCAL CHECK OPTION;--> statement-breakpoint
-- The release before purges by ctid, which a view has only when it names it.
CREATE VIEW "session_bookings" AS
  SELECT "id", "client_id", "buyer_email", "professional_id", "price_paid_cents", "commission_cents", "booking_notes", "status", "payment_status", "cancel_reason", "refundable_until", "hold_address", "guest_proof_hash", "account_created", "created_at", "confirmed_at", "cancelled_at", "slot_id" AS "session_slot_id", "ctid"
  FROM "bookings" WHERE EXISTS (SELECT FROM "slots" s JOIN "offerings" o ON o."id" = s."offering_id" WHERE s."id" = "bookings"."slot_id" AND o."kind" = 'session') WITH LOCAL CHECK OPTION;--> statement-breakpoint
CREATE VIEW "activity_bookings" AS
  SELECT "id", "client_id", "buyer_email", "professional_id", "price_paid_cents", "commission_cents", "booking_notes", "status", "payment_status", "cancel_reason", "refundable_until", "hold_address", "guest_proof_hash", "account_created", "created_at", "confirmed_at", "cancelled_at", "slot_id" AS "activity_slot_id", "ctid"
  FROM "bookings" WHERE EXISTS (SELECT FROM "slots" s JOIN "offerings" o ON o."id" = s."offering_id" WHERE s."id" = "bookings"."slot_id" AND o."kind" = 'activity') WITH LOCAL CHECK OPTION;--> statement-breakpoint
-- Until they are counted anew, a plan would know nothing of kinds.
ANALYZE "offerings", "slots", "bookings";
