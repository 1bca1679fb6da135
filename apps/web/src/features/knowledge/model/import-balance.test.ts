import { describe, expect, it } from 'vitest';
import { balanceParts, documentsIn } from './import-balance.ts';

const balance = { found: 212, imported: 200, unchanged: 8, skipped: 0, failed: 4, pending: 0 };

describe('the balance of a knowledge base', () => {
  it('accounts for every file that was found', () => {
    const sum = balanceParts(balance).reduce((total, part) => total + part.count, 0);
    expect(sum).toBe(balance.found);
  });

  it('names only what there is', () => {
    expect(balanceParts(balance).map((part) => `${part.count} ${part.label}`)).toEqual([
      '200 imported',
      '8 unchanged',
      '4 failed',
    ]);
  });

  it('counts a file that was sent twice as one document', () => {
    expect(documentsIn(balance)).toBe(204);
  });
});
