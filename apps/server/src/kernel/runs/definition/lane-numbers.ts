import type { AnyCtx } from '../../context/context.ts';

export type LaneName = 'light' | 'heavy' | 'shared';

const stored: Readonly<Record<LaneName, number>> = { light: 0, heavy: 1, shared: 2 };
const lanesOfEverybody = 3;

/** Returns the number under which a lane is stored. Preferred tenants have separate lanes, so that their runs do not wait for those of others. */
export const laneNumber = (name: LaneName, isPreferred: boolean): number =>
  stored[name] + (isPreferred ? lanesOfEverybody : 0);

/** Returns the number of the lane for a run that the tenant starts now. */
export const chooseLane = ({ services, tenantId }: AnyCtx, name: LaneName = 'light'): number =>
  laneNumber(name, services.workAccount.isPreferred(tenantId));
