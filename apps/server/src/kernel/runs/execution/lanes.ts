/** The slots of one lane, the most for one tenant, and the number that each tenant uses. */
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

/** Frees the slot that `occupy` took. Returns true when all slots were used before, because other runs may wait for one. */
export const giveBack = (lane: Lane, tenantId: string): boolean => {
  const held = lane.byTenant.get(tenantId) ?? 1;
  const wasFull = lane.active >= lane.places || held >= lane.cap;
  lane.active -= 1;
  if (held === 1) lane.byTenant.delete(tenantId);
  else lane.byTenant.set(tenantId, held - 1);
  return wasFull;
};
