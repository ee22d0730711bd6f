-- A week of a professional: hours that are taken, absences, opening hours, several rules, prices that
-- fall, what a booking was sold as, letters, proposals, calendars, text messages, figures, drafts.
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
-- The tables in the order in which a booking locks them, so that most bookings under way are waited for and not met in a circle.
LOCK TABLE "professional_profiles", "offerings", "slots", "bookings" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
-- on purpose: the release before is the first that names offerings, slots and bookings, and nothing reads the old names any more
DROP VIEW "sessions", "activities", "session_slots", "activity_slots", "session_bookings", "activity_bookings";--> statement-breakpoint
-- A number of 60 bits for a text: the same on every server and in every version of PostgreSQL, and no
-- sequence, which a restore would have to set.
CREATE FUNCTION number_of(value text) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('x0' || left(md5(value), 15))::bit(64)::bigint;--> statement-breakpoint
-- The lane of a slot that may be at the same time as any other.
CREATE FUNCTION own_lane(slot uuid) RETURNS int8range
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN int8range(number_of(slot::text) + 1, number_of(slot::text) + 2);--> statement-breakpoint
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
CREATE TABLE "letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"by" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "letters_by" CHECK ("letters"."by" in ('client', 'professional')),
	CONSTRAINT "letters_text" CHECK (length("letters"."text") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "proposal_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"proposal_id" uuid NOT NULL,
	"booking_id" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	CONSTRAINT "proposal_answers_secretHash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "proposal_answers_answer" CHECK ("proposal_answers"."answer" in ('accepted', 'refused', 'lapsed')),
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
	CONSTRAINT "listings_no_unique" UNIQUE("no")
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
	"cents" integer NOT NULL,
	"late_seats" integer NOT NULL,
	"late_cents" integer NOT NULL,
	"empty_cents" integer NOT NULL,
	"holds" integer NOT NULL,
	"paid" integer NOT NULL,
	CONSTRAINT "daily_figures_offering_id_day_hour_pk" PRIMARY KEY("offering_id","day","hour"),
	CONSTRAINT "daily_figures_hour" CHECK ("daily_figures"."hour" between 0 and 23)
);
--> statement-breakpoint
CREATE TABLE "daily_views" (
	"day" date NOT NULL,
	"offering_id" uuid NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "daily_views_day_offering_id_pk" PRIMARY KEY("day","offering_id")
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "schedule_rules_weekdays" CHECK (cardinality("schedule_rules"."weekdays") between 1 and 7 and "schedule_rules"."weekdays" <@ '{1,2,3,4,5,6,7}'::smallint[]),
	CONSTRAINT "schedule_rules_weeks" CHECK ("schedule_rules"."every_weeks" between 1 and 8),
	CONSTRAINT "schedule_rules_until" CHECK ("schedule_rules"."until_day" is null or "schedule_rules"."until_day" >= "schedule_rules"."from_day")
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "sold" jsonb;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "calendar_sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "amount_shown" integer;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "presence_code" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "presence" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "presence_by" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "presence_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "contested_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "sms_number" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "sms_agreed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "demo_mails" ADD COLUMN "channel" text DEFAULT 'mail' NOT NULL;--> statement-breakpoint
ALTER TABLE "offerings" ADD COLUMN "fall_steps" jsonb;--> statement-breakpoint
ALTER TABLE "offerings" ADD COLUMN "fall_floor_cents" integer;--> statement-breakpoint
ALTER TABLE "offerings" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "is_parallel" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "is_occupied" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "absence_id" uuid;--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "outside_seats" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "reserved_seats" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "price_cents" integer;--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "priced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "prices_frozen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "bookable_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "reference_cents" integer;--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "rule_id" uuid;--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "share_code" text;--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "professional_profiles" ADD COLUMN "buffer_minutes" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "professional_profiles" ADD COLUMN "notice_minutes" smallint DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "professional_profiles" ADD COLUMN "shown_phone" text;--> statement-breakpoint
ALTER TABLE "calendars" ADD CONSTRAINT "calendars_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gaps" ADD CONSTRAINT "gaps_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gaps" ADD CONSTRAINT "gaps_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_changes" ADD CONSTRAINT "booking_changes_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal_answers" ADD CONSTRAINT "proposal_answers_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal_answers" ADD CONSTRAINT "proposal_answers_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_from_slot_id_slots_id_fk" FOREIGN KEY ("from_slot_id") REFERENCES "public"."slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_to_slot_id_slots_id_fk" FOREIGN KEY ("to_slot_id") REFERENCES "public"."slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listed_slots" ADD CONSTRAINT "listed_slots_slot_id_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slot_prices" ADD CONSTRAINT "slot_prices_slot_id_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "boosts" ADD CONSTRAINT "boosts_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "boosts" ADD CONSTRAINT "boosts_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_figures" ADD CONSTRAINT "daily_figures_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_figures" ADD CONSTRAINT "daily_figures_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offering_drafts" ADD CONSTRAINT "offering_drafts_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sms" ADD CONSTRAINT "sms_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occupied" ADD CONSTRAINT "occupied_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occupied" ADD CONSTRAINT "occupied_slot_id_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opening_hours" ADD CONSTRAINT "opening_hours_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outside_clients" ADD CONSTRAINT "outside_clients_slot_id_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_exceptions" ADD CONSTRAINT "schedule_exceptions_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_rules" ADD CONSTRAINT "schedule_rules_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calendars_due" ON "calendars" USING btree ("next_read_at");--> statement-breakpoint
CREATE INDEX "booking_changes_booking_id_created_at_index" ON "booking_changes" USING btree ("booking_id","created_at");--> statement-breakpoint
CREATE INDEX "letters_booking_id_created_at_index" ON "letters" USING btree ("booking_id","created_at");--> statement-breakpoint
CREATE INDEX "letters_to_empty" ON "letters" USING btree ("created_at") WHERE text <> '';--> statement-breakpoint
CREATE INDEX "proposal_answers_proposal_id_index" ON "proposal_answers" USING btree ("proposal_id");--> statement-breakpoint
CREATE INDEX "proposal_answers_booking_id_index" ON "proposal_answers" USING btree ("booking_id");--> statement-breakpoint
CREATE UNIQUE INDEX "proposal_answers_one_open" ON "proposal_answers" USING btree ("booking_id") WHERE answer is null;--> statement-breakpoint
CREATE INDEX "proposals_professional_id_created_at_index" ON "proposals" USING btree ("professional_id","created_at");--> statement-breakpoint
CREATE INDEX "proposals_from_slot_id_index" ON "proposals" USING btree ("from_slot_id");--> statement-breakpoint
CREATE INDEX "proposals_to_slot_id_index" ON "proposals" USING btree ("to_slot_id");--> statement-breakpoint
CREATE INDEX "proposals_expires_at_index" ON "proposals" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "listed_slots_by_listing" ON "listed_slots" USING btree ("listing_no","starts_at");--> statement-breakpoint
CREATE INDEX "listed_slots_by_professional" ON "listed_slots" USING btree ("professional_id","starts_at");--> statement-breakpoint
CREATE INDEX "listings_marks" ON "listings" USING gin ("marks");--> statement-breakpoint
CREATE INDEX "listings_professional_id_index" ON "listings" USING btree ("professional_id");--> statement-breakpoint
CREATE INDEX "boosts_offering_id_index" ON "boosts" USING btree ("offering_id");--> statement-breakpoint
CREATE INDEX "boosts_by_hour" ON "boosts" USING gist ("during");--> statement-breakpoint
CREATE INDEX "daily_figures_professional_id_day_index" ON "daily_figures" USING btree ("professional_id","day");--> statement-breakpoint
CREATE INDEX "offering_drafts_professional_id_updated_at_index" ON "offering_drafts" USING btree ("professional_id","updated_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "offering_drafts_updated_at_index" ON "offering_drafts" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "sms_due" ON "sms" USING btree ("send_at") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "sms_by_number" ON "sms" USING btree ("to_number","created_at");--> statement-breakpoint
CREATE INDEX "sms_by_professional" ON "sms" USING btree ("professional_id","created_at");--> statement-breakpoint
CREATE INDEX "sms_to_empty" ON "sms" USING btree ("send_at") WHERE to_number <> '';--> statement-breakpoint
CREATE INDEX "busy_times_by_end" ON "busy_times" USING btree (upper("during"));--> statement-breakpoint
CREATE INDEX "busy_times_by_hour" ON "busy_times" USING gist ("professional_id","during");--> statement-breakpoint
CREATE INDEX "outside_clients_slot_id_index" ON "outside_clients" USING btree ("slot_id");--> statement-breakpoint
CREATE INDEX "outside_clients_named" ON "outside_clients" USING btree ("created_at") WHERE name is not null;--> statement-breakpoint
CREATE INDEX "schedule_rules_offering_id_index" ON "schedule_rules" USING btree ("offering_id");--> statement-breakpoint
-- on purpose: the column is new, so the index is empty
CREATE UNIQUE INDEX "bookings_code_per_slot" ON "bookings" USING btree ("slot_id","presence_code") WHERE presence_code is not null and status <> 'cancelled';--> statement-breakpoint
-- on purpose: the column is new, so the index is empty
CREATE INDEX "bookings_sms_to_empty" ON "bookings" USING btree ("sms_agreed_at") WHERE sms_number is not null;--> statement-breakpoint
-- on purpose: the column is new, so the index is empty
CREATE UNIQUE INDEX "slots_by_code" ON "slots" USING btree ("share_code") WHERE share_code is not null;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_presence_code" CHECK ("bookings"."presence_code" ~ '^[0-9]{4}$') NOT VALID;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_presence" CHECK (("bookings"."presence" is null) = ("bookings"."presence_at" is null) and ("bookings"."presence" is null) = ("bookings"."presence_by" is null)
        and ("bookings"."presence" in ('present', 'late', 'absent')) is not false and ("bookings"."presence_by" in ('code', 'professional')) is not false) NOT VALID;--> statement-breakpoint
ALTER TABLE "offerings" ADD CONSTRAINT "offerings_fall_floor" CHECK ("offerings"."fall_floor_cents" >= 50) NOT VALID;--> statement-breakpoint
ALTER TABLE "offerings" ADD CONSTRAINT "offerings_archived" CHECK ("offerings"."archived_at" is null or not "offerings"."is_active") NOT VALID;--> statement-breakpoint
ALTER TABLE "slots" ADD CONSTRAINT "slots_spots_kept" CHECK ("slots"."outside_seats" >= 0 and "slots"."reserved_seats" >= 0
        and "slots"."available_spots" + "slots"."outside_seats" + "slots"."reserved_seats" <= "slots"."capacity") NOT VALID;--> statement-breakpoint
ALTER TABLE "slots" ADD CONSTRAINT "slots_price" CHECK ("slots"."price_cents" = 0 or "slots"."price_cents" >= 50) NOT VALID;--> statement-breakpoint
ALTER TABLE "professional_profiles" ADD CONSTRAINT "professional_profiles_buffer" CHECK ("professional_profiles"."buffer_minutes" between 0 and 120) NOT VALID;--> statement-breakpoint
ALTER TABLE "professional_profiles" ADD CONSTRAINT "professional_profiles_notice" CHECK ("professional_profiles"."notice_minutes" between 0 and 1440) NOT VALID;--> statement-breakpoint
ALTER TABLE "occupied" ADD CONSTRAINT "nobody_in_two_places"
  EXCLUDE USING gist ("professional_id" WITH =, "during" WITH &&, "lane" WITH &&);--> statement-breakpoint
-- Every row has null or the default in what the constraints speak of.
ALTER TABLE "bookings" VALIDATE CONSTRAINT "bookings_presence_code", VALIDATE CONSTRAINT "bookings_presence";--> statement-breakpoint
ALTER TABLE "offerings" VALIDATE CONSTRAINT "offerings_fall_floor", VALIDATE CONSTRAINT "offerings_archived";--> statement-breakpoint
ALTER TABLE "slots" VALIDATE CONSTRAINT "slots_spots_kept", VALIDATE CONSTRAINT "slots_price";--> statement-breakpoint
ALTER TABLE "professional_profiles" VALIDATE CONSTRAINT "professional_profiles_buffer", VALIDATE CONSTRAINT "professional_profiles_notice";--> statement-breakpoint
-- An offering that comes again has one rule. Old slots stay without one.
INSERT INTO "schedule_rules" ("id", "offering_id", "weekdays", "starts", "from_day", "until_day", "created_at")
  SELECT gen_random_uuid(), o."id", days."numbers", o."recurring_start_time",
    least((o."created_at" AT TIME ZONE 'Europe/Paris')::date, o."recurring_until"), o."recurring_until", o."created_at"
  FROM "offerings" o CROSS JOIN LATERAL (
    SELECT array_agg(DISTINCT known.number::smallint) AS "numbers"
    FROM unnest(ARRAY['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']) WITH ORDINALITY AS known(day, number)
    WHERE known.day = ANY (o."recurring_days")) days
  WHERE o."is_recurring" AND o."deleted_at" IS NULL AND o."recurring_start_time" IS NOT NULL AND days."numbers" IS NOT NULL;--> statement-breakpoint
-- Slots to come with a held or booked seat take their professional's time, the earlier first.
INSERT INTO "occupied" ("id", "professional_id", "slot_id", "during")
  SELECT gen_random_uuid(), o."professional_id", s."id", tstzrange(s."start_datetime", s."end_datetime")
  FROM "slots" s JOIN "offerings" o ON o."id" = s."offering_id"
  WHERE s."end_datetime" > now()
    AND EXISTS (SELECT FROM "bookings" b WHERE b."slot_id" = s."id" AND b."status" <> 'cancelled')
  ORDER BY s."start_datetime", s."id"
  ON CONFLICT ON CONSTRAINT "nobody_in_two_places" DO NOTHING;--> statement-breakpoint
-- One that overlaps such a slot was sold all the same: it goes on beside it.
INSERT INTO "occupied" ("id", "professional_id", "slot_id", "during", "lane")
  SELECT gen_random_uuid(), o."professional_id", s."id", tstzrange(s."start_datetime", s."end_datetime"), own_lane(s."id")
  FROM "slots" s JOIN "offerings" o ON o."id" = s."offering_id"
  WHERE s."end_datetime" > now()
    AND EXISTS (SELECT FROM "bookings" b WHERE b."slot_id" = s."id" AND b."status" <> 'cancelled')
    AND NOT EXISTS (SELECT FROM "occupied" x WHERE x."slot_id" = s."id");--> statement-breakpoint
-- on purpose: the table is locked anyway, and only slots to come with a booking are written
UPDATE "slots" SET "is_occupied" = true, "is_parallel" = x."lane" <> '(,0)'
  FROM "occupied" x WHERE x."slot_id" = "slots"."id";--> statement-breakpoint
-- on purpose: the table is locked anyway, and from now on a change of the offering would change what was sold
UPDATE "bookings" SET "sold" = jsonb_build_object('title', o."title", 'isOnline', o."is_online",
    'address', o."address", 'city', o."city", 'postalCode', o."postal_code",
    'start', to_char(s."start_datetime" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'end', to_char(s."end_datetime" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'practitioner', p."business_name")
  FROM "slots" s JOIN "offerings" o ON o."id" = s."offering_id" JOIN "professional_profiles" p ON p."id" = o."professional_id"
  WHERE s."id" = "bookings"."slot_id";--> statement-breakpoint
ANALYZE "slots", "bookings", "occupied", "schedule_rules";
