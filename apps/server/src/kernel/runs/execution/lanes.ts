/** The places for one kind of load, the most of one tenant, and how many each tenant has under way. */
export interface Lane {
  lane: number;
  places: number;
  cap: number;
  active: number;
  byTenant: Map<string, number>;
}

export const laneOf = (lane: number, places: number, cap: number): Lane => ({
  lane,
  places,
  cap,
  active: 0,
  byTenant: new Map(),
});

export const occupy = (lane: Lane, tenantId: string): void => {
  lane.active += 1;
  lane.byTenant.set(tenantId, (lane.byTenant.get(tenantId) ?? 0) + 1);
};

/** Ends what `occupy` began. Says whether there was no place before: then others may be waiting for it. */
export const giveBack = (lane: Lane, tenantId: string): boolean => {
  const held = lane.byTenant.get(tenantId) ?? 1;
  const wasFull = lane.active >= lane.places || held >= lane.cap;
  lane.active -= 1;
  if (held === 1) lane.byTenant.delete(tenantId);
  else lane.byTenant.set(tenantId, held - 1);
  return wasFull;
};
