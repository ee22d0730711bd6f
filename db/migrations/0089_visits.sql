CREATE TABLE "daily_visits" (
	"day" date PRIMARY KEY NOT NULL,
	"visits" integer NOT NULL
);
