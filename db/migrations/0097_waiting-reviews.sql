-- on purpose: reviews are some hundred a day, and even a million are read within a second
CREATE INDEX "reviews_waiting" ON "reviews" USING btree ("published_at") WHERE status = 'waiting';