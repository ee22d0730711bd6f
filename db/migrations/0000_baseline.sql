-- The schema of version 0.1.0. Tables, constraints and most indexes are drizzle-kit's, made from
-- core/tables; what it cannot express stands before and after them.

-- Search ignores accents and forgives a slip of the finger.
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Nobody is in two places: hours exclude each other.
CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
-- Text as search compares it: lower case, no accents, letters and digits separated by single spaces.
-- unaccent is only STABLE because its rules file could change; naming the dictionary makes the
-- promise of IMMUTABLE as good as that of any collation.
CREATE FUNCTION search_key(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN trim(regexp_replace(
  lower(unaccent('unaccent'::regdictionary, normalize(value, NFC)) COLLATE "C"),
  '[^a-z0-9]+', ' ', 'g'
));
--> statement-breakpoint
-- The words of a text and their terms (French stems), without stop words. Stems are taken from the
-- unaccented word on both sides, so that « médité » and « medite » meet.
CREATE FUNCTION search_words(value text) RETURNS TABLE (word text, term text)
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE ROWS 20
BEGIN ATOMIC
  SELECT w, t
  FROM string_to_table(search_key(value), ' ') w,
    LATERAL (SELECT (ts_lexize('french_stem', w))[1]) stem (t)
  WHERE t IS NOT NULL AND w <> '';
END;
--> statement-breakpoint
-- A number of 60 bits for a text: the same on every server and in every version of PostgreSQL, and no
-- sequence, which a restore would have to set.
CREATE FUNCTION number_of(value text) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('x0' || left(md5(value), 15))::bit(64)::bigint;
--> statement-breakpoint
-- The lane of a slot that may be at the same time as any other.
CREATE FUNCTION own_lane(slot uuid) RETURNS int8range
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN int8range(number_of(slot::text) + 1, number_of(slot::text) + 2);
--> statement-breakpoint
-- Three bits of 256 for each of these marks: what has all bits of a question may have its marks.
CREATE FUNCTION signature_of(marks text[]) RETURNS bit(256)
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
  SELECT coalesce(bit_or(set_bit(set_bit(set_bit(
    zeros, (n & 255)::int, 1), (n >> 8 & 255)::int, 1), (n >> 16 & 255)::int, 1)), zeros)
  FROM (SELECT repeat('0', 256)::bit(256)) AS none (zeros)
    LEFT JOIN LATERAL (SELECT number_of(mark) FROM unnest(marks) AS mark) AS numbered (n) ON true
  GROUP BY zeros
);
--> statement-breakpoint
-- Numbers of what a listing is found by: its marks, the cell and the squares of 8 and 32 km of its place, and
-- activity type, place and day in pairs, because an index compares two long lists slowly and finds a pair at once.
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
    UNION ALL SELECT place.mark || day.mark FROM place, day) AS facts (fact));
--> statement-breakpoint
-- Chains an act to the one before, in the one place that writes and checks it.
CREATE FUNCTION act_hash(previous text, number bigint, at timestamptz, operator_id uuid, act text,
  object_kind text, object_id text, fields text[], details_hash text) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
RETURN encode(sha256(convert_to(concat_ws(chr(31), previous, number, extract(epoch FROM at),
  coalesce(operator_id::text, 'cli'), act, object_kind, object_id, array_to_string(fields, ','),
  coalesce(details_hash, '-')), 'UTF8')), 'hex');
