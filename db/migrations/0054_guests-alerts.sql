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
	CONSTRAINT "letter_reports_text" CHECK (length("letter_reports"."text") <= 1000),
	CONSTRAINT "letter_reports_decided" CHECK (("letter_reports"."decided_at" is null) = ("letter_reports"."outcome" is null) and ("letter_reports"."decided_at" is null) = ("letter_reports"."answer" is null))
);
--> statement-breakpoint
ALTER TABLE "alerts" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "guest_id" uuid;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "weekdays" smallint DEFAULT 127 NOT NULL;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "letter_reports" ADD CONSTRAINT "letter_reports_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_reports" ADD CONSTRAINT "letter_reports_reporter_id_profiles_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_links_expires_at_index" ON "alert_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "alert_links_email_index" ON "alert_links" USING btree ("email");--> statement-breakpoint
CREATE INDEX "letter_reports_of_letter" ON "letter_reports" USING btree ("letter_id");--> statement-breakpoint
CREATE INDEX "letter_reports_of_reporter" ON "letter_reports" USING btree ("reporter_id");--> statement-breakpoint
CREATE UNIQUE INDEX "letter_reports_open" ON "letter_reports" USING btree ("letter_id") WHERE decided_at is null;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_guest_id_alert_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."alert_guests"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "alerts" VALIDATE CONSTRAINT "alerts_guest_id_alert_guests_id_fk";--> statement-breakpoint
-- on purpose: alerts are few, and written when somebody keeps one
CREATE INDEX "alerts_of_guest" ON "alerts" USING btree ("guest_id") WHERE guest_id is not null;--> statement-breakpoint
-- on purpose: messages are few, and no booking waits for one
CREATE INDEX "letters_unread" ON "letters" USING btree ("booking_id","by") WHERE read_at is null and removed_at is null and text <> '';--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_owner" CHECK (num_nonnulls("alerts"."user_id", "alerts"."guest_id") = 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "alerts" VALIDATE CONSTRAINT "alerts_owner";--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_weekdays" CHECK ("alerts"."weekdays" between 1 and 127) NOT VALID;--> statement-breakpoint
ALTER TABLE "alerts" VALIDATE CONSTRAINT "alerts_weekdays";--> statement-breakpoint
ALTER TABLE "alert_finds" DROP CONSTRAINT "alert_finds_slot_id_slots_id_fk";--> statement-breakpoint
DROP INDEX "alert_finds_slot_id_index";
