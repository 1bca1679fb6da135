import type { WorkerOutput, WorkerOutputKind } from '@atelier/contracts/assistants/workers/worker-queue';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { RunContext } from '../../../../../kernel/runs/index.ts';
import type { RecordOrder } from '../record-order.ts';
import type { Result } from '../run-target.ts';

export interface Delivery<K extends WorkerOutputKind> {
  order: RecordOrder;
  output: Extract<WorkerOutput, { kind: K }>;
  /** The number of the output among those of the worker. */
  place: number;
  result: Result;
  /** The name of the delivery in the journal of the run. */
  name: string;
  /** The same for every attempt, so that the receiver takes it once. */
  key: string;
}

/** A place for results. */
export interface OutputKind<K extends WorkerOutputKind> {
  title(output: Delivery<K>['output']): string;
  /** Delivers the result once, also when the server is killed meanwhile. Returns what there is to say about it. Throws RunFailure. */
  deliver(run: RunContext, delivery: Delivery<K>): Promise<string>;
}

const toLine = (value: JsonValue): string => {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const describeField = (name: string, value: JsonValue): string => {
  const words = name.replaceAll('_', ' ').trim();
  const label = words.charAt(0).toUpperCase() + words.slice(1);
  if (Array.isArray(value) && value.length > 0)
    return [`${label}:`, ...value.map((each) => `- ${toLine(each)}`)].join('\n');
  return `${label}: ${Array.isArray(value) ? '' : toLine(value)}`.trimEnd();
};

/** Returns a result as people read it: its fields, a line each, or its text. */
export const readableResult = ({ text, data }: Result): string =>
  isObject(data)
    ? Object.entries(data)
        .map(([name, value]) => describeField(name, value ?? null))
        .join('\n')
    : text;
