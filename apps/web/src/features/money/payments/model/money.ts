/** Formats 9900 in USD as "$99.00". Amounts of a currency without a smaller unit, such as JPY, are whole units. */
export const formatMoney = (amount: number, currency: string): string => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** digits);
};
