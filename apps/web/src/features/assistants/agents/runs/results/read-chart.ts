import type { AgentRunStep } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { Chart } from '@atelier/contracts/assistants/tools/chart';
import { readProperty } from '../../../../../ui/feedback/read-property.ts';

type ToolStep = Extract<AgentRunStep, { type: 'TOOL' }>;

const unique = (values: readonly string[]): boolean => new Set(values).size === values.length;

/** Returns the chart that a call shows; undefined for every other call, and for a description that cannot be drawn. */
export const readChart = ({ status, output }: ToolStep): Chart | undefined => {
  if (status !== 'DONE') return undefined;
  const { data } = Chart.safeParse(readProperty(output, 'chart'));
  if (!data) return undefined;
  const isWhole = data.series.every(({ values }) => values.length === data.labels.length);
  const isNamed = unique(data.labels) && unique(data.series.map(({ name }) => name));
  return isWhole && isNamed ? data : undefined;
};
