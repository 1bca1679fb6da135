/** Formats "$99.00" from 9900 and USD. Currencies without a smaller unit, such as JPY, are counted whole. */
export const formatMoney = (amount: number, currency: string): string => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** digits);
};
