ALTER TABLE "profiles" ADD COLUMN "sms_number" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "sms_agreed_at" timestamp with time zone;