CREATE TABLE "account_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"measure" text NOT NULL,
	"basis" text NOT NULL,
	"facts" text NOT NULL,
	"source" text NOT NULL,
	"urgency" text,
	"booked" text NOT NULL,
	"decided_at" timestamp with time zone DEFAULT now() NOT NULL,
	"effective_at" timestamp with time zone NOT NULL,
	"carried_out_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"contested_at" timestamp with time zone,
	"contest" text DEFAULT '' NOT NULL,
	"answered_at" timestamp with time zone,
	"answer" text DEFAULT '' NOT NULL,
	CONSTRAINT "account_decisions_facts" CHECK (length("account_decisions"."facts") between 1 and 1000),
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
ALTER TABLE "professional_profiles" ADD COLUMN "sells_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account_decisions" ADD CONSTRAINT "account_decisions_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_choices" ADD CONSTRAINT "booking_choices_decision_id_account_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."account_decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_choices" ADD CONSTRAINT "booking_choices_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_decisions_user_id_index" ON "account_decisions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_decisions_in_force" ON "account_decisions" USING btree ("user_id","measure") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "account_decisions_contested" ON "account_decisions" USING btree ("contested_at") WHERE contested_at is not null and answered_at is null;--> statement-breakpoint
CREATE INDEX "account_decisions_due" ON "account_decisions" USING btree ("effective_at") WHERE carried_out_at is null and ended_at is null;--> statement-breakpoint
CREATE INDEX "booking_choices_booking_id_index" ON "booking_choices" USING btree ("booking_id");