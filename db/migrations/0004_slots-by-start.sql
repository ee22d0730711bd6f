-- on purpose: holds and publishing wait for some seconds at a million slots, as CHANGELOG.md says
CREATE INDEX "slots_by_start" ON "slots" USING btree ("start_datetime");