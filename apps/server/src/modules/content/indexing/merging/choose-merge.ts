/** What a merge takes as one: a segment that lies alone, or a merged one. */
export interface Unit {
  id: string;
  isMerged: boolean;
  bytes: number;
  /** Chunks, and those of them that are alive. */
  docs: number;
  live: number;
}

const kibibyte = 1024;
/** No merge makes more than this: it is what an edit reads, what a deletion writes anew, and seconds of work. */
export const largestBytes = 8 * 1024 * kibibyte;
/** Units of a tier are about as large as each other, so that each chunk is written once for each tier. */
const tierBytes = [256 * kibibyte, 2048 * kibibyte, largestBytes] as const;
const fewest = 8;
export const most = 64;

const isStale = ({ isMerged, docs, live }: Unit, thorough: boolean): boolean =>
  isMerged && (thorough ? live < docs : (docs - live) * 8 >= docs);

const fillOne = (units: readonly Unit[]): Unit[] => {
  const taken: Unit[] = [];
  let bytes = 0;
  for (const unit of units.toSorted((a, b) => a.bytes - b.bytes)) {
    bytes += unit.bytes;
    if (taken.length === most || bytes > largestBytes) return taken.length > 1 ? taken : [];
    taken.push(unit);
  }
  return taken.length >= fewest ? taken : [];
};

/**
 * What to merge next; empty when everything is as it should be. First merged segments of which an eighth is dead, or, when
 * `thorough`, anything; then the smallest tier that has gathered enough.
 */
export const chooseMerge = (units: readonly Unit[], { thorough }: { thorough: boolean }): readonly Unit[] => {
  const stale = units.find((unit) => isStale(unit, thorough));
  if (stale) return [stale];
  let from = 0;
  for (const to of tierBytes) {
    const chosen = fillOne(units.filter(({ bytes }) => bytes >= from && bytes < to));
    if (chosen.length > 0) return chosen;
    from = to;
  }
  return [];
};
