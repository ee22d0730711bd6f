-- on purpose: a sign-up or an edit waits for one reading of the accounts
CREATE INDEX "profiles_email_start" ON "profiles" USING btree ("email" text_pattern_ops);--> statement-breakpoint
-- on purpose: a sign-up or an edit waits for one reading of the accounts
CREATE INDEX "profiles_named" ON "profiles" USING gin ((' ' || search_key("first_name" || ' ' || "last_name")) gin_trgm_ops);--> statement-breakpoint
-- on purpose: one row for each plan that was ever taken, which nobody writes but who takes one
CREATE INDEX "professional_subscriptions_customer" ON "professional_subscriptions" USING btree ("stripe_customer_id") WHERE stripe_customer_id is not null;--> statement-breakpoint
-- on purpose: events are kept for three months, and the provider repeats one that finds us slow
CREATE INDEX "stripe_events_of_object" ON "stripe_events" USING btree ("object_id") WHERE object_id is not null;--> statement-breakpoint
-- on purpose: the same, and few events are of a professional's account
CREATE INDEX "stripe_events_of_account" ON "stripe_events" USING btree ("account") WHERE account is not null;--> statement-breakpoint
-- on purpose: whatever sends a mail waits for one reading of the table; last, as transactions write to it last
CREATE INDEX "mails_by_kind" ON "mails" USING btree ("kind","created_at" DESC NULLS FIRST);--> statement-breakpoint
-- on purpose: whatever sends a mail waits for one reading of the table; last, as transactions write to it last
CREATE INDEX "mails_of_booking" ON "mails" USING btree (("data" ->> 'bookingId')) WHERE data ->> 'bookingId' is not null;
