import { describe, expect, it } from 'vitest';
import { balanceParts, documentsIn, progressInWords } from './import-balance.ts';

const balance = { found: 212, imported: 200, unchanged: 8, skipped: 0, failed: 4, pending: 0 };

describe('the balance of a knowledge base', () => {
  it('accounts for every file that was found', () => {
    const sum = balanceParts(balance).reduce((total, part) => total + part.count, 0);
    expect(sum).toBe(balance.found);
  });

  it('names only what there is', () => {
    expect(balanceParts(balance).map((part) => `${part.count} ${part.label}`)).toEqual([
      '200 completed',
      '8 unchanged',
      '4 failed',
    ]);
  });

  it('counts a file that was sent twice as one document', () => {
    expect(documentsIn(balance)).toBe(204);
  });

  it('says how far the files are without saying each of them', () => {
    const said = Array.from({ length: 60 }, (_nothing, pending) =>
      progressInWords(
        {
          found: 60,
          imported: 59 - pending,
          unchanged: 0,
          skipped: 0,
          failed: 0,
          pending: pending + 1,
        },
        'file',
      ),
    );
    expect(new Set(said).size).toBe(10);
    expect(said[29]).toBe('50 % of the files are read.');
    expect(progressInWords(balance, 'document')).toBe(
      'Not everything is read: 200 completed, 8 unchanged, 4 failed.',
    );
  });
});
