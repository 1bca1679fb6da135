import { z } from 'zod';

/** The most corrections of a document. */
export const mostCorrections = 1000;

const longestLine = 16_000;
const line = z
  .string()
  .max(longestLine)
  .refine((text) => !text.includes('\n'), 'Please enter one line');
const filledLine = line.refine((text) => text.trim() !== '', 'Please enter a text');

/** A line of the text of a document, which begins at an offset, and what it says after the correction. */
export const LineCorrection = z.object({
  line: filledLine,
  start: z.number().int().min(0),
  text: filledLine,
});
export type LineCorrection = z.infer<typeof LineCorrection>;

/** The name of a column, which stands before each of its values in the text, and its right name. */
export const NameCorrection = z.object({
  name: filledLine,
  text: filledLine.refine((text) => !text.includes(':'), 'Please enter a name without a colon'),
});
export type NameCorrection = z.infer<typeof NameCorrection>;
