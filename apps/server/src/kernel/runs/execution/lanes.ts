import { type LaneName, laneNumber } from '../definition/define-run.ts';

/** The slots of one lane, the most for one tenant, and the number that each tenant uses. */
export interface Lane {
  lane: number;
  places: number;
  cap: number;
  active: number;
  byTenant: Map<string, number>;
}

/** The number of light runs that a process works on at once. */
const lightPlaces = 256;
/** The number of shared runs for each heavy one. */
const sharedPerHeavy = 8;
/** The share of the slots that one tenant gets at most, so that the next tenant always finds a free one. */
const tenantShare = 0.75;

const makeLane = (lane: number, places: number): Lane => ({
  lane,
  places,
  cap: Math.max(1, Math.floor(places * tenantShare)),
  active: 0,
  byTenant: new Map(),
});

/** Makes the lanes of a process that works on so many heavy runs at once, by their numbers. Preferred tenants have as many slots as all others. */
export const makeLanes = (heavyPlaces: number): ReadonlyMap<number, Lane> => {
  const places: Readonly<Record<LaneName, number>> = {
    light: lightPlaces,
    heavy: heavyPlaces,
    shared: heavyPlaces * sharedPerHeavy,
  };
  const lanes = (['light', 'heavy', 'shared'] as const).flatMap((name) =>
    [false, true].map((isPreferred) => makeLane(laneNumber(name, isPreferred), places[name])),
  );
  return new Map(lanes.map((lane) => [lane.lane, lane]));
};

export const occupy = (lane: Lane, tenantId: string): void => {
  lane.active += 1;
  lane.byTenant.set(tenantId, (lane.byTenant.get(tenantId) ?? 0) + 1);
};

/** Frees the slot that `occupy` took. Returns true when all slots were used before, because other runs may wait for one. */
export const giveBack = (lane: Lane, tenantId: string): boolean => {
  const held = lane.byTenant.get(tenantId) ?? 1;
  const wasFull = lane.active >= lane.places || held >= lane.cap;
  lane.active -= 1;
  if (held === 1) lane.byTenant.delete(tenantId);
  else lane.byTenant.set(tenantId, held - 1);
  return wasFull;
};
