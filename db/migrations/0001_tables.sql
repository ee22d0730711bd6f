CREATE TABLE "activities" (
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
	"is_online" boolean DEFAULT false NOT NULL,
	"online_link" text,
	"image_url" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"included" text,
	"requirements" text,
	"tags" text[],
	"is_recurring" boolean DEFAULT false NOT NULL,
	"recurring_days" text[],
	"recurring_start_time" time,
	"recurring_until" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"category" text NOT NULL,
	CONSTRAINT "activities_price" CHECK ("activities"."price_cents" = 0 or "activities"."price_cents" >= 50),
	CONSTRAINT "activities_duration" CHECK ("activities"."duration" > 0),
	CONSTRAINT "activities_capacity" CHECK ("activities"."capacity" between 1 and 50),
	CONSTRAINT "activities_online_link" CHECK ("activities"."online_link" is null or "activities"."online_link" like 'https://%')
);
--> statement-breakpoint
CREATE TABLE "activity_bookings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid,
	"buyer_email" text NOT NULL,
	"professional_id" uuid NOT NULL,
	"price_paid_cents" integer NOT NULL,
	"commission_cents" integer NOT NULL,
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
	"activity_slot_id" uuid NOT NULL,
	CONSTRAINT "activity_bookings_money" CHECK ("activity_bookings"."commission_cents" between 0 and "activity_bookings"."price_paid_cents"),
	CONSTRAINT "activity_bookings_notes" CHECK (length("activity_bookings"."booking_notes") <= 500)
);
--> statement-breakpoint
CREATE TABLE "activity_slots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"start_datetime" timestamp with time zone NOT NULL,
	"end_datetime" timestamp with time zone NOT NULL,
	"capacity" smallint NOT NULL,
	"available_spots" smallint NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"bookable" boolean GENERATED ALWAYS AS (is_active and available_spots > 0) STORED NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"activity_id" uuid NOT NULL,
	CONSTRAINT "activity_slots_activityId_startDatetime_unique" UNIQUE("activity_id","start_datetime"),
	CONSTRAINT "activity_slots_spots" CHECK ("activity_slots"."available_spots" between 0 and "activity_slots"."capacity"),
	CONSTRAINT "activity_slots_capacity" CHECK ("activity_slots"."capacity" between 1 and 50),
	CONSTRAINT "activity_slots_end" CHECK ("activity_slots"."end_datetime" > "activity_slots"."start_datetime")
);
--> statement-breakpoint
CREATE TABLE "activity_types" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "activity_types_name_unique" UNIQUE("name")
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
CREATE TABLE "demo_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "favorites" (
	"client_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favorites_client_id_session_id_pk" PRIMARY KEY("client_id","session_id")
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
	CONSTRAINT "mails_kind_reference_unique" UNIQUE("kind","reference"),
	CONSTRAINT "mails_secrets" CHECK ("mails"."status" = 'queued' or "mails"."secrets" is null)
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"subject" text,
	"message" text NOT NULL,
	"fields" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('contact', 'gift_card', 'withdrawal'))
);
--> statement-breakpoint
CREATE TABLE "offer_facts" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"facts" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "offer_terms" (
	"session_id" uuid NOT NULL,
	"term" text NOT NULL,
	"rank" smallint NOT NULL,
	"city" text NOT NULL,
	"next_slot_at" timestamp with time zone NOT NULL,
	CONSTRAINT "offer_terms_session_id_term_pk" PRIMARY KEY("session_id","term")
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"professional_id" uuid NOT NULL,
	"activity_type_id" uuid NOT NULL,
	"city" text NOT NULL,
	"postal_code" text NOT NULL,
	"next_slot_id" uuid NOT NULL,
	"next_slot_at" timestamp with time zone NOT NULL,
	"next_slot_spots" smallint NOT NULL,
	"price_cents" integer NOT NULL,
	"rating" numeric(2, 1) NOT NULL,
	"card" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"reference" uuid NOT NULL,
	"status" text DEFAULT 'creating' NOT NULL,
	"amount_cents" integer NOT NULL,
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
	"expires_at" timestamp with time zone NOT NULL,
	"review_reason" text,
	"dispute_status" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	CONSTRAINT "payments_checkoutSessionId_unique" UNIQUE("checkout_session_id"),
	CONSTRAINT "payments_paymentIntentId_unique" UNIQUE("payment_intent_id"),
	CONSTRAINT "payments_chargeId_unique" UNIQUE("charge_id"),
	CONSTRAINT "payments_cancelToken_unique" UNIQUE("cancel_token"),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_cents" >= 50),
	CONSTRAINT "payments_fee" CHECK ("payments"."application_fee_cents" between 0 and "payments"."amount_cents"),
	CONSTRAINT "payments_refunded" CHECK ("payments"."refunded_cents" between 0 and "payments"."amount_cents")
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
	"is_verified" boolean DEFAULT false NOT NULL,
	"rating" numeric(2, 1) DEFAULT 0 NOT NULL,
	"total_reviews" integer DEFAULT 0 NOT NULL,
	"stripe_connect_account_id" text,
	"charges_enabled" boolean DEFAULT false NOT NULL,
	"transfers_active" boolean DEFAULT false NOT NULL,
	"payouts_enabled" boolean DEFAULT false NOT NULL,
	"details_submitted" boolean DEFAULT false NOT NULL,
	"can_receive_charges" boolean GENERATED ALWAYS AS (stripe_connect_account_id is not null and charges_enabled and transfers_active) STORED NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "professional_profiles_stripeConnectAccountId_unique" UNIQUE("stripe_connect_account_id"),
	CONSTRAINT "professional_profiles_rating" CHECK ("professional_profiles"."rating" between 0 and 5),
	CONSTRAINT "professional_profiles_total_reviews" CHECK ("professional_profiles"."total_reviews" >= 0),
	CONSTRAINT "professional_profiles_business_name" CHECK (length(trim("professional_profiles"."business_name")) > 0)
);
--> statement-breakpoint
CREATE TABLE "professional_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"plan_type" text NOT NULL,
	"status" text NOT NULL,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"stripe_price_id" text,
	"current_period_end" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "professional_subscriptions_stripeSubscriptionId_unique" UNIQUE("stripe_subscription_id"),
	CONSTRAINT "professional_subscriptions_status" CHECK ("professional_subscriptions"."status" in ('inactive', 'active', 'past_due', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"phone" text,
	"is_client" boolean DEFAULT true NOT NULL,
	"is_pro" boolean DEFAULT false NOT NULL,
	"can_create_activities" boolean DEFAULT false NOT NULL,
	"account_status" text DEFAULT 'active' NOT NULL,
	"session_count" integer DEFAULT 0 NOT NULL,
	"subscription_plan" text,
	"quota_anchor" timestamp with time zone DEFAULT now() NOT NULL,
	"last_quota_reset" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "profiles_email_unique" UNIQUE("email"),
	CONSTRAINT "profiles_session_count" CHECK ("profiles"."session_count" >= 0),
	CONSTRAINT "profiles_account_status" CHECK ("profiles"."account_status" in ('active', 'suspended', 'deleted')),
	CONSTRAINT "profiles_email" CHECK ("profiles"."email" = lower("profiles"."email"))
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'asked' NOT NULL,
	"stripe_refund_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "refunds_stripeRefundId_unique" UNIQUE("stripe_refund_id"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "session_bookings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid,
	"buyer_email" text NOT NULL,
	"professional_id" uuid NOT NULL,
	"price_paid_cents" integer NOT NULL,
	"commission_cents" integer NOT NULL,
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
	"session_slot_id" uuid NOT NULL,
	CONSTRAINT "session_bookings_money" CHECK ("session_bookings"."commission_cents" between 0 and "session_bookings"."price_paid_cents"),
	CONSTRAINT "session_bookings_notes" CHECK (length("session_bookings"."booking_notes") <= 500),
	CONSTRAINT "session_bookings_states" CHECK (("session_bookings"."status" = 'pending' and "session_bookings"."payment_status" = 'pending' and "session_bookings"."confirmed_at" is null and "session_bookings"."cancelled_at" is null)
        or ("session_bookings"."status" = 'confirmed' and "session_bookings"."payment_status" = 'paid' and "session_bookings"."confirmed_at" is not null and "session_bookings"."cancelled_at" is null and "session_bookings"."client_id" is not null)
        or ("session_bookings"."status" = 'cancelled' and "session_bookings"."cancelled_at" is not null and "session_bookings"."cancel_reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "session_slots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"start_datetime" timestamp with time zone NOT NULL,
	"end_datetime" timestamp with time zone NOT NULL,
	"capacity" smallint NOT NULL,
	"available_spots" smallint NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"bookable" boolean GENERATED ALWAYS AS (is_active and available_spots > 0) STORED NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"session_id" uuid NOT NULL,
	CONSTRAINT "session_slots_sessionId_startDatetime_unique" UNIQUE("session_id","start_datetime"),
	CONSTRAINT "session_slots_spots" CHECK ("session_slots"."available_spots" between 0 and "session_slots"."capacity"),
	CONSTRAINT "session_slots_capacity" CHECK ("session_slots"."capacity" between 1 and 50),
	CONSTRAINT "session_slots_end" CHECK ("session_slots"."end_datetime" > "session_slots"."start_datetime")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
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
	"is_online" boolean DEFAULT false NOT NULL,
	"online_link" text,
	"image_url" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"included" text,
	"requirements" text,
	"tags" text[],
	"is_recurring" boolean DEFAULT false NOT NULL,
	"recurring_days" text[],
	"recurring_start_time" time,
	"recurring_until" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"discounted_price_cents" integer,
	"activity_type_id" uuid NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "sessions_price" CHECK ("sessions"."price_cents" = 0 or "sessions"."price_cents" >= 50),
	CONSTRAINT "sessions_discounted_price" CHECK ("sessions"."discounted_price_cents" is null or ("sessions"."discounted_price_cents" < "sessions"."price_cents" and ("sessions"."discounted_price_cents" = 0 or "sessions"."discounted_price_cents" >= 50))),
	CONSTRAINT "sessions_duration" CHECK ("sessions"."duration" > 0),
	CONSTRAINT "sessions_capacity" CHECK ("sessions"."capacity" between 1 and 50),
	CONSTRAINT "sessions_place" CHECK ("sessions"."is_online" or "sessions"."city" is not null),
	CONSTRAINT "sessions_online_link" CHECK ("sessions"."online_link" is null or "sessions"."online_link" like 'https://%'),
	CONSTRAINT "sessions_deleted" CHECK ("sessions"."deleted_at" is null or not "sessions"."is_active")
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"account" text,
	"object_id" text,
	"livemode" boolean NOT NULL,
	"payload" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp with time zone,
	"last_error" text
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
ALTER TABLE "activities" ADD CONSTRAINT "activities_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_bookings" ADD CONSTRAINT "activity_bookings_activity_slot_id_activity_slots_id_fk" FOREIGN KEY ("activity_slot_id") REFERENCES "public"."activity_slots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_bookings" ADD CONSTRAINT "activity_bookings_client_id_profiles_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_bookings" ADD CONSTRAINT "activity_bookings_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_slots" ADD CONSTRAINT "activity_slots_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_client_id_profiles_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logins" ADD CONSTRAINT "logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_facts" ADD CONSTRAINT "offer_facts_session_id_offers_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."offers"("session_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_terms" ADD CONSTRAINT "offer_terms_session_id_offers_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."offers"("session_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "professional_profiles" ADD CONSTRAINT "professional_profiles_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "professional_subscriptions" ADD CONSTRAINT "professional_subscriptions_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD CONSTRAINT "session_bookings_session_slot_id_session_slots_id_fk" FOREIGN KEY ("session_slot_id") REFERENCES "public"."session_slots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD CONSTRAINT "session_bookings_client_id_profiles_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_bookings" ADD CONSTRAINT "session_bookings_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_slots" ADD CONSTRAINT "session_slots_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_activity_type_id_activity_types_id_fk" FOREIGN KEY ("activity_type_id") REFERENCES "public"."activity_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "temporary_passwords" ADD CONSTRAINT "temporary_passwords_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_families" ADD CONSTRAINT "token_families_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_family_id_token_families_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."token_families"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activities_professional_id_created_at_index" ON "activities" USING btree ("professional_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "activity_bookings_one_live_per_buyer" ON "activity_bookings" USING btree ("activity_slot_id","buyer_email") WHERE status <> 'cancelled';--> statement-breakpoint
CREATE UNIQUE INDEX "activity_bookings_one_live_per_client" ON "activity_bookings" USING btree ("activity_slot_id","client_id") WHERE status <> 'cancelled';--> statement-breakpoint
CREATE INDEX "activity_bookings_client_id_created_at_index" ON "activity_bookings" USING btree ("client_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_bookings_professional_id_created_at_index" ON "activity_bookings" USING btree ("professional_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_slots_bookable" ON "activity_slots" USING btree ("activity_id","start_datetime") WHERE bookable;--> statement-breakpoint
CREATE INDEX "favorites_session_id_index" ON "favorites" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "known_places_start" ON "known_places" USING btree ("start" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "known_places_similar" ON "known_places" USING gist ("start" gist_trgm_ops);--> statement-breakpoint
CREATE INDEX "known_words_similar" ON "known_words" USING gist ("word" gist_trgm_ops);--> statement-breakpoint
CREATE INDEX "logins_user_id_index" ON "logins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mails_queued" ON "mails" USING btree ("created_at") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "messages_created_at_index" ON "messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "offer_facts_all" ON "offer_facts" USING gin ("facts");--> statement-breakpoint
CREATE INDEX "offer_terms_by_date" ON "offer_terms" USING btree ("term","rank","next_slot_at","session_id");--> statement-breakpoint
CREATE INDEX "offer_terms_by_city" ON "offer_terms" USING btree ("term","city","rank","next_slot_at","session_id");--> statement-breakpoint
CREATE INDEX "offers_by_date" ON "offers" USING btree ("next_slot_at","session_id","price_cents");--> statement-breakpoint
CREATE INDEX "offers_by_city" ON "offers" USING btree ("city","next_slot_at","session_id","price_cents","activity_type_id");--> statement-breakpoint
CREATE INDEX "offers_by_type" ON "offers" USING btree ("activity_type_id","next_slot_at","session_id","price_cents");--> statement-breakpoint
CREATE INDEX "offers_by_professional" ON "offers" USING btree ("professional_id","next_slot_at","session_id");--> statement-breakpoint
CREATE INDEX "offers_by_price" ON "offers" USING btree ("price_cents","next_slot_at","session_id","activity_type_id","city");--> statement-breakpoint
CREATE INDEX "offers_by_price_down" ON "offers" USING btree ("price_cents" DESC NULLS FIRST,"next_slot_at","session_id","activity_type_id","city");--> statement-breakpoint
CREATE INDEX "offers_by_rating" ON "offers" USING btree ("rating" DESC NULLS FIRST,"next_slot_at","session_id","price_cents","activity_type_id","city");--> statement-breakpoint
CREATE INDEX "payments_kind_reference_index" ON "payments" USING btree ("kind","reference");--> statement-breakpoint
CREATE INDEX "payments_to_reconcile" ON "payments" USING btree ("created_at") WHERE status in ('creating', 'open', 'refunding');--> statement-breakpoint
CREATE INDEX "professional_profiles_user_id_created_at_index" ON "professional_profiles" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "professional_profiles_rating_id_index" ON "professional_profiles" USING btree ("rating" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "professional_subscriptions_live" ON "professional_subscriptions" USING btree ("user_id") WHERE status in ('active', 'past_due');--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_live_per_payment" ON "refunds" USING btree ("payment_id") WHERE status <> 'failed' and reason <> 'outside';--> statement-breakpoint
CREATE UNIQUE INDEX "session_bookings_one_live_per_buyer" ON "session_bookings" USING btree ("session_slot_id","buyer_email") WHERE status <> 'cancelled';--> statement-breakpoint
CREATE UNIQUE INDEX "session_bookings_one_live_per_client" ON "session_bookings" USING btree ("session_slot_id","client_id") WHERE status <> 'cancelled';--> statement-breakpoint
CREATE INDEX "session_bookings_client_id_created_at_index" ON "session_bookings" USING btree ("client_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "session_bookings_professional_id_created_at_index" ON "session_bookings" USING btree ("professional_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "session_bookings_by_buyer" ON "session_bookings" USING btree ("buyer_email");--> statement-breakpoint
CREATE INDEX "session_bookings_by_address" ON "session_bookings" USING btree ("hold_address") WHERE hold_address is not null;--> statement-breakpoint
CREATE INDEX "session_slots_bookable" ON "session_slots" USING btree ("session_id","start_datetime") WHERE bookable;--> statement-breakpoint
CREATE INDEX "sessions_professional_id_created_at_index" ON "sessions" USING btree ("professional_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sessions_activity_type_id_index" ON "sessions" USING btree ("activity_type_id");--> statement-breakpoint
CREATE INDEX "stripe_events_unprocessed" ON "stripe_events" USING btree ("received_at") WHERE processed_at is null;--> statement-breakpoint
CREATE INDEX "token_families_user_id_index" ON "token_families" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tokens_family_id_index" ON "tokens" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "verifications_identifier_index" ON "verifications" USING btree ("identifier");