/** Text that PostgreSQL can store, also inside JSON: without NUL and without half characters, which cutting leaves behind. */
export const cleanText = (text: string): string => {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
};
