const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Formats a duration with its two largest units: 12 ms, 3.4 s, 2 min 5 s, 1 h 3 min. */
export const spanInWords = (milliseconds: number): string => {
  const ms = Math.max(0, milliseconds);
  if (ms < second) return `${Math.round(ms)} ms`;
  if (ms < minute) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  if (ms < hour) return `${Math.floor(ms / minute)} min ${Math.floor((ms % minute) / second)} s`;
  return `${Math.floor(ms / hour)} h ${Math.floor((ms % hour) / minute)} min`;
};
