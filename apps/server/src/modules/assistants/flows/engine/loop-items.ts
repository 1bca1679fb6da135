import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { isLarge, type LargeValue } from '@atelier/contracts/fields/large-value';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { largePage } from '../computations.ts';
import type { CompiledStep } from './compile-flow.ts';
import { computeValue } from './computing/compute-value.ts';
import { type Execution, forComputing } from './execution.ts';
import { stepFailure } from './failures.ts';
import type { FileOwner } from './files/file-owner.ts';
import { filesOfLarge } from './files/file-owner.ts';

/** The entries of a list, which may be read piece by piece. */
export interface Entries {
  length: number;
  at(position: number): Promise<JsonValue>;
}

const toEntries = (list: readonly JsonValue[]): Entries => ({
  length: list.length,
  at: (position) => Promise.resolve(list[position] ?? null),
});

interface Reading {
  owner: FileOwner;
  signal: AbortSignal;
  onWaits: (waits: boolean) => void;
}

/** Opens a large list, whose entries a thread reads. Undefined when the large value is no list. */
const openEntries = async (
  ctx: Ctx,
  large: LargeValue,
  { owner, signal, onWaits }: Reading,
): Promise<Entries | undefined> => {
  const files = await filesOfLarge(ctx, owner, [large]);
  const { services, tenantId } = ctx;
  let from = 0;
  let page: JsonValue[] = [];
  const read = async (position: number): Promise<number | null> => {
    const found = await services.compute.run(
      largePage,
      { large, files, from: position },
      { tenantId, signal, onWaits },
    );
    from = position;
    page = readJson(found.entries) as JsonValue[];
    return found.length;
  };
  const length = await read(0);
  if (length === null) return undefined;
  return {
    length,
    async at(position) {
      if (position < from || position >= from + page.length) await read(position);
      return page[position - from] ?? null;
    },
  };
};

/** The most rounds of one loop. */
export const mostRounds = 10_000;

/** True for a text that was meant to be a list. */
const isWrittenList = (value: JsonValue): boolean => typeof value === 'string' && /^\s*\[/.test(value);

/**
 * Returns the rounds of a value. What is a list on one day is a single value on another, and missing on a third: that is how XML and many
 * services write lists. So a single value is a list of one, and nothing is a list of none.
 */
const toList = (value: JsonValue): JsonValue[] | undefined => {
  if (Array.isArray(value)) return value;
  if (value === null || value === '') return [];
  return isWrittenList(value) ? undefined : [value];
};

/** Opens the list that a loop goes through. */
export const openList = async (
  execution: Execution,
  { items }: Extract<CompiledStep, { type: 'LOOP_ON_ITEMS' }>,
): Promise<Entries> => {
  const { ctx } = execution.run;
  const reading = forComputing(execution);
  const value = await computeValue(ctx, items, reading);
  const plain = toList(value);
  const large = isLarge(value) ? await openEntries(ctx, value, reading) : undefined;
  const list = large ?? (plain && toEntries(plain));
  if (!list) throw stepFailure('flows.not_a_list');
  if (list.length > mostRounds) throw stepFailure('flows.too_many_rounds');
  return list;
};
