-- The tables in the order in which a booking writes them, mails last: the other way round, a booking under way and this would each wait for what the other has.
-- on purpose: writes to payments wait while it is built, about a second for a million rows
CREATE INDEX "payments_reference_index" ON "payments" USING btree ("reference");--> statement-breakpoint
-- on purpose: writes to refunds wait while it is built, less than for payments
CREATE INDEX "refunds_payment_id_index" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
-- on purpose: what the provider says waits while it is built, about a second for a million rows; it repeats itself
CREATE INDEX "stripe_events_processed_at_index" ON "stripe_events" USING btree ("processed_at");--> statement-breakpoint
-- on purpose: writes to mails wait while the three are built, about a second each for a million rows; those of bookings behind them
CREATE INDEX "mails_created_at_index" ON "mails" USING btree ("created_at");--> statement-breakpoint
-- on purpose: one of the three on mails of which the first says how long writes wait
CREATE INDEX "mails_to_address_index" ON "mails" USING btree ("to_address");--> statement-breakpoint
-- on purpose: one of the three on mails of which the first says how long writes wait
CREATE INDEX "mails_to_empty" ON "mails" USING btree ("created_at") WHERE to_address <> '';
