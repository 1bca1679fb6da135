const two = (value: number): string => String(value).padStart(2, '0');

/** Converts a time to the format of `datetime-local` in the browser's time zone; '' when there is none. */
export const toLocal = (moment: string): string => {
  const date = new Date(moment);
  if (moment === '' || Number.isNaN(date.getTime())) return '';
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
};

/** Converts a local time to UTC. */
export const fromLocal = (local: string): string => {
  const date = new Date(local);
  return local === '' || Number.isNaN(date.getTime()) ? '' : date.toISOString();
};
