DROP INDEX "payments_one_per_cancel_token";--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "cancel_token" DROP NOT NULL;