-- on purpose: some hundred thousand kept searches at most, whose owners wait for a second or two to keep another
CREATE INDEX "alerts_by_category" ON "alerts" USING btree (search_key(conditions ->> 'category')) WHERE conditions ? 'category';
