ALTER TABLE "professional_subscriptions" ADD COLUMN "billing_paused_at" timestamp with time zone;
