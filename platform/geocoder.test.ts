import { describe, expect, it } from "vitest";
import { ServiceAway } from "./ask-service.server.ts";
import { createGeocoder } from "./geocoder.server.ts";
import { type Outside, OutsideError } from "./outside-requests.server.ts";

const ADDRESS = { address: "8 boulevard du Port", postalCode: "80000", city: "Amiens" };

/** A geocoder that answers one after the other; the last goes on. */
function geocoderOf(...answers: (object | number | OutsideError)[]) {
  const asked: string[] = [];
  const outside: Outside = {
    async read(url) {
      const answer = answers[Math.min(asked.length, answers.length - 1)];
      asked.push(url);
      if (answer instanceof OutsideError) throw answer;
      const isStatus = typeof answer === "number";
      return {
        status: isStatus ? answer : 200,
        bytes: Buffer.from(isStatus ? "" : JSON.stringify(answer)),
        charset: null,
        version: { etag: null, lastModified: null },
      };
    },
    send: () => Promise.reject(new Error("nothing is sent")),
  };
  return { asked, geocoder: createGeocoder(outside, "https://geocoder.example") };
}

const found = (properties: object) => ({
  type: "FeatureCollection",
  features: [
    {
      type: "Feature",
      geometry: { type: "Point", coordinates: [2.290084, 49.897442] },
      properties: { score: 0.92, type: "housenumber", postcode: "80000", ...properties },
    },
  ],
});

describe("the geocoder", () => {
  it("is asked for an address with its postcode, and answers longitudes first", async () => {
    const { geocoder, asked } = geocoderOf(found({}));
    expect(await geocoder.find(ADDRESS, { latitude: 49.9, longitude: 2.29 })).toEqual({
      latitude: 49.897442,
      longitude: 2.290084,
    });
    expect(asked).toEqual([
      "https://geocoder.example/search?q=8+boulevard+du+Port+80000+Amiens&limit=1&autocomplete=0&postcode=80000&lat=49.9000&lon=2.2900",
    ]);
  });

  it.each([
    ["nothing", { features: [] }],
    ["a whole commune", found({ type: "municipality" })],
    ["hardly the same words", found({ score: 0.3 })],
  ])("knows no point when it finds %s", async (_, answer) => {
    expect(await geocoderOf(answer).geocoder.find(ADDRESS, null)).toBeNull();
  });

  it("is asked again while it is busy, three times at most", async () => {
    const busy = geocoderOf(429, new OutsideError("slow"), found({}));
    expect(await busy.geocoder.find(ADDRESS, null)).not.toBeNull();
    const away = geocoderOf(503);
    await expect(away.geocoder.find(ADDRESS, null)).rejects.toThrow(ServiceAway);
    expect(away.asked).toHaveLength(3);
  });

  it("is away when its address may not be read, or its answer says nothing", async () => {
    const refused = geocoderOf(new OutsideError("refused"));
    await expect(refused.geocoder.find(ADDRESS, null)).rejects.toThrow(ServiceAway);
    expect(refused.asked).toHaveLength(1);
    await expect(geocoderOf({ results: [] }).geocoder.find(ADDRESS, null)).rejects.toThrow(
      ServiceAway,
    );
  });
});
