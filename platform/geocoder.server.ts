import { createHash } from "node:crypto";
import { z } from "zod";
import { askService } from "./ask-service.server.ts";
import type { Outside } from "./outside-requests.server.ts";

export interface Address {
  address: string;
  postalCode: string | null;
  city: string | null;
}

/** Degrees. */
interface Coordinates {
  latitude: number;
  longitude: number;
}

export interface Geocoder {
  /** Null for an unknown street; `near` is the middle of its town. @throws ServiceAway */
  find(address: Address, near: Coordinates | null): Promise<Coordinates | null>;
}

const LEAST_SCORE = 0.5;
/** Finer than a postcode's point, which is known without asking. */
const FINE = ["housenumber", "street", "locality"];

const answer = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
      properties: z.object({ score: z.number(), type: z.string() }),
    }),
  ),
});

/** Géoplateforme (https://data.geopf.fr/geocodage), or one like it: GeoJSON, longitudes first. */
export function createGeocoder(outside: Outside, base: string): Geocoder {
  return {
    async find({ address, postalCode, city }, near) {
      const words = [address, postalCode, city].filter(Boolean).join(" ");
      const query = new URLSearchParams({
        ...{ q: words, limit: "1", autocomplete: "0" },
        ...(postalCode && { postcode: postalCode }),
        ...(near && { lat: near.latitude.toFixed(4), lon: near.longitude.toFixed(4) }),
      });
      const url = `${base}/search?${query}`;
      const { features } = await askService(outside, { service: "the geocoder", url, answer });
      const [best] = features;
      if (!best) return null;
      const { score, type } = best.properties;
      if (score < LEAST_SCORE || !FINE.includes(type)) return null;
      const [longitude, latitude] = best.geometry.coordinates;
      return { latitude, longitude };
    },
  };
}

const SPREAD = 0.02;

export function createGeocoderStandIn(): Geocoder {
  return {
    async find({ address }, near) {
      if (!near) return null;
      const [north = 0, east = 0] = createHash("sha256").update(address).digest();
      return {
        latitude: near.latitude + (north / 255 - 0.5) * SPREAD,
        longitude: near.longitude + (east / 255 - 0.5) * SPREAD,
      };
    },
  };
}
