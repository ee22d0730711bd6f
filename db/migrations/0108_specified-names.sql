-- The specification's names, for reports and outside tools. A view of several tables, or one that
-- begins with a « with », is never written through, and costs no write anything.
CREATE VIEW "sessions" AS
  WITH "offered" AS (
    SELECT "id", "professional_id", "activity_type_id", "title", "description", "price_cents", "discounted_price_cents", "duration", "capacity", "address", "city", "postal_code", "is_online", "online_link", "image_url", "is_active", "included", "requirements", "tags", "created_at"
    FROM "offerings" WHERE "kind" = 'session'
  ) SELECT * FROM "offered";--> statement-breakpoint
CREATE VIEW "activities" AS
  WITH "offered" AS (
    SELECT "id", "professional_id", "category", "title", "description", "price_cents", "duration", "capacity", "address", "city", "postal_code", "is_online", "online_link", "image_url", "is_active", "included", "requirements", "tags", "is_recurring", "recurring_days", "created_at"
    FROM "offerings" WHERE "kind" = 'activity'
  ) SELECT * FROM "offered";--> statement-breakpoint
CREATE VIEW "session_slots" AS
  SELECT s."id", s."offering_id" AS "session_id", s."start_datetime", s."end_datetime", s."available_spots", s."is_active"
  FROM "slots" s JOIN "offerings" o ON o."id" = s."offering_id" AND o."kind" = 'session';--> statement-breakpoint
CREATE VIEW "activity_slots" AS
  SELECT s."id", s."offering_id" AS "activity_id", s."start_datetime", s."end_datetime", s."available_spots", s."is_active"
  FROM "slots" s JOIN "offerings" o ON o."id" = s."offering_id" AND o."kind" = 'activity';--> statement-breakpoint
CREATE VIEW "session_bookings" AS
  SELECT b."id", b."client_id", b."professional_id", b."slot_id" AS "session_slot_id", b."price_paid_cents", b."booking_notes", b."status", b."payment_status", b."created_at"
  FROM "bookings" b JOIN "session_slots" s ON s."id" = b."slot_id";--> statement-breakpoint
CREATE VIEW "activity_bookings" AS
  SELECT b."id", b."client_id", b."professional_id", b."slot_id" AS "activity_slot_id", b."price_paid_cents", b."booking_notes", b."status", b."payment_status", b."created_at"
  FROM "bookings" b JOIN "activity_slots" s ON s."id" = b."slot_id";
