-- The tables in the order in which a booking writes them.
-- on purpose: edits of offerings wait while it is built, less than a second, since few come again
CREATE INDEX "offerings_recurring" ON "offerings" USING btree ("id") WHERE is_recurring and is_active;--> statement-breakpoint
-- on purpose: bookings wait while it is built, less than a second, since there are as many rows as taken hours
CREATE INDEX "occupied_by_end" ON "occupied" USING btree (upper("during"));--> statement-breakpoint
-- on purpose: bookings wait while it is built, one reading of the table without sorting
CREATE INDEX "bookings_by_time" ON "bookings" USING brin ("created_at");--> statement-breakpoint
-- on purpose: text messages wait while it is built, one reading of the table without sorting
CREATE INDEX "sms_by_time" ON "sms" USING brin ("send_at");
