/* Integer cents (rule: whole-cents), `timestamptz`, `nullsFirst` to serve `order by … desc`. */

export * from "./tables/alerts.server.ts";
export * from "./tables/bookings.server.ts";
export * from "./tables/calendars.server.ts";
export * from "./tables/changes.server.ts";
export * from "./tables/disputes.server.ts";
export * from "./tables/listings.server.ts";
export * from "./tables/mails.server.ts";
export * from "./tables/moderation.server.ts";
export * from "./tables/offerings.server.ts";
export * from "./tables/operators.server.ts";
export * from "./tables/papers.server.ts";
export * from "./tables/payments.server.ts";
export * from "./tables/people.server.ts";
export * from "./tables/prices.server.ts";
export * from "./tables/professionals.server.ts";
export * from "./tables/promotion.server.ts";
export * from "./tables/push.server.ts";
export * from "./tables/reviews.server.ts";
export * from "./tables/search.server.ts";
export * from "./tables/settings.server.ts";
export * from "./tables/time.server.ts";
export * from "./tables/verifications.server.ts";
export * from "./tables/waiting-list.server.ts";
