import { expect, it } from 'vitest';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { type EntityKind, entityKinds } from '../../../../kernel/entities/entity-kind.ts';
import { Extensions, extend } from '../../../../kernel/services/extension-points.ts';
import { searchEntities } from './search-entities.ts';

/** A kind of things that has these names, in the order in which its own search returns them. */
const kindOf = (kind: string, names: readonly string[]) =>
  ({
    ...{ kind, label: { one: kind.toLowerCase() }, permission: `${kind}:read` },
    buildPagePath: (id: string) => `/${id}`,
    search: async () => names.map((name) => ({ id: name, name })),
  }) as unknown as EntityKind;

const found = async (limit: number) => {
  const entities = [
    kindOf('APP', ['Airport', 'My port', 'Portal']),
    kindOf('SECRET', ['Port']),
    kindOf('FLOW', ['Support', 'The ports', 'PORT', 'Port Royal']),
  ];
  const services = { extensions: new Extensions(entities.map((kind) => extend(entityKinds, kind))) };
  const may = (permission: string) => permission !== 'SECRET:read';
  const ctx = { tx: (work: (tx: object) => Promise<unknown>) => work({ services, may }) } as unknown as Ctx;
  return searchEntities(ctx, { search: 'port', limit });
};

it('finds the nearest names first, and among equally near ones gives each kind its turn', async () => {
  const all = await found(50);
  expect(all.map(({ name }) => name)).toEqual([
    ...['PORT', 'Portal', 'Port Royal', 'My port', 'The ports', 'Airport', 'Support'],
  ]);
  expect(all[0]).toEqual({ entityId: 'PORT', kind: 'FLOW', label: 'flow', name: 'PORT', address: '/PORT' });
  expect(await found(3)).toEqual(all.slice(0, 3));
});
