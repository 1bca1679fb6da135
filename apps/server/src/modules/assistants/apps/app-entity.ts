import { eq, or, type SQL } from 'drizzle-orm';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { defineVisibility } from '../../account/access/declarations.ts';
import { defineEntity } from '../../account/access/index.ts';
import { apps } from './tables.ts';

const isPublic = eq(apps.access, 'PUBLIC');

/** Selects the apps that the actor may see in lists and open: public ones are visible to every member of the tenant. */
export const visibleApps = defineVisibility(apps.id, isPublic);

/** Selects the apps that the actor may talk to: the visible ones, and every public one, because its link is open to anyone. */
export const usableApps = (ctx: AnyCtx): SQL | undefined => {
  const visible = visibleApps(ctx);
  return visible && or(isPublic, visible);
};

/** Describes apps for the modules that share and count the things that users make. */
export const appEntity = defineEntity(
  { table: apps, madeBy: apps.createdBy, isShared: isPublic, visible: visibleApps },
  {
    kind: 'APP',
    prefix: 'app_',
    label: { one: 'app', many: 'apps' },
    permission: 'apps:read',
    describeUse: () => 'You can ask it questions.',
    buildPagePath: (id) => `/apps/${id}`,
  },
);
