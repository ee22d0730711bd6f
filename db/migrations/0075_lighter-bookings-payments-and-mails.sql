-- The tables in the order in which a booking writes them, so that most bookings under way are waited for and not met in a circle.
DROP INDEX "bookings_by_buyer";--> statement-breakpoint
DROP INDEX "bookings_by_browser";--> statement-breakpoint
DROP INDEX "bookings_by_guest_mailbox";--> statement-breakpoint
-- on purpose: guests who have not paid are few; all who read bookings wait while a million of them are read, half a second for each index, as the three before are gone; the release before then reads more for a guest's hold, until it ends
CREATE INDEX "bookings_of_nobody" ON "bookings" USING btree ("buyer_email") WHERE client_id is null;--> statement-breakpoint
-- on purpose: as few, and built as soon
CREATE INDEX "bookings_counted_by_browser" ON "bookings" USING btree ("guest_proof_hash") WHERE guest_proof_hash is not null and (status <> 'confirmed' or price_paid_cents = 0);--> statement-breakpoint
-- on purpose: as few, and built as soon
CREATE INDEX "bookings_counted_by_mailbox" ON "bookings" USING btree (regexp_replace(buyer_email, '^([^+@]+)\+[^@]*@', '\1@')) WHERE guest_proof_hash is not null and (status <> 'confirmed' or price_paid_cents = 0);--> statement-breakpoint
-- on purpose: writes wait while a million payments are read once, half a second
CREATE INDEX "payments_to_empty" ON "payments" USING btree ("created_at") WHERE success_url <> '' and status not in ('creating', 'open');--> statement-breakpoint
-- on purpose: what is unique was so before, in the other order, of which « on conflict » knows none; new mails wait two seconds for a million
CREATE UNIQUE INDEX "mails_reference_kind_unique" ON "mails" ("reference","kind");--> statement-breakpoint
-- on purpose: the index is there already
ALTER TABLE "mails" ADD CONSTRAINT "mails_reference_kind_unique" UNIQUE USING INDEX "mails_reference_kind_unique";--> statement-breakpoint
-- on purpose: the one before tells the same conflicts
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_reference_unique";--> statement-breakpoint
DROP INDEX "mails_to_empty";
