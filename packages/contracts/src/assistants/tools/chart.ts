import { z } from 'zod';

/** The most labels and the most series of a chart. Its description then fits into the part of a result that is shown with its step. */
export const mostLabels = 50;
export const mostSeries = 5;

/** An agent's description of a chart. The browser draws it; it contains no code, no colours and no markup. */
export const Chart = z.object({
  kind: z.enum(['BAR', 'LINE']),
  title: z.string().max(120),
  /** The names of the values, from left to right. */
  labels: z.array(z.string().max(40)).min(1).max(mostLabels),
  series: z
    .array(z.object({ name: z.string().max(60), values: z.array(z.number()).min(1).max(mostLabels) }))
    .min(1)
    .max(mostSeries),
  /** The unit of the values, for example €. */
  unit: z.string().max(20).default(''),
});
export type Chart = z.output<typeof Chart>;
