import { eq, or, type SQL } from 'drizzle-orm';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { visibleTo } from '../../account/access/index.ts';
import { apps } from './tables.ts';

const isPublic = eq(apps.access, 'PUBLIC');

/** The apps that whoever acts may see in lists and open: public ones are shared with everybody in the company. */
export const visibleApps = (ctx: AnyCtx): SQL | undefined => visibleTo(ctx, apps.id, isPublic);

/** The apps that whoever acts may talk to: besides those, every public one, because its link is open to anyone. */
export const usableApps = (ctx: AnyCtx): SQL | undefined => {
  const visible = visibleApps(ctx);
  return visible && or(isPublic, visible);
};
