-- on purpose: the index by the digest tells the same conflicts, which no statement names
ALTER TABLE "payments" DROP CONSTRAINT "payments_checkoutSessionId_unique";--> statement-breakpoint
-- on purpose: the same; the release before then reads payments through to find one by either, until it ends
ALTER TABLE "payments" DROP CONSTRAINT "payments_cancelToken_unique";--> statement-breakpoint
-- on purpose: what is unique was so before; all who read payments wait for a second while a million of them are read, as those before are gone
CREATE UNIQUE INDEX "payments_one_per_checkout" ON "payments" USING btree ((md5("checkout_session_id")::uuid));--> statement-breakpoint
-- on purpose: what is unique was so before; they wait for another second
CREATE UNIQUE INDEX "payments_one_per_cancel_token" ON "payments" USING btree ((md5("cancel_token")::uuid));
