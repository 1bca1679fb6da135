/**
 * Reads a `Retry-After` header (RFC 9110, section 10.2.3): seconds, or a date of HTTP. Returns milliseconds, never negative; undefined when
 * there is none, or none that can be read.
 */
export const readRetryAfter = (value: string | null, now: number): number | undefined => {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Za-z]{3,9},? .* GMT$|^[A-Za-z]{3} [A-Za-z]{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(text))
    return undefined;
  const date = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};
