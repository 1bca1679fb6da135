import type { JsonSchema } from '@atelier/agents';
import { Chart, mostLabels, mostSeries } from '@atelier/contracts/assistants/tools/chart';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { PieceError } from '@atelier/pieces';
import type { ToolResult } from './tool-outcome.ts';

export const chartSchema: JsonSchema = {
  type: 'object',
  properties: {
    kind: { enum: ['BAR', 'LINE'], description: 'BAR compares values; LINE shows how they change.' },
    title: { type: 'string', minLength: 1, maxLength: 120 },
    labels: {
      ...{ type: 'array', minItems: 1, maxItems: mostLabels, items: { type: 'string', maxLength: 40 } },
      description: 'The names of the values, from left to right.',
    },
    series: {
      ...{ type: 'array', minItems: 1, maxItems: mostSeries },
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 60 },
          values: { type: 'array', items: { type: 'number' }, description: 'One value for each label.' },
        },
        required: ['name', 'values'],
        additionalProperties: false,
      },
    },
    unit: { type: 'string', maxLength: 20, description: 'The unit of the values, for example €.' },
  },
  required: ['kind', 'title', 'labels', 'series'],
  additionalProperties: false,
};

const differ = (names: readonly string[]): boolean => new Set(names).size === names.length;

/** Returns the chart of a call, which the view of the run draws. Throws PieceError. */
export const showChart = (input: Record<string, JsonValue>): ToolResult => {
  const { data: chart, error } = Chart.safeParse(input);
  const isWhole = chart?.series.every(({ values }) => values.length === chart.labels.length);
  if (error || isWhole !== true)
    throw new PieceError('pieces.invalid_input', 'Each series needs exactly one value for each label.');
  if (!differ(chart.labels) || !differ(chart.series.map(({ name }) => name)))
    throw new PieceError('pieces.invalid_input', 'Labels must differ from each other, and so must series.');
  return { output: { chart }, text: `The chart “${chart.title}” is shown.` };
};
