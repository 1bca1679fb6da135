/** Below this balance the pill shows a warning (CREDIT-02). */
export const lowCreditThreshold = 1000;

const warnedKey = (tenantId: string) => `atelier-low-credit-warned:${tenantId}`;

export const isLowBalance = (balance: number): boolean => balance < lowCreditThreshold;

interface Warning {
  tenantId: string;
  balance: number;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
}

/**
 * Returns true when this balance needs its warning, and notes in `storage` that it has been given, until the browser is closed
 * (CREDIT-03).
 */
export const shouldWarn = ({ tenantId, balance, storage }: Warning): boolean => {
  if (!isLowBalance(balance)) return false;
  const key = warnedKey(tenantId);
  const warned = (storage.getItem(key) ?? '').split(' ').filter((entry) => entry !== '');
  if (warned.includes(String(balance))) return false;
  storage.setItem(key, [...warned, balance].join(' '));
  return true;
};
