CREATE TABLE "booking_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"email" text NOT NULL,
	"mailbox" text NOT NULL,
	"kind" text NOT NULL,
	"offering_id" uuid NOT NULL,
	"slot_id" uuid NOT NULL,
	"amount" integer,
	"booking_notes" text,
	"booking_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"proof_hash" text,
	CONSTRAINT "booking_links_kind" CHECK ("booking_links"."kind" in ('session', 'activity')),
	CONSTRAINT "booking_links_notes" CHECK (length("booking_links"."booking_notes") <= 500)
);
--> statement-breakpoint
-- Nothing reads these two but the planner: the version before looks for a live booking of the e-mail
-- under a lock of its own, and bookings_by_buyer serves it there.
DROP INDEX "activity_bookings_one_live_per_buyer";--> statement-breakpoint
DROP INDEX "session_bookings_one_live_per_buyer";--> statement-breakpoint
CREATE INDEX "booking_links_mailbox_created_at_index" ON "booking_links" USING btree ("mailbox","created_at");--> statement-breakpoint
CREATE INDEX "booking_links_expires_at_index" ON "booking_links" USING btree ("expires_at");--> statement-breakpoint
-- on purpose: partial, so that writes wait for one reading of the table and hardly a row is indexed
CREATE UNIQUE INDEX "activity_bookings_one_hold_per_browser" ON "activity_bookings" USING btree ("activity_slot_id","guest_proof_hash","buyer_email") WHERE status = 'pending' and client_id is null;--> statement-breakpoint
-- on purpose: partial, so that writes wait for one reading of the table and hardly a row is indexed
CREATE INDEX "activity_bookings_by_browser" ON "activity_bookings" USING btree ("guest_proof_hash") WHERE guest_proof_hash is not null;--> statement-breakpoint
-- on purpose: partial, so that writes wait for one reading of the table and hardly a row is indexed
CREATE INDEX "activity_bookings_by_guest_mailbox" ON "activity_bookings" USING btree (regexp_replace(buyer_email, '^([^+@]+)\+[^@]*@', '\1@')) WHERE guest_proof_hash is not null;--> statement-breakpoint
-- on purpose: partial, so that writes wait for one reading of the table and hardly a row is indexed
CREATE UNIQUE INDEX "session_bookings_one_hold_per_browser" ON "session_bookings" USING btree ("session_slot_id","guest_proof_hash","buyer_email") WHERE status = 'pending' and client_id is null;--> statement-breakpoint
-- on purpose: partial, so that writes wait for one reading of the table and hardly a row is indexed
CREATE INDEX "session_bookings_by_browser" ON "session_bookings" USING btree ("guest_proof_hash") WHERE guest_proof_hash is not null;--> statement-breakpoint
-- on purpose: partial, so that writes wait for one reading of the table and hardly a row is indexed
CREATE INDEX "session_bookings_by_guest_mailbox" ON "session_bookings" USING btree (regexp_replace(buyer_email, '^([^+@]+)\+[^@]*@', '\1@')) WHERE guest_proof_hash is not null;