ALTER TABLE "offerings" ADD COLUMN "pin" text;--> statement-breakpoint
ALTER TABLE "offerings" ADD COLUMN "address_point" text;--> statement-breakpoint
ALTER TABLE "offerings" ADD CONSTRAINT "offerings_points" CHECK (pin ~ '^-?\d{1,2}\.\d{5},-?\d{1,3}\.\d{5}$' and address_point ~ '^-?\d{1,2}\.\d{5},-?\d{1,3}\.\d{5}$') NOT VALID;--> statement-breakpoint
ALTER TABLE "offerings" VALIDATE CONSTRAINT "offerings_points";
