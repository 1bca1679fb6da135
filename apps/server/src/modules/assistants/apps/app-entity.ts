import type { EntityKind } from '../../../kernel/entities/entity-kind.ts';
import { appRepository } from './repository.ts';
import type { AppRow } from './tables.ts';
import { selectVisibleApps, visibleApps, visibleInApps } from './visible-apps.ts';

const toEntity = ({ id, name, access, createdBy }: AppRow) => ({
  id,
  name,
  shared: access === 'PUBLIC',
  madeBy: createdBy,
});

/** Describes apps for the modules that share and count the things that users make. */
export const appEntity: EntityKind = {
  kind: 'APP',
  prefix: 'app_',
  label: { one: 'app', many: 'apps' },
  permission: 'apps:read',
  describeUse: () => 'You can ask it questions.',
  buildPagePath: (id) => `/apps/${id}`,
  holdsVisible: visibleInApps,
  find: async (tx, id) => {
    const row = await appRepository.find(tx.db, id, visibleApps(tx));
    return row && toEntity(row);
  },
  search: async (tx, { search, limit }) =>
    (await appRepository.newest(tx.db, { search, visible: visibleApps(tx) }, limit)).map(toEntity),
  selectVisible: selectVisibleApps,
  count: (tx) => appRepository.count(tx.db),
};
