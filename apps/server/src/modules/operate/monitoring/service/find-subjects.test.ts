import { describe, expect, it } from 'vitest';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { type EntityKind, entityKinds } from '../../../../kernel/entities/entity-kind.ts';
import { Extensions, extend } from '../../../../kernel/services/extension-points.ts';
import type { Services } from '../../../../kernel/services/services.ts';
import { findSubjects } from './find-subjects.ts';
import { addUpNotes } from './read-figures.ts';

/** The context of a server with these kinds of things. */
const serving = (kinds: readonly (Pick<EntityKind, 'kind'> & { search: unknown })[]) => {
  const extensions = new Extensions(kinds.map((kind) => extend(entityKinds, kind as unknown as EntityKind)));
  return { services: { extensions } } as unknown as TxCtx;
};

describe('the things that are monitored', () => {
  const find = (present: number) => {
    const all = Array.from({ length: present }, (_none, at) => ({ id: `agt_${at}`, name: `Agent ${at}` }));
    const search = (_tx: TxCtx, { limit }: { limit: number }) => Promise.resolve(all.slice(0, limit));
    return findSubjects(
      serving([
        { kind: 'APP', search: () => Promise.resolve([]) },
        { kind: 'AGENT', search },
      ]),
      'AGENT',
    );
  };

  it('are at most 500, and what there are more is said', async () => {
    const all = await find(500);
    expect([all.names.size, all.isCutOff]).toEqual([500, false]);
    expect([...all.names].slice(0, 2)).toEqual([
      ['agt_0', 'Agent 0'],
      ['agt_1', 'Agent 1'],
    ]);
    const cut = await find(501);
    expect([cut.names.size, cut.isCutOff, cut.names.has('agt_500')]).toEqual([500, true, false]);
  });

  it('are none of a kind that the server does not know', async () => {
    expect(await findSubjects(serving([]), 'AGENT')).toEqual({ names: new Map(), isCutOff: false });
  });
});

describe('notes', () => {
  it.each<[readonly number[], number]>([
    [[0], 0],
    [[7], 7],
    [[20_000, 20_000, 5], 40_005],
    [[20_000, 0], 20_000],
  ])('are added up in steps of 20,000 until a step finds fewer: %j', async (added, total) => {
    const asked: unknown[] = [];
    const query = (_statement: string, [most]: unknown[]) => {
      const row = { added: added[asked.push(most) - 1] };
      return Promise.resolve({ rows: [row] });
    };
    expect(await addUpNotes({ identityPool: { query } } as unknown as Services)).toBe(total);
    expect(asked).toEqual(added.map(() => 20_000));
  });
});
