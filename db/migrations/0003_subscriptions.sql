CREATE TABLE "subscription_checkouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"buyer_email" text NOT NULL,
	"offer" text NOT NULL,
	"status" text DEFAULT 'creating' NOT NULL,
	"checkout_session_id" text,
	"checkout_url" text,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"success_url" text NOT NULL,
	"cancel_url" text NOT NULL,
	"guest_proof_hash" text,
	"account_created" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	CONSTRAINT "subscription_checkouts_checkoutSessionId_unique" UNIQUE("checkout_session_id"),
	CONSTRAINT "subscription_checkouts_stripeSubscriptionId_unique" UNIQUE("stripe_subscription_id"),
	CONSTRAINT "subscription_checkouts_status" CHECK ("subscription_checkouts"."status" in ('creating', 'open', 'complete', 'expired', 'returned'))
);
--> statement-breakpoint
ALTER TABLE "professional_subscriptions" ADD COLUMN "offer" text;--> statement-breakpoint
ALTER TABLE "professional_subscriptions" ADD COLUMN "cancel_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "professional_subscriptions" ADD COLUMN "past_due_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "professional_subscriptions" ADD COLUMN "checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscription_checkouts" ADD CONSTRAINT "subscription_checkouts_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_checkouts_one_open_per_user" ON "subscription_checkouts" USING btree ("user_id") WHERE status in ('creating', 'open');--> statement-breakpoint
CREATE INDEX "subscription_checkouts_buyer_email_index" ON "subscription_checkouts" USING btree ("buyer_email");--> statement-breakpoint
CREATE INDEX "subscription_checkouts_to_reconcile" ON "subscription_checkouts" USING btree ("created_at") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "professional_subscriptions_user_id_created_at_index" ON "professional_subscriptions" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "professional_subscriptions_billed" ON "professional_subscriptions" USING btree ("checked_at") WHERE stripe_subscription_id is not null and status <> 'canceled';