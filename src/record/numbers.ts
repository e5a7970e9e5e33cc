import { z } from "zod";

/** Times and sizes of a record are milliseconds and bytes. */
export const milliseconds = z.number().nonnegative();
export const count = z.number().int().nonnegative();
export const positive = z.number().int().positive();
