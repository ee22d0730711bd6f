-- on purpose: holds and publishing wait for some ten seconds at a million sessions, as CHANGELOG.md says
CREATE INDEX "listed_slots_by_city" ON "listed_slots" USING btree ("city","starts_at","listing_no") WHERE cut_day = 0;--> statement-breakpoint
-- on purpose: they wait as long as for the one before
CREATE INDEX "listed_slots_by_type" ON "listed_slots" USING btree ("type","starts_at","listing_no") WHERE cut_day = 0;