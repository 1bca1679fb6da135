import type { Entity, EntityKind } from '../../kernel/entity-kind.ts';
import { appRepository } from './repository.ts';
import type { AppRow } from './tables.ts';

const present = ({ id, name, access }: AppRow): Entity => ({ id, name, shared: access === 'PUBLIC' });

/** Apps as things that are found, given to people and counted. A public app is open to everyone in the company too. */
export const appEntity: EntityKind = {
  kind: 'APP',
  prefix: 'app_',
  label: { one: 'app', many: 'apps' },
  addressOf: (id) => `/apps/${id}`,
  async find({ db }, id) {
    const app = await appRepository.find(db, id);
    return app && present(app);
  },
  search: async ({ db }, { search, limit }) => {
    const page = await appRepository.list(db, { search }, { sort: 'createdAt', order: 'desc', limit });
    return page.rows.slice(0, limit).map(({ row }) => present(row));
  },
  count: ({ db }) => appRepository.count(db),
};
