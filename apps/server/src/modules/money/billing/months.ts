/** Returns the same day `count` months later, or the last day of a shorter month (UTC). */
export const addMonths = (from: Date, count: number): Date => {
  const moved = new Date(from);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + count);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return moved;
};

/** Returns the month that contains `now`, counted from `anchor`. */
export const monthAround = (anchor: Date, now: Date): { startsAt: Date; endsAt: Date } => {
  const years = now.getUTCFullYear() - anchor.getUTCFullYear();
  let count = Math.max(0, years * 12 + now.getUTCMonth() - anchor.getUTCMonth() - 1);
  while (addMonths(anchor, count + 1) <= now) count += 1;
  return { startsAt: addMonths(anchor, count), endsAt: addMonths(anchor, count + 1) };
};
