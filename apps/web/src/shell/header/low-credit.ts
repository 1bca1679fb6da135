/** CREDIT-02 */
export const lowCreditThreshold = 1000;

const warnedKey = 'atelier-low-credit-warned';

export const isLowBalance = (balance: number): boolean => balance < lowCreditThreshold;

/** Whether this balance deserves its warning; notes that it got it (CREDIT-03). */
export const shouldWarn = (balance: number, storage: Pick<Storage, 'getItem' | 'setItem'>): boolean => {
  if (!isLowBalance(balance) || storage.getItem(warnedKey) === String(balance)) return false;
  storage.setItem(warnedKey, String(balance));
  return true;
};
