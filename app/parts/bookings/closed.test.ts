import { expect, test } from "vitest";
import { closedFor } from "./closed.server.ts";

const professional = { id: "0198c0de-0000-7000-8000-000000000001" };
const OWNER = { professionalId: professional.id };
const offering = (unbookable: "inactive" | "no_slot" | null) => ({
  category: "Yoga",
  unbookable,
  professional,
});

test("whatever closes it, owners are led to their own list and others to what is like it", () => {
  const way = (actor: typeof OWNER | null, reason: "inactive" | "no_slot") =>
    closedFor(actor, "session", offering(reason))?.way;
  expect(way(OWNER, "inactive")).toEqual({ to: "/profil", label: "Gérer mes sessions" });
  expect(way(OWNER, "no_slot")?.to).toBe("/profil");
  expect(way(null, "inactive")?.to).toBe("/sessions?category=Yoga");
  expect(closedFor(OWNER, "activity", offering("inactive"))?.way.to).toBe("/mes-activites");
  expect(closedFor(null, "activity", offering("inactive"))?.way.to).toBe("/activites");
  expect(closedFor(OWNER, "session", offering(null))).toBeNull();
});
