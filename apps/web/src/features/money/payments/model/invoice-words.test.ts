import { describe, expect, it } from 'vitest';
import { describeInvoice, statusWords } from './invoice-words.ts';
import { formatMoney } from './money.ts';

const line = (description: string) => ({ description, quantity: 1, unitAmount: 100, amount: 100 });

describe('the words of an invoice', () => {
  it('writes amounts in the smallest unit as money, also where there is no smaller unit', () => {
    expect(formatMoney(9900, 'USD')).toBe('$99.00');
    expect(formatMoney(1905, 'EUR')).toBe('€19.05');
    expect(formatMoney(5000, 'JPY')).toBe('¥5,000');
  });

  it('names what it is for by its first line', () => {
    expect(describeInvoice({ lines: [line('Premium')] })).toBe('Premium');
    expect(describeInvoice({ lines: [line('Premium'), line('Credits'), line('Seats')] })).toBe(
      'Premium and 2 more',
    );
    expect(describeInvoice({ lines: [] })).toBe('No lines');
  });

  it('says of each status whether something is to be paid', () => {
    expect(statusWords('DUE')).toEqual({ label: 'To be paid', tone: 'warning' });
    expect(statusWords('PAID').label).toBe('Paid');
    expect(statusWords('VOID').label).toBe('Void');
  });
});
