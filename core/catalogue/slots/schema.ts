import { z } from "zod";
import { MAX_SEATS } from "./rules.ts";

const HOW_MANY = `De 1 à ${MAX_SEATS} places`;
export const seatCount = z.number(HOW_MANY).int(HOW_MANY).min(1, HOW_MANY).max(MAX_SEATS, HOW_MANY);