--> statement-breakpoint
CREATE TABLE "alert_finds" (
	"alert_id" uuid NOT NULL,
	"slot_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone,
	CONSTRAINT "alert_finds_alert_id_slot_id_pk" PRIMARY KEY("alert_id","slot_id")
);
--> statement-breakpoint
CREATE TABLE "alert_guests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_guests_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "alert_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"email" text NOT NULL,
	"conditions" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"followed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"guest_id" uuid,
	"conditions" jsonb NOT NULL,
	"agreed_at" timestamp with time zone NOT NULL,
	"paused_at" timestamp with time zone,
	"type" bigint NOT NULL,
	"area" "box" NOT NULL,
	"seats" smallint NOT NULL,
	"from_cents" integer NOT NULL,
	"below_cents" integer,
	"day" date,
	"weekdays" smallint DEFAULT 127 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alerts_seats" CHECK ("alerts"."seats" between 1 and 6),
	CONSTRAINT "alerts_owner" CHECK (num_nonnulls("alerts"."user_id", "alerts"."guest_id") = 1),
	CONSTRAINT "alerts_weekdays" CHECK ("alerts"."weekdays" between 1 and 127)
);
--> statement-breakpoint
CREATE TABLE "booking_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"email" text NOT NULL,
	"mailbox" text NOT NULL,
	"kind" text NOT NULL,
	"offering_id" uuid NOT NULL,
	"slot_id" uuid NOT NULL,
	"seats" smallint DEFAULT 1 NOT NULL,
	"amount" integer,
	"booking_notes" text,
	"companions" text,
	"sms_number" text,
	"booking_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"proof_hash" text,
	CONSTRAINT "booking_links_seats" CHECK ("booking_links"."seats" between 1 and 6),
	CONSTRAINT "booking_links_kind" CHECK ("booking_links"."kind" in ('session', 'activity')),
	CONSTRAINT "booking_links_notes" CHECK (length("booking_links"."booking_notes") <= 500)
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid,
	"buyer_email" text NOT NULL,
	"professional_id" uuid NOT NULL,
	"seats" smallint DEFAULT 1 NOT NULL,
	"seats_cancelled" smallint DEFAULT 0 NOT NULL,
	"companions" text,
	"price_paid_cents" integer NOT NULL,
	"commission_cents" integer NOT NULL,
	"commission_rate" integer NOT NULL,
	"vat_rate" smallint,
	"booking_notes" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"payment_status" text DEFAULT 'pending' NOT NULL,
	"cancel_reason" text,
	"refundable_until" timestamp with time zone NOT NULL,
	"hold_address" text,
	"guest_proof_hash" text,
	"account_created" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"slot_id" uuid NOT NULL,
	"sold" jsonb NOT NULL,
	"moved_price_cents" integer,
	"replaces_id" uuid,
	"resale_at" timestamp with time zone,
	"resale_to_id" uuid,
	"resale_of_id" uuid,
	"changed_at" timestamp with time zone,
	"calendar_sequence" integer DEFAULT 0 NOT NULL,
	"amount_shown" integer,
	"presence_code" text,
	"presence" text,
	"presence_by" text,
	"presence_at" timestamp with time zone,
	"contested_at" timestamp with time zone,
	"contested_as" text,
	"sms_number" text,
	"sms_agreed_at" timestamp with time zone,
	CONSTRAINT "bookings_presence_code" CHECK ("bookings"."presence_code" ~ '^[0-9]{4}$'),
	CONSTRAINT "bookings_presence" CHECK (("bookings"."presence" is null) = ("bookings"."presence_at" is null) and ("bookings"."presence" is null) = ("bookings"."presence_by" is null)
        and ("bookings"."presence" in ('present', 'late', 'absent')) is not false and ("bookings"."presence_by" in ('code', 'professional')) is not false),
	CONSTRAINT "bookings_contested" CHECK (("bookings"."contested_at" is null) = ("bookings"."contested_as" is null) and ("bookings"."contested_as" in ('came', 'not_held')) is not false),
	CONSTRAINT "bookings_vat" CHECK ("bookings"."vat_rate" between 0 and 10000),
	CONSTRAINT "bookings_seats" CHECK ("bookings"."seats" between 1 and 6),
	CONSTRAINT "bookings_seats_cancelled" CHECK ("bookings"."seats_cancelled" between 0 and 6 - "bookings"."seats"),
	CONSTRAINT "bookings_companions" CHECK (length("bookings"."companions") <= 200),
	CONSTRAINT "bookings_money" CHECK ("bookings"."commission_cents" between 0 and "bookings"."price_paid_cents"),
	CONSTRAINT "bookings_notes" CHECK (length("bookings"."booking_notes") <= 500),
	CONSTRAINT "bookings_states" CHECK (("bookings"."status" = 'pending' and "bookings"."payment_status" = 'pending' and "bookings"."confirmed_at" is null and "bookings"."cancelled_at" is null)
        or ("bookings"."status" = 'confirmed' and "bookings"."payment_status" = 'paid' and "bookings"."confirmed_at" is not null and "bookings"."cancelled_at" is null and "bookings"."client_id" is not null)
        or ("bookings"."status" = 'cancelled' and "bookings"."cancelled_at" is not null and "bookings"."cancel_reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "goodwill_proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"payment_id" uuid,
	"is_return" boolean DEFAULT false NOT NULL,
	"made_on" date,
	"means" text,
	"reference" text,
	"refund_id" uuid,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"proposed_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"granted" boolean,
	"answer" text,
	CONSTRAINT "goodwill_proposals_refundId_unique" UNIQUE("refund_id"),
	CONSTRAINT "goodwill_proposals_amount" CHECK ("goodwill_proposals"."amount_cents" > 0),
	CONSTRAINT "goodwill_proposals_decided" CHECK (("goodwill_proposals"."decided_at" is null) = ("goodwill_proposals"."granted" is null)),
	CONSTRAINT "goodwill_proposals_proof" CHECK (num_nonnulls("goodwill_proposals"."made_on", "goodwill_proposals"."means", "goodwill_proposals"."reference") = case when "goodwill_proposals"."is_return" then 3 else 0 end),
	CONSTRAINT "goodwill_proposals_refund" CHECK (("goodwill_proposals"."refund_id" is not null) = ("goodwill_proposals"."is_return" and "goodwill_proposals"."granted" is true))
);
--> statement-breakpoint
CREATE TABLE "calendars" (
	"id" uuid PRIMARY KEY NOT NULL,
	"professional_id" uuid NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"etag" text,
	"last_modified" text,
	"next_read_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"good_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"told_at" timestamp with time zone,
	"last_error" text,
	"events" integer DEFAULT 0 NOT NULL,
	"unclear" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"empty_reads" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendars_professionalId_url_unique" UNIQUE("professional_id","url")
);
--> statement-breakpoint
CREATE TABLE "feeds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"professional_id" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "feeds_professionalId_unique" UNIQUE("professional_id"),
	CONSTRAINT "feeds_secretHash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "gaps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"professional_id" uuid NOT NULL,
	"during" "tstzrange" NOT NULL,
	"title" text,
	"offering_id" uuid,
	"cents" integer,
	"state" text DEFAULT 'open' NOT NULL,
	"slot_id" uuid,
	"event_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gaps_professionalId_eventKey_unique" UNIQUE("professional_id","event_key"),
	CONSTRAINT "gaps_state" CHECK ("gaps"."state" in ('open', 'published', 'declined', 'lapsed')),
	CONSTRAINT "gaps_during" CHECK (not isempty("gaps"."during") and not lower_inf("gaps"."during") and not upper_inf("gaps"."during"))
);
--> statement-breakpoint
CREATE TABLE "booking_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"was" jsonb NOT NULL,
	"is_now" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "letter_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"letter_id" uuid NOT NULL,
	"reporter_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"outcome" text,
	"answer" text,
	"basis" text,
	CONSTRAINT "letter_reports_text" CHECK (length("letter_reports"."text") <= 1000),
	CONSTRAINT "letter_reports_decided" CHECK (("letter_reports"."decided_at" is null) = ("letter_reports"."outcome" is null) and ("letter_reports"."decided_at" is null) = ("letter_reports"."answer" is null))
);
--> statement-breakpoint
CREATE TABLE "letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"by" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	CONSTRAINT "letters_by" CHECK ("letters"."by" in ('client', 'professional')),
	CONSTRAINT "letters_text" CHECK (length("letters"."text") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "proposal_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"proposal_id" uuid NOT NULL,
	"booking_id" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"seats" smallint DEFAULT 1 NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	CONSTRAINT "proposal_answers_secretHash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "proposal_answers_answer" CHECK ("proposal_answers"."answer" in ('accepted', 'refused', 'lapsed', 'withdrawn')),
	CONSTRAINT "proposal_answers_at" CHECK (("proposal_answers"."answer" is null) = ("proposal_answers"."answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"professional_id" uuid NOT NULL,
	"from_slot_id" uuid NOT NULL,
	"to_slot_id" uuid NOT NULL,
	"withdraws" boolean NOT NULL,
	"word" text,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "proposals_word" CHECK (length("proposals"."word") <= 280),
	CONSTRAINT "proposals_slots" CHECK ("proposals"."from_slot_id" <> "proposals"."to_slot_id")
);
--> statement-breakpoint
CREATE TABLE "dispute_files" (
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"file_id" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dispute_files_payment_id_kind_pk" PRIMARY KEY("payment_id","kind")
);
--> statement-breakpoint
CREATE TABLE "reclaims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'asked' NOT NULL,
	"refused_code" text,
	"stripe_reversal_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "reclaims_stripeReversalId_unique" UNIQUE("stripe_reversal_id"),
	CONSTRAINT "reclaims_amount" CHECK ("reclaims"."amount_cents" > 0),
	CONSTRAINT "reclaims_made" CHECK (("reclaims"."status" = 'made') = ("reclaims"."stripe_reversal_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "listed_slots" (
	"slot_id" uuid NOT NULL,
	"valid_from" timestamp with time zone NOT NULL,
	"valid_until" timestamp with time zone NOT NULL,
	"listing_no" bigint NOT NULL,
	"professional_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"cents" integer NOT NULL,
	"struck_cents" integer,
	"reduction" smallint,
	"seats" smallint NOT NULL,
	"minutes" smallint NOT NULL,
	"city" bigint NOT NULL,
	"type" bigint NOT NULL,
	"rating" smallint NOT NULL,
	"flags" smallint NOT NULL,
	"cut_day" integer NOT NULL,
	"signature" bit(256) NOT NULL,
	"cell" integer,
	"door" text DEFAULT '' NOT NULL,
	CONSTRAINT "listed_slots_slot_id_valid_from_pk" PRIMARY KEY("slot_id","valid_from"),
	CONSTRAINT "listed_slots_valid" CHECK ("listed_slots"."valid_until" > "listed_slots"."valid_from")
);
--> statement-breakpoint
CREATE TABLE "listings" (
	"offering_id" uuid PRIMARY KEY NOT NULL,
	"no" bigint NOT NULL,
	"professional_id" uuid NOT NULL,
	"marks" text[] NOT NULL,
	"card" jsonb NOT NULL,
	"cell" integer,
	"door" text DEFAULT '' NOT NULL,
	CONSTRAINT "listings_no_unique" UNIQUE("no")
);
--> statement-breakpoint
CREATE TABLE "slot_news" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slot_id" uuid NOT NULL,
	"is_new" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "demo_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"channel" text DEFAULT 'mail' NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_refusals" (
	"user_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"refused_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_refusals_user_id_topic_pk" PRIMARY KEY("user_id","topic")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"to_address" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"secrets" jsonb,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "mails_reference_kind_unique" UNIQUE("reference","kind"),
	CONSTRAINT "mails_secrets" CHECK ("mails"."status" = 'queued' or "mails"."secrets" is null)
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"author_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"subject" text,
	"message" text NOT NULL,
	"fields" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"answer" text,
	CONSTRAINT "messages_answer" CHECK (length("messages"."answer") between 1 and 5000),
	CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('contact', 'gift_card', 'withdrawal'))
);
--> statement-breakpoint
CREATE TABLE "account_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"measure" text NOT NULL,
	"basis" text NOT NULL,
	"facts" text NOT NULL,
	"source" text NOT NULL,
	"urgency" text,
	"booked" text NOT NULL,
	"terms_change_id" uuid,
	"decided_at" timestamp with time zone DEFAULT now() NOT NULL,
	"effective_at" timestamp with time zone NOT NULL,
	"carried_out_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"contested_at" timestamp with time zone,
	"contest" text DEFAULT '' NOT NULL,
	"answered_at" timestamp with time zone,
	"answer" text DEFAULT '' NOT NULL,
	CONSTRAINT "account_decisions_facts" CHECK (length("account_decisions"."facts") <= 1000),
	CONSTRAINT "account_decisions_words" CHECK (length("account_decisions"."contest") <= 1000 and length("account_decisions"."answer") <= 1000),
	CONSTRAINT "account_decisions_urgency" CHECK ("account_decisions"."urgency" is null or "account_decisions"."measure" = 'ended')
);
--> statement-breakpoint
CREATE TABLE "booking_choices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"decision_id" uuid NOT NULL,
	"booking_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"chosen" text,
	"chosen_at" timestamp with time zone,
	CONSTRAINT "booking_choices_decisionId_bookingId_unique" UNIQUE("decision_id","booking_id")
);
--> statement-breakpoint
CREATE TABLE "case_contests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"review_id" uuid,
	"letter_id" uuid,
	"report_id" uuid,
	"is_reply" boolean DEFAULT false NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	"text" text NOT NULL,
	"contested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "case_contests_once" UNIQUE NULLS NOT DISTINCT("review_id","letter_id","report_id","is_reply","decided_at"),
	CONSTRAINT "case_contests_subject" CHECK (("case_contests"."review_id" is null) <> ("case_contests"."letter_id" is null)),
	CONSTRAINT "case_contests_text" CHECK (length("case_contests"."text") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "content_appeals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"decision_id" uuid NOT NULL,
	"report_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone,
	"text" text DEFAULT '' NOT NULL,
	"answer_id" uuid,
	CONSTRAINT "content_appeals_text" CHECK (length("content_appeals"."text") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "content_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"offering_id" uuid,
	"professional_id" uuid NOT NULL,
	"measure" text NOT NULL,
	"basis" text,
	"facts" text NOT NULL,
	"was_active" boolean NOT NULL,
	"image_url" text,
	"decided_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "content_decisions_facts" CHECK (length("content_decisions"."facts") <= 1000),
	CONSTRAINT "content_decisions_basis" CHECK (("content_decisions"."measure" = 'none') = ("content_decisions"."basis" is null)),
	CONSTRAINT "content_decisions_due" CHECK (("content_decisions"."measure" = 'correction') = ("content_decisions"."due_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "content_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"offering_id" uuid,
	"professional_id" uuid NOT NULL,
	"reporter_id" uuid,
	"email" text,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"is_picture" boolean DEFAULT false NOT NULL,
	"snapshot" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decision_id" uuid,
	CONSTRAINT "content_reports_text" CHECK (length("content_reports"."text") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "activity_types" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"accepted_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"merged_into_id" uuid,
	"filter_place" smallint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "activity_types_name_unique" UNIQUE("name"),
	CONSTRAINT "activity_types_filterPlace_unique" UNIQUE("filter_place")
);
--> statement-breakpoint
CREATE TABLE "favorites" (
	"client_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favorites_client_id_session_id_pk" PRIMARY KEY("client_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"bucket" text NOT NULL,
	"folder" uuid NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"used" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	"withheld_at" timestamp with time zone,
	CONSTRAINT "images_bucket" CHECK ("images"."bucket" in ('session-images', 'activity-images'))
);
--> statement-breakpoint
CREATE TABLE "offerings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"professional_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"price_cents" integer NOT NULL,
	"duration" integer NOT NULL,
	"capacity" smallint DEFAULT 1 NOT NULL,
	"address" text,
	"city" text,
	"postal_code" text,
	"is_address_public" boolean DEFAULT false NOT NULL,
	"pin" text,
	"address_point" text,
	"address_asks" timestamp with time zone[],
	"is_online" boolean DEFAULT false NOT NULL,
	"online_link" text,
	"former_place" jsonb,
	"image_url" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"included" text,
	"requirements" text,
	"tags" text[],
	"is_recurring" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_in" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"discounted_price_cents" integer,
	"activity_type_id" uuid,
	"kind" text NOT NULL,
	"category" text,
	"fall_steps" jsonb,
	"fall_floor_cents" integer,
	"archived_at" timestamp with time zone,
	"withheld_at" timestamp with time zone,
	CONSTRAINT "offerings_kind" CHECK (("offerings"."kind" = 'session' and "offerings"."activity_type_id" is not null and "offerings"."category" is null)
        or ("offerings"."kind" = 'activity' and "offerings"."activity_type_id" is null and "offerings"."category" is not null and "offerings"."discounted_price_cents" is null)),
	CONSTRAINT "offerings_price" CHECK ("offerings"."price_cents" = 0 or "offerings"."price_cents" >= 50),
	CONSTRAINT "offerings_discounted_price" CHECK ("offerings"."discounted_price_cents" is null or ("offerings"."discounted_price_cents" < "offerings"."price_cents" and ("offerings"."discounted_price_cents" = 0 or "offerings"."discounted_price_cents" >= 50))),
	CONSTRAINT "offerings_fall_floor" CHECK ("offerings"."fall_floor_cents" >= 50),
	CONSTRAINT "offerings_archived" CHECK ("offerings"."archived_at" is null or not "offerings"."is_active"),
	CONSTRAINT "offerings_withheld" CHECK ("offerings"."withheld_at" is null or not "offerings"."is_active"),
	CONSTRAINT "offerings_duration" CHECK ("offerings"."duration" > 0),
	CONSTRAINT "offerings_capacity" CHECK ("offerings"."capacity" between 1 and 50),
	CONSTRAINT "offerings_place" CHECK ("offerings"."kind" = 'activity' or "offerings"."is_online" or "offerings"."city" is not null),
	CONSTRAINT "offerings_online_link" CHECK ("offerings"."online_link" is null or "offerings"."online_link" like 'https://%'),
	CONSTRAINT "offerings_points" CHECK (pin ~ '^-?\d{1,2}\.\d{5},-?\d{1,3}\.\d{5}$' and address_point ~ '^-?\d{1,2}\.\d{5},-?\d{1,3}\.\d{5}$'),
	CONSTRAINT "offerings_deleted" CHECK ("offerings"."deleted_at" is null or not "offerings"."is_active")
);
--> statement-breakpoint
CREATE TABLE "slots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"start_datetime" timestamp with time zone NOT NULL,
	"end_datetime" timestamp with time zone NOT NULL,
	"capacity" smallint NOT NULL,
	"available_spots" smallint NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"bookable" boolean GENERATED ALWAYS AS (is_active and available_spots > 0) STORED NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"offering_id" uuid NOT NULL,
	"is_parallel" boolean DEFAULT false NOT NULL,
	"is_occupied" boolean DEFAULT false NOT NULL,
	"absence_id" uuid,
	"outside_seats" smallint DEFAULT 0 NOT NULL,
	"reserved_seats" smallint DEFAULT 0 NOT NULL,
	"resale_seats" smallint DEFAULT 0 NOT NULL,
	"price_cents" integer,
	"priced_at" timestamp with time zone,
	"prices_frozen_at" timestamp with time zone,
	"bookable_since" timestamp with time zone,
	"reference_cents" integer,
	"share_code" text,
	"has_line" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "slots_offeringId_startDatetime_unique" UNIQUE("offering_id","start_datetime"),
	CONSTRAINT "slots_spots" CHECK ("slots"."available_spots" between 0 and "slots"."capacity"),
	CONSTRAINT "slots_capacity" CHECK ("slots"."capacity" between 1 and 50),
	CONSTRAINT "slots_spots_kept" CHECK ("slots"."outside_seats" >= 0 and "slots"."reserved_seats" >= 0
        and "slots"."available_spots" + "slots"."outside_seats" + "slots"."reserved_seats" <= "slots"."capacity"),
	CONSTRAINT "slots_price" CHECK ("slots"."price_cents" = 0 or "slots"."price_cents" >= 50),
	CONSTRAINT "slots_end" CHECK ("slots"."end_datetime" > "slots"."start_datetime")
);
--> statement-breakpoint
CREATE TABLE "act_details" (
	"number" bigint PRIMARY KEY NOT NULL,
	"person_id" uuid,
	"salt" text NOT NULL,
	"content" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "acts" (
	"number" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"operator_id" uuid,
	"act" text NOT NULL,
	"object_kind" text NOT NULL,
	"object_id" text NOT NULL,
	"fields" text[] NOT NULL,
	"details_hash" text,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "asked_opinions" (
	"kind" text NOT NULL,
	"object_id" uuid NOT NULL,
	"asked_of" uuid NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "asked_opinions_kind_object_id_asked_of_pk" PRIMARY KEY("kind","object_id","asked_of")
);
--> statement-breakpoint
CREATE TABLE "operator_logins" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"operator_id" uuid NOT NULL,
	"user_agent" text,
	"passkey_id" uuid,
	"opened_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operators" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"roles" text[] NOT NULL,
	"password_hash" text NOT NULL,
	"totp_secret" text NOT NULL,
	"totp_used" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "operators_email_unique" UNIQUE("email"),
	CONSTRAINT "operators_roles" CHECK (cardinality("operators"."roles") > 0 and "operators"."roles" <@ array['assistance', 'finance', 'administration'])
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"challenge_hash" text PRIMARY KEY NOT NULL,
	"operator_id" uuid,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"operator_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "passkeys_credentialId_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "readings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"operator_id" uuid,
	"object_kind" text NOT NULL,
	"object_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"operator_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_operator_id_code_hash_pk" PRIMARY KEY("operator_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "taken_work" (
	"kind" text NOT NULL,
	"object_id" uuid NOT NULL,
	"operator_id" uuid NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "taken_work_kind_object_id_pk" PRIMARY KEY("kind","object_id")
);
--> statement-breakpoint
CREATE TABLE "tax_details" (
	"professional_id" uuid PRIMARY KEY NOT NULL,
	"legal_form" text NOT NULL,
	"legal_name" text NOT NULL,
	"address" text NOT NULL,
	"postal_code" text NOT NULL,
	"city" text NOT NULL,
	"country" text NOT NULL,
	"birth_date" date,
	"registration" text,
	"tax_number" text NOT NULL,
	"account_country" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tax_details_form" CHECK (case "tax_details"."legal_form" when 'person' then "tax_details"."birth_date" is not null
        when 'firm' then "tax_details"."registration" is not null else false end)
);
--> statement-breakpoint
CREATE TABLE "tax_requests" (
	"professional_id" uuid PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reminders" smallint DEFAULT 0 NOT NULL,
	"reminded_at" timestamp with time zone,
	"looked_at" timestamp with time zone,
	CONSTRAINT "tax_requests_reminders" CHECK ("tax_requests"."reminders" between 0 and 2)
);
--> statement-breakpoint
CREATE TABLE "payment_movements" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"stripe_refund_id" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_movements_kind" CHECK ("payment_movements"."kind" in ('reversal', 'fee_refund', 'dispute')),
	CONSTRAINT "payment_movements_amount" CHECK ("payment_movements"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"reference" uuid NOT NULL,
	"status" text DEFAULT 'creating' NOT NULL,
	"amount_cents" integer NOT NULL,
	"quantity" smallint DEFAULT 1 NOT NULL,
	"application_fee_cents" integer DEFAULT 0 NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"currency" text DEFAULT 'eur' NOT NULL,
	"destination_account" text,
	"description" text NOT NULL,
	"payer_email" text NOT NULL,
	"checkout_session_id" text,
	"checkout_url" text,
	"payment_intent_id" text,
	"charge_id" text,
	"success_url" text NOT NULL,
	"cancel_token" text NOT NULL,
	"abandoned_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"review_reason" text,
	"dispute_status" text,
	"dispute_id" text,
	"disputed_at" timestamp with time zone,
	"dispute_ended_at" timestamp with time zone,
	"dispute_reason" text,
	"disputed_cents" integer,
	"dispute_fee_cents" integer,
	"dispute_due_at" timestamp with time zone,
	"charged_back_cents" integer DEFAULT 0 NOT NULL,
	"terms_since" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processing_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"request_id" uuid,
	"returns_read_at" timestamp with time zone,
	"recovery" jsonb,
	CONSTRAINT "payments_paymentIntentId_unique" UNIQUE("payment_intent_id"),
	CONSTRAINT "payments_chargeId_unique" UNIQUE("charge_id"),
	CONSTRAINT "payments_quantity" CHECK ("payments"."quantity" > 0 and "payments"."amount_cents" % "payments"."quantity" = 0),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_cents" >= 50),
	CONSTRAINT "payments_fee" CHECK ("payments"."application_fee_cents" between 0 and "payments"."amount_cents"),
	CONSTRAINT "payments_refunded" CHECK ("payments"."refunded_cents" between 0 and "payments"."amount_cents"),
	CONSTRAINT "payments_charged_back" CHECK ("payments"."charged_back_cents" between 0 and "payments"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "provider_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"turn" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'asked' NOT NULL,
	"stripe_refund_id" text,
	"seats" smallint,
	"commission_cents" integer,
	"reversed_at" timestamp with time zone,
	"redone_at" timestamp with time zone,
	"refused_code" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "refunds_stripeRefundId_unique" UNIQUE("stripe_refund_id"),
	CONSTRAINT "refunds_commission" CHECK ("refunds"."commission_cents" between 0 and "refunds"."amount_cents"),
	CONSTRAINT "refunds_seats" CHECK ("refunds"."seats" between 0 and 6),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"account" text,
	"object_id" text,
	"livemode" boolean NOT NULL,
	"api_version" text,
	"payload" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"password" text,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credentials_userId_providerId_unique" UNIQUE("user_id","provider_id")
);
--> statement-breakpoint
CREATE TABLE "logins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "logins_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"phone" text,
	"sms_number" text,
	"sms_agreed_at" timestamp with time zone,
	"is_client" boolean DEFAULT true NOT NULL,
	"is_pro" boolean DEFAULT false NOT NULL,
	"can_create_activities" boolean DEFAULT false NOT NULL,
	"activities_granted" boolean DEFAULT false NOT NULL,
	"account_status" text DEFAULT 'active' NOT NULL,
	"session_count" integer DEFAULT 0 NOT NULL,
	"subscription_plan" text,
	"quota_anchor" timestamp with time zone DEFAULT now() NOT NULL,
	"last_quota_reset" timestamp with time zone DEFAULT now() NOT NULL,
	"counted_under" text,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_in" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"deletion_asked_at" timestamp with time zone,
	"deletion_hid" uuid[],
	"last_active_at" timestamp with time zone DEFAULT now(),
	"unused_notice" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "profiles_email_unique" UNIQUE("email"),
	CONSTRAINT "profiles_session_count" CHECK ("profiles"."session_count" >= 0),
	CONSTRAINT "profiles_account_status" CHECK ("profiles"."account_status" in ('active', 'suspended', 'deleted')),
	CONSTRAINT "profiles_email" CHECK ("profiles"."email" = lower("profiles"."email"))
);
--> statement-breakpoint
CREATE TABLE "temporary_passwords" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "token_families" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"family_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tokens_kind" CHECK ("tokens"."kind" in ('access', 'refresh'))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"name" text NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "past_slot_prices" (
	"offering_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"cents" integer NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"until_at" timestamp with time zone NOT NULL,
	CONSTRAINT "past_slot_prices_offering_id_starts_at_from_at_pk" PRIMARY KEY("offering_id","starts_at","from_at"),
	CONSTRAINT "past_slot_prices_until" CHECK ("past_slot_prices"."until_at" >= "past_slot_prices"."from_at")
);
--> statement-breakpoint
CREATE TABLE "slot_prices" (
	"slot_id" uuid NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"cents" integer NOT NULL,
	CONSTRAINT "slot_prices_slot_id_from_at_pk" PRIMARY KEY("slot_id","from_at"),
	CONSTRAINT "slot_prices_cents" CHECK ("slot_prices"."cents" >= 50)
);
--> statement-breakpoint
CREATE TABLE "payment_account_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"professional_id" uuid NOT NULL,
	"email" text NOT NULL,
	"business_name" text NOT NULL,
	"business_type" text NOT NULL,
	"country" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_account_requests_professionalId_unique" UNIQUE("professional_id"),
	CONSTRAINT "payment_account_requests_business_type" CHECK ("payment_account_requests"."business_type" in ('individual', 'company', 'non_profit')),
	CONSTRAINT "payment_account_requests_country" CHECK ("payment_account_requests"."country" in ('FR', 'BE', 'CH', 'CA'))
);
--> statement-breakpoint
CREATE TABLE "professional_drafts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"business_name" text NOT NULL,
	"business_description" text NOT NULL,
	"business_address" text,
	"business_city" text,
	"business_postal_code" text,
	"business_phone" text,
	"siret" text,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "professional_profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"business_name" text NOT NULL,
	"business_description" text NOT NULL,
	"business_address" text,
	"business_city" text,
	"business_postal_code" text,
	"business_phone" text,
	"siret" text,
	"vat_status" text,
	"vat_number" text,
	"is_verified" boolean DEFAULT false NOT NULL,
	"rating" numeric(2, 1) DEFAULT 0 NOT NULL,
	"total_reviews" integer DEFAULT 0 NOT NULL,
	"stripe_connect_account_id" text,
	"charges_enabled" boolean DEFAULT false NOT NULL,
	"transfers_active" boolean DEFAULT false NOT NULL,
	"payouts_enabled" boolean DEFAULT false NOT NULL,
	"details_submitted" boolean DEFAULT false NOT NULL,
	"requirements_due" boolean DEFAULT false NOT NULL,
	"payment_account_lost_at" timestamp with time zone,
	"can_receive_charges" boolean GENERATED ALWAYS AS (stripe_connect_account_id is not null and charges_enabled and transfers_active) STORED NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_in" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"buffer_minutes" smallint DEFAULT 0 NOT NULL,
	"notice_minutes" smallint DEFAULT 30 NOT NULL,
	"shown_phone" text,
	"left_at" timestamp with time zone,
	"sells_until" timestamp with time zone,
	CONSTRAINT "professional_profiles_stripeConnectAccountId_unique" UNIQUE("stripe_connect_account_id"),
	CONSTRAINT "professional_profiles_rating" CHECK ("professional_profiles"."rating" between 0 and 5),
	CONSTRAINT "professional_profiles_vat" CHECK (("professional_profiles"."vat_status" in ('exempt', 'charged')) is not false
        and ("professional_profiles"."vat_status" is not distinct from 'charged') = ("professional_profiles"."vat_number" is not null)),
	CONSTRAINT "professional_profiles_total_reviews" CHECK ("professional_profiles"."total_reviews" >= 0),
	CONSTRAINT "professional_profiles_buffer" CHECK ("professional_profiles"."buffer_minutes" between 0 and 120),
	CONSTRAINT "professional_profiles_notice" CHECK ("professional_profiles"."notice_minutes" between 0 and 1440),
	CONSTRAINT "professional_profiles_business_name" CHECK (length(trim("professional_profiles"."business_name")) > 0)
);
--> statement-breakpoint
CREATE TABLE "professional_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"plan_type" text NOT NULL,
	"offer" text,
	"status" text NOT NULL,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"stripe_price_id" text,
	"current_period_end" timestamp with time zone,
	"cancel_at" timestamp with time zone,
	"past_due_since" timestamp with time zone,
	"billing_paused_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"checked_at" timestamp with time zone,
	CONSTRAINT "professional_subscriptions_stripeSubscriptionId_unique" UNIQUE("stripe_subscription_id"),
	CONSTRAINT "professional_subscriptions_status" CHECK ("professional_subscriptions"."status" in ('inactive', 'active', 'past_due', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "subscription_checkouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"buyer_email" text NOT NULL,
	"offer" text NOT NULL,
	"status" text DEFAULT 'creating' NOT NULL,
	"checkout_session_id" text,
	"checkout_url" text,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"success_url" text NOT NULL,
	"cancel_url" text NOT NULL,
	"guest_proof_hash" text,
	"account_created" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	"processing_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"recovery" jsonb,
	CONSTRAINT "subscription_checkouts_checkoutSessionId_unique" UNIQUE("checkout_session_id"),
	CONSTRAINT "subscription_checkouts_stripeSubscriptionId_unique" UNIQUE("stripe_subscription_id"),
	CONSTRAINT "subscription_checkouts_status" CHECK ("subscription_checkouts"."status" in ('creating', 'open', 'complete', 'expired', 'returned'))
);
--> statement-breakpoint
CREATE TABLE "boosts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"professional_id" uuid NOT NULL,
	"offering_id" uuid NOT NULL,
	"month" date NOT NULL,
	"during" "tstzrange" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "boosts_professionalId_month_unique" UNIQUE("professional_id","month"),
	CONSTRAINT "boosts_during" CHECK (not isempty("boosts"."during") and not lower_inf("boosts"."during") and not upper_inf("boosts"."during"))
);
--> statement-breakpoint
CREATE TABLE "daily_figures" (
	"offering_id" uuid NOT NULL,
	"day" date NOT NULL,
	"hour" smallint NOT NULL,
	"professional_id" uuid NOT NULL,
	"seats" integer NOT NULL,
	"filled" integer NOT NULL,
	"outside" integer DEFAULT 0 NOT NULL,
	"cents" integer NOT NULL,
	"late_seats" integer NOT NULL,
	"late_cents" integer NOT NULL,
	"empty_cents" integer NOT NULL,
	"holds" integer NOT NULL,
	"paid" integer NOT NULL,
	"booked" integer DEFAULT 0 NOT NULL,
	"absent" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_figures_offering_id_day_hour_pk" PRIMARY KEY("offering_id","day","hour"),
	CONSTRAINT "daily_figures_hour" CHECK ("daily_figures"."hour" between 0 and 23)
);
--> statement-breakpoint
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
	"booked" integer DEFAULT 0 NOT NULL,
	"absent" integer DEFAULT 0 NOT NULL,
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
	"booked" integer DEFAULT 0 NOT NULL,
	"absent" integer DEFAULT 0 NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_trust" (
	"day" date PRIMARY KEY NOT NULL,
	"payments" integer NOT NULL,
	"taken_cents" bigint NOT NULL,
	"kept_cents" bigint NOT NULL,
	"refunded_cents" bigint NOT NULL,
	"disputes" integer NOT NULL,
	"joined" integer NOT NULL,
	"gone" integer,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_views" (
	"day" date NOT NULL,
	"offering_id" uuid NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "daily_views_day_offering_id_pk" PRIMARY KEY("day","offering_id")
);
--> statement-breakpoint
CREATE TABLE "daily_visits" (
	"day" date PRIMARY KEY NOT NULL,
	"visits" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "evening_courses" (
	"day" date NOT NULL,
	"hour" smallint NOT NULL,
	"taken" integer NOT NULL,
	CONSTRAINT "evening_courses_day_hour_pk" PRIMARY KEY("day","hour"),
	CONSTRAINT "evening_courses_hour" CHECK ("evening_courses"."hour" between 8 and 22)
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
CREATE TABLE "offering_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"professional_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text,
	"fields" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "offering_drafts_kind" CHECK ("offering_drafts"."kind" in ('session', 'activity'))
);
--> statement-breakpoint
CREATE TABLE "sms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"reference" uuid NOT NULL,
	"professional_id" uuid,
	"to_number" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"why" text,
	"provider_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"send_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "sms_kind_reference_unique" UNIQUE("kind","reference"),
	CONSTRAINT "sms_kind" CHECK ("sms"."kind" in ('reminder', 'booking-soon')),
	CONSTRAINT "sms_status" CHECK ("sms"."status" in ('queued', 'sent', 'dropped'))
);
--> statement-breakpoint
CREATE TABLE "sms_stops" (
	"number_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_refusals" (
	"user_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"refused_at" timestamp with time zone NOT NULL,
	CONSTRAINT "push_refusals_user_id_topic_pk" PRIMARY KEY("user_id","topic")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"login_id" uuid,
	"family_id" uuid,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"agreed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint"),
	CONSTRAINT "push_subscriptions_one_per_login" UNIQUE("login_id"),
	CONSTRAINT "push_subscriptions_access" CHECK (num_nonnulls("push_subscriptions"."login_id", "push_subscriptions"."family_id") = 1),
	CONSTRAINT "push_subscriptions_endpoint" CHECK (length("push_subscriptions"."endpoint") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "review_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"review_id" uuid NOT NULL,
	"reporter_id" uuid,
	"email" text,
	"is_doubt" boolean NOT NULL,
	"is_filter" boolean DEFAULT false NOT NULL,
	"is_reply" boolean DEFAULT false NOT NULL,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"snapshot" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"outcome" text,
	"answer" text,
	"basis" text,
	CONSTRAINT "review_reports_text" CHECK (length("review_reports"."text") <= 1000),
	CONSTRAINT "review_reports_decided" CHECK (("review_reports"."decided_at" is null) = ("review_reports"."outcome" is null) and ("review_reports"."decided_at" is null) = ("review_reports"."answer" is null))
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"professional_id" uuid NOT NULL,
	"offering_id" uuid NOT NULL,
	"rating" smallint,
	"rates" "tstzrange",
	"text" text NOT NULL,
	"tags" text[] NOT NULL,
	"status" text NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	"reply" text,
	"replied_at" timestamp with time zone,
	"refused_because" text,
	"refused_basis" text,
	"refused_at" timestamp with time zone,
	"reply_removed_because" text,
	"reply_removed_basis" text,
	"reply_removed_at" timestamp with time zone,
	CONSTRAINT "reviews_bookingId_unique" UNIQUE("booking_id"),
	CONSTRAINT "reviews_rating" CHECK ("reviews"."rating" between 1 and 5),
	CONSTRAINT "reviews_rates" CHECK (("reviews"."rating" is null) = ("reviews"."rates" is null)),
	CONSTRAINT "reviews_text" CHECK (length("reviews"."text") <= 1000),
	CONSTRAINT "reviews_tags" CHECK (cardinality("reviews"."tags") <= 3),
	CONSTRAINT "reviews_reply" CHECK (length("reviews"."reply") between 1 and 1000),
	CONSTRAINT "reviews_replied" CHECK (("reviews"."reply" is null) = ("reviews"."replied_at" is null)),
	CONSTRAINT "reviews_reply_removed" CHECK (("reviews"."reply_removed_at" is null) = ("reviews"."reply_removed_because" is null) and ("reviews"."reply_removed_at" is null) = ("reviews"."reply_removed_basis" is null)),
	CONSTRAINT "reviews_status" CHECK ("reviews"."status" in ('published', 'waiting', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "known_places" (
	"start" text NOT NULL,
	"city" text NOT NULL,
	CONSTRAINT "known_places_start_city_pk" PRIMARY KEY("start","city")
);
--> statement-breakpoint
CREATE TABLE "known_words" (
	"word" text PRIMARY KEY NOT NULL,
	"term" text NOT NULL
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
CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"until_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcements_hours" CHECK ("announcements"."from_at" < "announcements"."until_at"),
	CONSTRAINT "announcements_kind" CHECK ("announcements"."kind" in ('information', 'interruption'))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"call" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb,
	"started_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "terms_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"summary" text NOT NULL,
	"effective_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "terms_changes_summary" CHECK (length("terms_changes"."summary") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "busy_times" (
	"id" uuid PRIMARY KEY NOT NULL,
	"professional_id" uuid NOT NULL,
	"source" text NOT NULL,
	"during" "tstzrange" NOT NULL,
	"title" text,
	"calendar_id" uuid,
	"event_key" text,
	"missed" smallint DEFAULT 0 NOT NULL,
	"warned_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "busy_times_calendarId_eventKey_unique" UNIQUE("calendar_id","event_key"),
	CONSTRAINT "busy_times_source" CHECK ("busy_times"."source" in ('absence', 'busy', 'outside', 'calendar')),
	CONSTRAINT "busy_times_during" CHECK (not isempty("busy_times"."during") and not lower_inf("busy_times"."during") and not upper_inf("busy_times"."during")),
	CONSTRAINT "busy_times_calendar" CHECK (("busy_times"."source" = 'calendar') = ("busy_times"."calendar_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "occupied" (
	"id" uuid PRIMARY KEY NOT NULL,
	"professional_id" uuid NOT NULL,
	"slot_id" uuid NOT NULL,
	"during" "tstzrange" NOT NULL,
	"lane" "int8range" DEFAULT '(,0)' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "occupied_slotId_unique" UNIQUE("slot_id"),
	CONSTRAINT "occupied_during" CHECK (not isempty("occupied"."during") and not lower_inf("occupied"."during") and not upper_inf("occupied"."during")),
	CONSTRAINT "occupied_lane" CHECK (("occupied"."lane" = '(,0)' or (lower("occupied"."lane") > 0 and upper("occupied"."lane") = lower("occupied"."lane") + 1)) is true)
);
--> statement-breakpoint
CREATE TABLE "opening_hours" (
	"professional_id" uuid NOT NULL,
	"weekday" smallint NOT NULL,
	"opens" time NOT NULL,
	"closes" time NOT NULL,
	CONSTRAINT "opening_hours_professional_id_weekday_opens_pk" PRIMARY KEY("professional_id","weekday","opens"),
	CONSTRAINT "opening_hours_weekday" CHECK ("opening_hours"."weekday" between 1 and 7),
	CONSTRAINT "opening_hours_stretch" CHECK ("opening_hours"."closes" > "opening_hours"."opens")
);
--> statement-breakpoint
CREATE TABLE "outside_clients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slot_id" uuid NOT NULL,
	"name" text,
	"seats" smallint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seats_lost_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	CONSTRAINT "outside_clients_told" CHECK ("outside_clients"."told_at" is null or "outside_clients"."seats_lost_at" is not null),
	CONSTRAINT "outside_clients_seats" CHECK ("outside_clients"."seats" between 1 and 50),
	CONSTRAINT "outside_clients_name" CHECK (length("outside_clients"."name") <= 100)
);
--> statement-breakpoint
CREATE TABLE "schedule_exceptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"offering_id" uuid NOT NULL,
	"day" date NOT NULL,
	"starts" time,
	"why" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "schedule_exceptions_offeringId_day_starts_unique" UNIQUE NULLS NOT DISTINCT("offering_id","day","starts"),
	CONSTRAINT "schedule_exceptions_why" CHECK ("schedule_exceptions"."why" in ('left_out', 'holiday', 'moved'))
);
--> statement-breakpoint
CREATE TABLE "schedule_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"offering_id" uuid NOT NULL,
	"weekdays" smallint[] NOT NULL,
	"starts" time NOT NULL,
	"every_weeks" smallint DEFAULT 1 NOT NULL,
	"from_day" date NOT NULL,
	"until_day" date,
	"is_parallel" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "schedule_rules_weekdays" CHECK (cardinality("schedule_rules"."weekdays") between 1 and 7 and "schedule_rules"."weekdays" <@ '{1,2,3,4,5,6,7}'::smallint[]),
	CONSTRAINT "schedule_rules_weeks" CHECK ("schedule_rules"."every_weeks" between 1 and 8),
	CONSTRAINT "schedule_rules_until" CHECK ("schedule_rules"."until_day" is null or "schedule_rules"."until_day" >= "schedule_rules"."from_day")
);
--> statement-breakpoint
CREATE TABLE "proof_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"proof_id" uuid,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"sealed_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"delete_after" timestamp with time zone,
	CONSTRAINT "proof_files_proofId_unique" UNIQUE("proof_id"),
	CONSTRAINT "proof_files_type" CHECK ("proof_files"."type" in ('application/pdf', 'image/jpeg')),
	CONSTRAINT "proof_files_bytes" CHECK ("proof_files"."bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "proofs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"professional_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"title" text,
	"issuer" text,
	"number" text,
	"issued_on" date,
	"expires_on" date,
	"register" jsonb,
	"checked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"reason" text,
	CONSTRAINT "proofs_kind" CHECK ("proofs"."kind" in ('company', 'identity', 'diploma', 'insurance', 'title')),
	CONSTRAINT "proofs_status" CHECK ("proofs"."status" in ('waiting', 'accepted', 'refused', 'ended')),
	CONSTRAINT "proofs_number" CHECK ("proofs"."kind" not in ('company', 'title') or "proofs"."number" is not null),
	CONSTRAINT "proofs_insurance" CHECK ("proofs"."kind" <> 'insurance' or "proofs"."expires_on" is not null),
	CONSTRAINT "proofs_decided" CHECK (case "proofs"."status" when 'waiting' then "proofs"."decided_at" is null when 'ended' then true
        else "proofs"."decided_at" is not null end),
	CONSTRAINT "proofs_ended" CHECK (("proofs"."status" = 'ended') = ("proofs"."ended_at" is not null)),
	CONSTRAINT "proofs_refused" CHECK ("proofs"."status" <> 'refused' or "proofs"."reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "waiting_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"slot_id" uuid NOT NULL,
	"seats" smallint NOT NULL,
	"lined_up_at" timestamp with time zone NOT NULL,
	"had_turn_at" timestamp with time zone,
	"missed_at" timestamp with time zone,
	"offered_at" timestamp with time zone,
	"offered_until" timestamp with time zone,
	"offered_cents" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waiting_entries_one_per_person" UNIQUE("slot_id","user_id"),
	CONSTRAINT "waiting_entries_seats" CHECK ("waiting_entries"."seats" between 1 and 6),
	CONSTRAINT "waiting_entries_offer" CHECK (("waiting_entries"."offered_at" is null) = ("waiting_entries"."offered_until" is null) and ("waiting_entries"."offered_at" is null) = ("waiting_entries"."offered_cents" is null)
        and ("waiting_entries"."offered_until" > "waiting_entries"."offered_at") is not false)
);
--> statement-breakpoint
ALTER TABLE "alert_finds" ADD CONSTRAINT "alert_finds_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_guest_id_alert_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."alert_guests"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_slot_id_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."slots"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_client_id_profiles_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "goodwill_proposals" ADD CONSTRAINT "goodwill_proposals_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "goodwill_proposals" ADD CONSTRAINT "goodwill_proposals_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "goodwill_proposals" ADD CONSTRAINT "goodwill_proposals_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "goodwill_proposals" ADD CONSTRAINT "goodwill_proposals_proposed_by_operators_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "goodwill_proposals" ADD CONSTRAINT "goodwill_proposals_decided_by_operators_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "calendars" ADD CONSTRAINT "calendars_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "gaps" ADD CONSTRAINT "gaps_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "gaps" ADD CONSTRAINT "gaps_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "booking_changes" ADD CONSTRAINT "booking_changes_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "letter_reports" ADD CONSTRAINT "letter_reports_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "letter_reports" ADD CONSTRAINT "letter_reports_reporter_id_profiles_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "proposal_answers" ADD CONSTRAINT "proposal_answers_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "proposal_answers" ADD CONSTRAINT "proposal_answers_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_from_slot_id_slots_id_fk" FOREIGN KEY ("from_slot_id") REFERENCES "public"."slots"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_to_slot_id_slots_id_fk" FOREIGN KEY ("to_slot_id") REFERENCES "public"."slots"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "dispute_files" ADD CONSTRAINT "dispute_files_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reclaims" ADD CONSTRAINT "reclaims_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "listed_slots" ADD CONSTRAINT "listed_slots_slot_id_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."slots"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mail_refusals" ADD CONSTRAINT "mail_refusals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "account_decisions" ADD CONSTRAINT "account_decisions_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "account_decisions" ADD CONSTRAINT "account_decisions_terms_change_id_terms_changes_id_fk" FOREIGN KEY ("terms_change_id") REFERENCES "public"."terms_changes"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "booking_choices" ADD CONSTRAINT "booking_choices_decision_id_account_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."account_decisions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "booking_choices" ADD CONSTRAINT "booking_choices_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "case_contests" ADD CONSTRAINT "case_contests_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "case_contests" ADD CONSTRAINT "case_contests_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "content_appeals" ADD CONSTRAINT "content_appeals_decision_id_content_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."content_decisions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "content_appeals" ADD CONSTRAINT "content_appeals_report_id_content_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."content_reports"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "content_appeals" ADD CONSTRAINT "content_appeals_answer_id_content_decisions_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."content_decisions"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "content_decisions" ADD CONSTRAINT "content_decisions_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "content_reports" ADD CONSTRAINT "content_reports_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "content_reports" ADD CONSTRAINT "content_reports_reporter_id_profiles_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "content_reports" ADD CONSTRAINT "content_reports_decision_id_content_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."content_decisions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "activity_types" ADD CONSTRAINT "activity_types_merged_into_id_activity_types_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."activity_types"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_client_id_profiles_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_session_id_offerings_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."offerings"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_owner_id_profiles_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offerings" ADD CONSTRAINT "offerings_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offerings" ADD CONSTRAINT "offerings_activity_type_id_activity_types_id_fk" FOREIGN KEY ("activity_type_id") REFERENCES "public"."activity_types"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "slots" ADD CONSTRAINT "slots_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "act_details" ADD CONSTRAINT "act_details_number_acts_number_fk" FOREIGN KEY ("number") REFERENCES "public"."acts"("number") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "asked_opinions" ADD CONSTRAINT "asked_opinions_asked_of_operators_id_fk" FOREIGN KEY ("asked_of") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "asked_opinions" ADD CONSTRAINT "asked_opinions_asked_by_operators_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "operator_logins" ADD CONSTRAINT "operator_logins_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "operator_logins" ADD CONSTRAINT "operator_logins_passkey_id_passkeys_id_fk" FOREIGN KEY ("passkey_id") REFERENCES "public"."passkeys"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "readings" ADD CONSTRAINT "readings_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "taken_work" ADD CONSTRAINT "taken_work_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "tax_details" ADD CONSTRAINT "tax_details_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "tax_requests" ADD CONSTRAINT "tax_requests_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_movements" ADD CONSTRAINT "payment_movements_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "logins" ADD CONSTRAINT "logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "temporary_passwords" ADD CONSTRAINT "temporary_passwords_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "token_families" ADD CONSTRAINT "token_families_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_family_id_token_families_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."token_families"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "slot_prices" ADD CONSTRAINT "slot_prices_slot_id_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."slots"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_account_requests" ADD CONSTRAINT "payment_account_requests_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "professional_drafts" ADD CONSTRAINT "professional_drafts_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "professional_profiles" ADD CONSTRAINT "professional_profiles_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "professional_subscriptions" ADD CONSTRAINT "professional_subscriptions_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscription_checkouts" ADD CONSTRAINT "subscription_checkouts_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "boosts" ADD CONSTRAINT "boosts_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "boosts" ADD CONSTRAINT "boosts_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "daily_figures" ADD CONSTRAINT "daily_figures_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "daily_figures" ADD CONSTRAINT "daily_figures_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offering_drafts" ADD CONSTRAINT "offering_drafts_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sms" ADD CONSTRAINT "sms_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "push_refusals" ADD CONSTRAINT "push_refusals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_login_id_logins_id_fk" FOREIGN KEY ("login_id") REFERENCES "public"."logins"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_family_id_token_families_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."token_families"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_reporter_id_profiles_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_author_id_profiles_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "occupied" ADD CONSTRAINT "occupied_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "occupied" ADD CONSTRAINT "occupied_slot_id_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."slots"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "opening_hours" ADD CONSTRAINT "opening_hours_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "outside_clients" ADD CONSTRAINT "outside_clients_slot_id_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."slots"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "schedule_exceptions" ADD CONSTRAINT "schedule_exceptions_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "schedule_rules" ADD CONSTRAINT "schedule_rules_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "proof_files" ADD CONSTRAINT "proof_files_proof_id_proofs_id_fk" FOREIGN KEY ("proof_id") REFERENCES "public"."proofs"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "proofs" ADD CONSTRAINT "proofs_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_slot_id_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."slots"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "alert_finds_by_start" ON "alert_finds" USING btree ("starts_at");
--> statement-breakpoint
CREATE INDEX "alert_finds_untold" ON "alert_finds" USING btree ("alert_id") WHERE told_at is null;
--> statement-breakpoint
CREATE INDEX "alert_links_expires_at_index" ON "alert_links" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "alert_links_email_index" ON "alert_links" USING btree ("email");
--> statement-breakpoint
CREATE INDEX "alerts_by_type_and_area" ON "alerts" USING gist ("type","area") WHERE paused_at is null;
--> statement-breakpoint
CREATE INDEX "alerts_user_id_index" ON "alerts" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "alerts_of_guest" ON "alerts" USING btree ("guest_id") WHERE guest_id is not null;
--> statement-breakpoint
CREATE INDEX "alerts_by_category" ON "alerts" USING btree (search_key(conditions ->> 'category')) WHERE conditions ? 'category';
--> statement-breakpoint
CREATE INDEX "alerts_by_day" ON "alerts" USING btree ("day") WHERE day is not null;
--> statement-breakpoint
CREATE INDEX "booking_links_mailbox_created_at_index" ON "booking_links" USING btree ("mailbox","created_at");
--> statement-breakpoint
CREATE INDEX "booking_links_expires_at_index" ON "booking_links" USING btree ("expires_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_one_hold_per_browser" ON "bookings" USING btree ("slot_id","guest_proof_hash","buyer_email") WHERE status = 'pending' and client_id is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_one_live_per_client" ON "bookings" USING btree ("slot_id","client_id") WHERE status <> 'cancelled';
--> statement-breakpoint
CREATE INDEX "bookings_client_id_created_at_index" ON "bookings" USING btree ("client_id","created_at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "bookings_professional_id_created_at_index" ON "bookings" USING btree ("professional_id","created_at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "bookings_by_slot" ON "bookings" USING btree ("slot_id");
--> statement-breakpoint
CREATE INDEX "bookings_by_time" ON "bookings" USING brin ("created_at");
--> statement-breakpoint
CREATE INDEX "bookings_of_nobody" ON "bookings" USING btree ("buyer_email") WHERE client_id is null;
--> statement-breakpoint
CREATE INDEX "bookings_counted_by_browser" ON "bookings" USING btree ("guest_proof_hash") WHERE guest_proof_hash is not null and (status <> 'confirmed' or price_paid_cents = 0);
--> statement-breakpoint
CREATE INDEX "bookings_counted_by_mailbox" ON "bookings" USING btree (regexp_replace(buyer_email, '^([^+@]+)\+[^@]*@', '\1@')) WHERE guest_proof_hash is not null and (status <> 'confirmed' or price_paid_cents = 0);
--> statement-breakpoint
CREATE INDEX "bookings_by_address" ON "bookings" USING btree ("hold_address") WHERE hold_address is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_code_per_slot" ON "bookings" USING btree ("slot_id","presence_code") WHERE presence_code is not null and status <> 'cancelled';
--> statement-breakpoint
CREATE INDEX "bookings_for_resale" ON "bookings" USING btree ("slot_id","resale_at") WHERE resale_at is not null and status = 'confirmed';
--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_resale_to" ON "bookings" USING btree ("resale_to_id") WHERE resale_to_id is not null;
--> statement-breakpoint
CREATE INDEX "bookings_resale_of" ON "bookings" USING btree ("resale_of_id") WHERE resale_of_id is not null;
--> statement-breakpoint
CREATE INDEX "bookings_sms_to_empty" ON "bookings" USING btree ("sms_agreed_at") WHERE sms_number is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "goodwill_proposals_one_waiting" ON "goodwill_proposals" USING btree (coalesce(payment_id, booking_id),"is_return") WHERE decided_at is null;
--> statement-breakpoint
CREATE INDEX "goodwill_proposals_payment_id_index" ON "goodwill_proposals" USING btree ("payment_id");
--> statement-breakpoint
CREATE INDEX "goodwill_proposals_proposed_by_index" ON "goodwill_proposals" USING btree ("proposed_by");
--> statement-breakpoint
CREATE INDEX "calendars_due" ON "calendars" USING btree ("next_read_at");
--> statement-breakpoint
CREATE INDEX "booking_changes_booking_id_created_at_index" ON "booking_changes" USING btree ("booking_id","created_at");
--> statement-breakpoint
CREATE INDEX "letter_reports_of_letter" ON "letter_reports" USING btree ("letter_id");
--> statement-breakpoint
CREATE INDEX "letter_reports_of_reporter" ON "letter_reports" USING btree ("reporter_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "letter_reports_open" ON "letter_reports" USING btree ("letter_id") WHERE decided_at is null;
--> statement-breakpoint
CREATE INDEX "letters_booking_id_created_at_index" ON "letters" USING btree ("booking_id","created_at");
--> statement-breakpoint
CREATE INDEX "letters_unread" ON "letters" USING btree ("booking_id","by") WHERE read_at is null and removed_at is null and text <> '';
--> statement-breakpoint
CREATE INDEX "letters_to_empty" ON "letters" USING btree ("created_at") WHERE text <> '';
--> statement-breakpoint
CREATE INDEX "proposal_answers_proposal_id_index" ON "proposal_answers" USING btree ("proposal_id");
--> statement-breakpoint
CREATE INDEX "proposal_answers_booking_id_index" ON "proposal_answers" USING btree ("booking_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "proposal_answers_one_open" ON "proposal_answers" USING btree ("booking_id") WHERE answer is null;
--> statement-breakpoint
CREATE INDEX "proposals_professional_id_created_at_index" ON "proposals" USING btree ("professional_id","created_at");
--> statement-breakpoint
CREATE INDEX "proposals_from_slot_id_index" ON "proposals" USING btree ("from_slot_id");
--> statement-breakpoint
CREATE INDEX "proposals_to_slot_id_index" ON "proposals" USING btree ("to_slot_id");
--> statement-breakpoint
CREATE INDEX "proposals_expires_at_index" ON "proposals" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "reclaims_payment_id_index" ON "reclaims" USING btree ("payment_id");
--> statement-breakpoint
CREATE INDEX "reclaims_asked" ON "reclaims" USING btree ("created_at") WHERE status = 'asked';
--> statement-breakpoint
CREATE INDEX "listed_slots_by_professional" ON "listed_slots" USING btree ("professional_id","starts_at");
--> statement-breakpoint
CREATE INDEX "listings_marks" ON "listings" USING gin ("marks");
--> statement-breakpoint
CREATE INDEX "listings_facts" ON "listings" USING gin (facts_of("marks", "cell"));
--> statement-breakpoint
CREATE INDEX "listings_professional_id_index" ON "listings" USING btree ("professional_id");
--> statement-breakpoint
CREATE INDEX "listings_by_door" ON "listings" USING btree ("cell","door") WHERE door <> '';
--> statement-breakpoint
CREATE INDEX "slot_news_by_time" ON "slot_news" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "mails_created_at_index" ON "mails" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "mails_to_address_index" ON "mails" USING btree ("to_address");
--> statement-breakpoint
CREATE INDEX "mails_by_kind" ON "mails" USING btree ("kind","created_at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "mails_of_booking" ON "mails" USING btree (("data" ->> 'bookingId')) WHERE data ->> 'bookingId' is not null;
--> statement-breakpoint
CREATE INDEX "mails_refused" ON "mails" USING btree ("created_at") WHERE status = 'dropped' and last_error is not null;
--> statement-breakpoint
CREATE INDEX "mails_queued" ON "mails" USING btree ("created_at") WHERE status = 'queued';
--> statement-breakpoint
CREATE INDEX "messages_created_at_index" ON "messages" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "messages_author_id_index" ON "messages" USING btree ("author_id");
--> statement-breakpoint
CREATE INDEX "messages_open" ON "messages" USING btree ("created_at") WHERE closed_at is null;
--> statement-breakpoint
CREATE INDEX "account_decisions_user_id_index" ON "account_decisions" USING btree ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "account_decisions_in_force" ON "account_decisions" USING btree ("user_id","measure") WHERE ended_at is null;
--> statement-breakpoint
CREATE INDEX "account_decisions_contested" ON "account_decisions" USING btree ("contested_at") WHERE contested_at is not null and answered_at is null;
--> statement-breakpoint
CREATE INDEX "account_decisions_due" ON "account_decisions" USING btree ("effective_at") WHERE carried_out_at is null and ended_at is null;
--> statement-breakpoint
CREATE INDEX "booking_choices_booking_id_index" ON "booking_choices" USING btree ("booking_id");
--> statement-breakpoint
CREATE INDEX "case_contests_review_id_index" ON "case_contests" USING btree ("review_id");
--> statement-breakpoint
CREATE INDEX "case_contests_letter_id_index" ON "case_contests" USING btree ("letter_id");
--> statement-breakpoint
CREATE INDEX "case_contests_open" ON "case_contests" USING btree ("contested_at") WHERE answered_at is null;
--> statement-breakpoint
CREATE INDEX "content_appeals_decision_id_index" ON "content_appeals" USING btree ("decision_id");
--> statement-breakpoint
CREATE INDEX "content_appeals_report_id_index" ON "content_appeals" USING btree ("report_id");
--> statement-breakpoint
CREATE INDEX "content_appeals_answer_id_index" ON "content_appeals" USING btree ("answer_id");
--> statement-breakpoint
CREATE INDEX "content_appeals_open" ON "content_appeals" USING btree ("asked_at") WHERE asked_at is not null and answer_id is null;
--> statement-breakpoint
CREATE INDEX "content_decisions_offering_id_index" ON "content_decisions" USING btree ("offering_id");
--> statement-breakpoint
CREATE INDEX "content_decisions_professional_id_index" ON "content_decisions" USING btree ("professional_id");
--> statement-breakpoint
CREATE INDEX "content_decisions_in_force" ON "content_decisions" USING btree ("decided_at") WHERE ended_at is null;
--> statement-breakpoint
CREATE INDEX "content_reports_offering_id_index" ON "content_reports" USING btree ("offering_id");
--> statement-breakpoint
CREATE INDEX "content_reports_professional_id_index" ON "content_reports" USING btree ("professional_id");
--> statement-breakpoint
CREATE INDEX "content_reports_reporter_id_index" ON "content_reports" USING btree ("reporter_id");
--> statement-breakpoint
CREATE INDEX "content_reports_decision_id_index" ON "content_reports" USING btree ("decision_id");
--> statement-breakpoint
CREATE INDEX "content_reports_open" ON "content_reports" USING btree ("created_at") WHERE decision_id is null;
--> statement-breakpoint
CREATE INDEX "activity_types_former" ON "activity_types" USING btree ("merged_into_id") WHERE merged_into_id is not null;
--> statement-breakpoint
CREATE INDEX "favorites_session_id_index" ON "favorites" USING btree ("session_id");
--> statement-breakpoint
CREATE INDEX "images_owner_id_index" ON "images" USING btree ("owner_id");
--> statement-breakpoint
CREATE INDEX "images_withheld" ON "images" USING btree ("withheld_at") WHERE withheld_at is not null;
--> statement-breakpoint
CREATE INDEX "images_unused" ON "images" USING btree ("created_at") WHERE not used and removed_at is null;
--> statement-breakpoint
CREATE INDEX "images_removed" ON "images" USING btree ("removed_at") WHERE removed_at is not null;
--> statement-breakpoint
CREATE INDEX "offerings_professional_id_created_at_index" ON "offerings" USING btree ("professional_id","created_at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "offerings_activity_type_id_index" ON "offerings" USING btree ("activity_type_id");
--> statement-breakpoint
CREATE INDEX "offerings_by_reduction" ON "offerings" USING btree ((("price_cents" - "discounted_price_cents") * 100 / nullif("price_cents", 0)) desc nulls first) WHERE "offerings"."discounted_price_cents" > 0 and "offerings"."is_active";
--> statement-breakpoint
CREATE INDEX "offerings_unlocated" ON "offerings" USING btree ("id") WHERE is_active and not is_online and address is not null and pin is null and address_point is null;
--> statement-breakpoint
CREATE INDEX "offerings_recurring" ON "offerings" USING btree ("id") WHERE is_recurring and is_active;
--> statement-breakpoint
CREATE INDEX "offerings_newest_activities" ON "offerings" USING btree ("created_at","id") WHERE kind = 'activity' and is_active;
--> statement-breakpoint
CREATE UNIQUE INDEX "slots_by_code" ON "slots" USING btree ("share_code") WHERE share_code is not null;
--> statement-breakpoint
CREATE INDEX "slots_bookable" ON "slots" USING btree ("offering_id","start_datetime") WHERE bookable;
--> statement-breakpoint
CREATE INDEX "slots_with_line" ON "slots" USING btree ("start_datetime") WHERE has_line and bookable;
--> statement-breakpoint
CREATE INDEX "act_details_person_id_number_index" ON "act_details" USING btree ("person_id","number");
--> statement-breakpoint
CREATE INDEX "acts_object_id_number_index" ON "acts" USING btree ("object_id","number");
--> statement-breakpoint
CREATE INDEX "acts_operator_id_number_index" ON "acts" USING btree ("operator_id","number");
--> statement-breakpoint
CREATE INDEX "acts_act_number_index" ON "acts" USING btree ("act","number");
--> statement-breakpoint
CREATE INDEX "acts_at_index" ON "acts" USING btree ("at");
--> statement-breakpoint
CREATE INDEX "asked_opinions_asked_of_index" ON "asked_opinions" USING btree ("asked_of");
--> statement-breakpoint
CREATE INDEX "asked_opinions_asked_by_index" ON "asked_opinions" USING btree ("asked_by");
--> statement-breakpoint
CREATE INDEX "operator_logins_operator_id_index" ON "operator_logins" USING btree ("operator_id");
--> statement-breakpoint
CREATE INDEX "operator_logins_opened_at_index" ON "operator_logins" USING btree ("opened_at");
--> statement-breakpoint
CREATE INDEX "operator_logins_passkey_id_index" ON "operator_logins" USING btree ("passkey_id");
--> statement-breakpoint
CREATE INDEX "passkey_challenges_expires_at_index" ON "passkey_challenges" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "passkey_challenges_operator_id_index" ON "passkey_challenges" USING btree ("operator_id");
--> statement-breakpoint
CREATE INDEX "passkeys_operator_id_index" ON "passkeys" USING btree ("operator_id");
--> statement-breakpoint
CREATE INDEX "readings_at_index" ON "readings" USING btree ("at");
--> statement-breakpoint
CREATE INDEX "readings_operator_id_index" ON "readings" USING btree ("operator_id");
--> statement-breakpoint
CREATE INDEX "readings_object_kind_object_id_index" ON "readings" USING btree ("object_kind","object_id");
--> statement-breakpoint
CREATE INDEX "taken_work_operator_id_index" ON "taken_work" USING btree ("operator_id");
--> statement-breakpoint
CREATE INDEX "payment_movements_payment_id_index" ON "payment_movements" USING btree ("payment_id");
--> statement-breakpoint
CREATE INDEX "payments_reference_index" ON "payments" USING btree ("reference");
--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_per_checkout" ON "payments" USING btree ((md5("checkout_session_id")::uuid));
--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_per_cancel_token" ON "payments" USING btree ((md5("cancel_token")::uuid));
--> statement-breakpoint
CREATE INDEX "payments_returns_unread" ON "payments" USING btree ("created_at") WHERE refunded_cents > 0 and returns_read_at is null;
--> statement-breakpoint
CREATE INDEX "payments_to_reconcile" ON "payments" USING btree ("created_at") WHERE status in ('creating', 'open', 'refunding');
--> statement-breakpoint
CREATE INDEX "payments_by_time" ON "payments" USING brin ("created_at");
--> statement-breakpoint
CREATE INDEX "payments_in_review" ON "payments" USING btree ("created_at") WHERE status = 'review';
--> statement-breakpoint
CREATE INDEX "payments_disputed" ON "payments" USING btree ("created_at") WHERE dispute_status in ('needs_response', 'warning_needs_response');
--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_live_per_payment" ON "refunds" USING btree ("payment_id") WHERE status <> 'failed' and reason <> 'outside' and seats is null;
--> statement-breakpoint
CREATE INDEX "refunds_payment_id_index" ON "refunds" USING btree ("payment_id");
--> statement-breakpoint
CREATE INDEX "refunds_by_time" ON "refunds" USING brin ("created_at");
--> statement-breakpoint
CREATE INDEX "refunds_unsettled" ON "refunds" USING btree ("created_at") WHERE status in ('asked', 'pending');
--> statement-breakpoint
CREATE INDEX "refunds_unreversed" ON "refunds" USING btree ("created_at") WHERE commission_cents is not null and reversed_at is null and status <> 'failed';
--> statement-breakpoint
CREATE INDEX "stripe_events_processed_at_index" ON "stripe_events" USING btree ("processed_at");
--> statement-breakpoint
CREATE INDEX "stripe_events_of_object" ON "stripe_events" USING btree ("object_id") WHERE object_id is not null;
--> statement-breakpoint
CREATE INDEX "stripe_events_of_account" ON "stripe_events" USING btree ("account") WHERE account is not null;
--> statement-breakpoint
CREATE INDEX "stripe_events_disputes" ON "stripe_events" USING btree ("created_at") WHERE type = 'charge.dispute.created';
--> statement-breakpoint
CREATE INDEX "stripe_events_unprocessed" ON "stripe_events" USING btree ("received_at") WHERE processed_at is null;
--> statement-breakpoint
CREATE INDEX "logins_user_id_index" ON "logins" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "profiles_email_start" ON "profiles" USING btree ("email" text_pattern_ops);
--> statement-breakpoint
CREATE INDEX "profiles_named" ON "profiles" USING gin ((' ' || search_key("first_name" || ' ' || "last_name")) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "profiles_leaving" ON "profiles" USING btree ("deletion_asked_at") WHERE "profiles"."deletion_asked_at" is not null;
--> statement-breakpoint
CREATE INDEX "profiles_by_last_use" ON "profiles" USING btree ("last_active_at") WHERE account_status = 'active';
--> statement-breakpoint
CREATE INDEX "token_families_user_id_index" ON "token_families" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "tokens_family_id_index" ON "tokens" USING btree ("family_id");
--> statement-breakpoint
CREATE INDEX "verifications_identifier_index" ON "verifications" USING btree ("identifier");
--> statement-breakpoint
CREATE INDEX "professional_profiles_by_time" ON "professional_profiles" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "professional_profiles_left" ON "professional_profiles" USING btree ("left_at") WHERE left_at is not null;
--> statement-breakpoint
CREATE INDEX "professional_profiles_user_id_created_at_index" ON "professional_profiles" USING btree ("user_id","created_at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "professional_profiles_rating_id_index" ON "professional_profiles" USING btree ("rating" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "professional_profiles_named" ON "professional_profiles" USING gin ((' ' || search_key("business_name")) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "professional_subscriptions_user_id_created_at_index" ON "professional_subscriptions" USING btree ("user_id","created_at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "professional_subscriptions_customer" ON "professional_subscriptions" USING btree ("stripe_customer_id") WHERE stripe_customer_id is not null;
--> statement-breakpoint
CREATE INDEX "professional_subscriptions_billed" ON "professional_subscriptions" USING btree ("checked_at") WHERE stripe_subscription_id is not null and status <> 'canceled';
--> statement-breakpoint
CREATE UNIQUE INDEX "professional_subscriptions_live" ON "professional_subscriptions" USING btree ("user_id") WHERE status in ('active', 'past_due');
--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_checkouts_one_open_per_user" ON "subscription_checkouts" USING btree ("user_id") WHERE status in ('creating', 'open');
--> statement-breakpoint
CREATE INDEX "subscription_checkouts_buyer_email_index" ON "subscription_checkouts" USING btree ("buyer_email");
--> statement-breakpoint
CREATE INDEX "subscription_checkouts_to_reconcile" ON "subscription_checkouts" USING btree ("created_at") WHERE settled_at is null;
--> statement-breakpoint
CREATE INDEX "boosts_offering_id_index" ON "boosts" USING btree ("offering_id");
--> statement-breakpoint
CREATE INDEX "boosts_by_hour" ON "boosts" USING gist ("during");
--> statement-breakpoint
CREATE INDEX "daily_figures_professional_id_day_index" ON "daily_figures" USING btree ("professional_id","day");
--> statement-breakpoint
CREATE INDEX "daily_figures_by_day" ON "daily_figures" USING brin ("day");
--> statement-breakpoint
CREATE INDEX "offering_drafts_professional_id_updated_at_index" ON "offering_drafts" USING btree ("professional_id","updated_at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "offering_drafts_updated_at_index" ON "offering_drafts" USING btree ("updated_at");
--> statement-breakpoint
CREATE INDEX "sms_due" ON "sms" USING btree ("send_at") WHERE status = 'queued';
--> statement-breakpoint
CREATE INDEX "sms_by_time" ON "sms" USING brin ("send_at");
--> statement-breakpoint
CREATE INDEX "sms_by_number" ON "sms" USING btree ("to_number","created_at");
--> statement-breakpoint
CREATE INDEX "sms_by_professional" ON "sms" USING btree ("professional_id","created_at");
--> statement-breakpoint
CREATE INDEX "sms_to_empty" ON "sms" USING btree ("send_at") WHERE to_number <> '';
--> statement-breakpoint
CREATE INDEX "push_subscriptions_user_id_index" ON "push_subscriptions" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "push_subscriptions_family_id_index" ON "push_subscriptions" USING btree ("family_id");
--> statement-breakpoint
CREATE INDEX "review_reports_of_review" ON "review_reports" USING btree ("review_id");
--> statement-breakpoint
CREATE INDEX "review_reports_of_reporter" ON "review_reports" USING btree ("reporter_id");
--> statement-breakpoint
CREATE INDEX "review_reports_open" ON "review_reports" USING btree ("created_at") WHERE decided_at is null;
--> statement-breakpoint
CREATE INDEX "reviews_of_professional" ON "reviews" USING btree ("professional_id","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status = 'published';
--> statement-breakpoint
CREATE INDEX "reviews_of_offering" ON "reviews" USING btree ("offering_id","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status = 'published';
--> statement-breakpoint
CREATE INDEX "reviews_waiting" ON "reviews" USING btree ("published_at") WHERE status = 'waiting';
--> statement-breakpoint
CREATE INDEX "known_places_start" ON "known_places" USING btree ("start" text_pattern_ops);
--> statement-breakpoint
CREATE INDEX "known_places_similar" ON "known_places" USING gist ("start" gist_trgm_ops);
--> statement-breakpoint
CREATE INDEX "known_words_start" ON "known_words" USING btree ("word" text_pattern_ops);
--> statement-breakpoint
CREATE INDEX "known_words_similar" ON "known_words" USING gist ("word" gist_trgm_ops);
--> statement-breakpoint
CREATE INDEX "missed_searches_told" ON "missed_searches" USING btree ("day","key","visitors") WHERE words is not null;
--> statement-breakpoint
CREATE INDEX "missed_searches_untold" ON "missed_searches" USING btree ("day") WHERE words is null;
--> statement-breakpoint
CREATE INDEX "idempotency_keys_started_at_index" ON "idempotency_keys" USING btree ("started_at");
--> statement-breakpoint
CREATE INDEX "idempotency_keys_user_id_index" ON "idempotency_keys" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "busy_times_by_end" ON "busy_times" USING btree (upper("during"));
--> statement-breakpoint
CREATE INDEX "busy_times_by_hour" ON "busy_times" USING gist ("professional_id","during");
--> statement-breakpoint
CREATE INDEX "occupied_by_end" ON "occupied" USING btree (upper("during"));
--> statement-breakpoint
CREATE INDEX "outside_clients_slot_id_index" ON "outside_clients" USING btree ("slot_id");
--> statement-breakpoint
CREATE INDEX "outside_clients_named" ON "outside_clients" USING btree ("created_at") WHERE name is not null;
--> statement-breakpoint
CREATE INDEX "schedule_rules_offering_id_index" ON "schedule_rules" USING btree ("offering_id");
--> statement-breakpoint
CREATE INDEX "proof_files_to_delete" ON "proof_files" USING btree ("delete_after") WHERE delete_after is not null;
--> statement-breakpoint
CREATE INDEX "proof_files_of_nothing" ON "proof_files" USING btree ("created_at") WHERE proof_id is null;
--> statement-breakpoint
CREATE INDEX "proofs_professional_id_created_at_index" ON "proofs" USING btree ("professional_id","created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "proofs_one_waiting" ON "proofs" USING btree ("professional_id","kind") WHERE status = 'waiting';
--> statement-breakpoint
CREATE UNIQUE INDEX "proofs_one_accepted" ON "proofs" USING btree ("professional_id","kind") WHERE status = 'accepted';
--> statement-breakpoint
CREATE INDEX "proofs_to_decide" ON "proofs" USING btree ("created_at") WHERE status = 'waiting';
--> statement-breakpoint
CREATE INDEX "proofs_to_expire" ON "proofs" USING btree ("expires_on") WHERE status = 'accepted';
--> statement-breakpoint
CREATE INDEX "proofs_to_check" ON "proofs" USING btree ("checked_at") WHERE kind in ('company', 'identity') and status in ('waiting', 'accepted');
--> statement-breakpoint
CREATE INDEX "waiting_entries_user_id_index" ON "waiting_entries" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "waiting_entries_offered" ON "waiting_entries" USING btree ("offered_until") WHERE offered_until is not null;
--> statement-breakpoint
-- What Drizzle has no words for: constraints that exclude, and indexes that include columns.
ALTER TABLE "occupied" ADD CONSTRAINT "nobody_in_two_places"
  EXCLUDE USING gist ("professional_id" WITH =, "during" WITH &&, "lane" WITH &&);
--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_one_rating_a_year"
  EXCLUDE USING gist ("author_id" WITH =, "professional_id" WITH =, "rates" WITH &&) WHERE (status <> 'refused');
--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_one_at_a_time"
  EXCLUDE USING gist (tstzrange("from_at", "until_at") WITH &&);
--> statement-breakpoint
CREATE INDEX "listed_slots_of_listing" ON "listed_slots" ("listing_no", "starts_at")
  INCLUDE ("closes_at", "valid_from", "valid_until", "cents", "flags", "rating", "cut_day");
--> statement-breakpoint
CREATE INDEX "listed_slots_by_date" ON "listed_slots" ("starts_at", "listing_no")
  INCLUDE ("cents", "rating", "closes_at", "valid_from", "valid_until", "flags", "city", "signature", "cell")
  WHERE cut_day = 0;
--> statement-breakpoint
CREATE INDEX "listed_slots_by_rating" ON "listed_slots" ("rating" DESC, "starts_at", "listing_no")
  INCLUDE ("cents", "closes_at", "valid_from", "valid_until", "flags", "city", "signature", "cell")
  WHERE cut_day = 0;
--> statement-breakpoint
CREATE INDEX "listed_slots_by_price" ON "listed_slots" ("cut_day", "cents", "starts_at", "listing_no")
  INCLUDE ("closes_at", "valid_from", "valid_until", "flags", "city", "signature", "cell");
--> statement-breakpoint
CREATE INDEX "listed_slots_by_price_down" ON "listed_slots" ("cut_day", "cents" DESC, "starts_at", "listing_no")
  INCLUDE ("closes_at", "valid_from", "valid_until", "flags", "city", "signature", "cell");
--> statement-breakpoint
CREATE INDEX "listed_slots_by_cell" ON "listed_slots" ("cell", "door", "starts_at", "listing_no")
  INCLUDE ("cents", "rating", "closes_at", "valid_from", "valid_until", "flags", "city", "signature")
  WHERE cut_day = 0 AND cell IS NOT NULL;
--> statement-breakpoint
-- Room on each page for the next version of a row, so that a seat taken touches no index (HOT); the
-- second is vacuumed soon, since a walk in an index alone needs pages that everybody may see.
ALTER TABLE "slots" SET (fillfactor = 80);
--> statement-breakpoint
ALTER TABLE "listed_slots" SET (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.01);
--> statement-breakpoint
CREATE FUNCTION keep_acts() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '1825 days' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'acts of operators are kept as they are for five years';
END $$;
--> statement-breakpoint
CREATE TRIGGER acts_kept BEFORE UPDATE OR DELETE ON "acts"
FOR EACH ROW EXECUTE FUNCTION keep_acts();
--> statement-breakpoint
CREATE FUNCTION keep_act_details() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'details of acts are erased, never changed';
END $$;
--> statement-breakpoint
CREATE TRIGGER act_details_kept BEFORE UPDATE ON "act_details"
FOR EACH ROW EXECUTE FUNCTION keep_act_details();
--> statement-breakpoint
-- A trigger for each row does not see a truncation.
CREATE FUNCTION keep_journal() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'acts of operators are kept as they are for five years';
END $$;
--> statement-breakpoint
CREATE TRIGGER acts_not_truncated BEFORE TRUNCATE ON "acts"
FOR EACH STATEMENT EXECUTE FUNCTION keep_journal();
--> statement-breakpoint
CREATE TRIGGER act_details_not_truncated BEFORE TRUNCATE ON "act_details"
FOR EACH STATEMENT EXECUTE FUNCTION keep_journal();
--> statement-breakpoint
-- The specification's names, for reports and outside tools. A view of several tables, or one that
-- begins with a « with », is never written through, and costs no write anything.
CREATE VIEW "sessions" AS
  WITH "offered" AS (
    SELECT "id", "professional_id", "activity_type_id", "title", "description", "price_cents", "discounted_price_cents", "duration", "capacity", "address", "city", "postal_code", "is_online", "online_link", "image_url", "is_active", "included", "requirements", "tags", "created_at"
    FROM "offerings" WHERE "kind" = 'session'
  ) SELECT * FROM "offered";
--> statement-breakpoint
CREATE VIEW "session_slots" AS
  SELECT s."id", s."offering_id" AS "session_id", s."start_datetime", s."end_datetime", s."available_spots", s."is_active"
  FROM "slots" s JOIN "offerings" o ON o."id" = s."offering_id" AND o."kind" = 'session';
--> statement-breakpoint
CREATE VIEW "session_bookings" AS
  SELECT b."id", b."client_id", b."professional_id", b."slot_id" AS "session_slot_id", b."price_paid_cents", b."booking_notes", b."status", b."payment_status", b."created_at"
  FROM "bookings" b JOIN "session_slots" s ON s."id" = b."slot_id";
--> statement-breakpoint
CREATE VIEW "activities" AS
  WITH "offered" AS (
    SELECT "id", "professional_id", "category", "title", "description", "price_cents", "duration", "capacity", "address", "city", "postal_code", "is_online", "online_link", "image_url", "is_active", "included", "requirements", "tags", "is_recurring",
      (SELECT array_agg(('{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[])[day] ORDER BY day)
        FROM unnest((SELECT "weekdays" FROM "schedule_rules" WHERE "offering_id" = "offerings"."id" ORDER BY "created_at", "starts", "id" LIMIT 1)) AS day) AS "recurring_days",
      "created_at"
    FROM "offerings" WHERE "kind" = 'activity'
  ) SELECT * FROM "offered";
--> statement-breakpoint
CREATE VIEW "activity_slots" AS
  SELECT s."id", s."offering_id" AS "activity_id", s."start_datetime", s."end_datetime", s."available_spots", s."is_active"
  FROM "slots" s JOIN "offerings" o ON o."id" = s."offering_id" AND o."kind" = 'activity';
--> statement-breakpoint
CREATE VIEW "activity_bookings" AS
  SELECT b."id", b."client_id", b."professional_id", b."slot_id" AS "activity_slot_id", b."price_paid_cents", b."booking_notes", b."status", b."payment_status", b."created_at"
  FROM "bookings" b JOIN "activity_slots" s ON s."id" = b."slot_id";
--> statement-breakpoint
INSERT INTO "activity_types" ("id", "name", "category", "accepted_at", "filter_place")
SELECT gen_random_uuid(), "name", 'session', now(), "place" FROM (VALUES
  ('Yoga', 1), ('Massage', 2), ('Méditation', 3), ('Coaching', 4), ('Sophrologie', 5), ('Naturopathie', 6),
  ('Nutrition', 7), ('Reiki', 8), ('Psychothérapie', 9), ('Hypnose', NULL), ('Art-thérapie', NULL), ('Pilates', NULL)
) AS "own" ("name", "place");
--> statement-breakpoint
-- « en ligne » is one word of a search, before anything is offered.
INSERT INTO "known_words" ("word", "term") SELECT "word", "term" FROM search_words('enligne');
