/** Returns text that PostgreSQL can store, also inside JSON: without NUL and without the half surrogate pairs that truncation leaves. */
export const cleanText = (text: string): string => {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
};
