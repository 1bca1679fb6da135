import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { LargeValue } from '@atelier/contracts/fields/large-value';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { largePage } from '../../computations.ts';
import type { FileOwner } from '../files/platform-files.ts';
import { filesOfLarge } from './large-files.ts';

/** The entries of a list, which may be read piece by piece. */
export interface Entries {
  length: number;
  at(position: number): Promise<JsonValue>;
}

export const entriesOf = (list: readonly JsonValue[]): Entries => ({
  length: list.length,
  at: (position) => Promise.resolve(list[position] ?? null),
});

interface Reading {
  owner: FileOwner;
  signal: AbortSignal;
  onWaits: (waits: boolean) => void;
}

/** Opens a large list, whose entries a thread reads. Undefined when the large value is no list. */
export const openEntries = async (
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
