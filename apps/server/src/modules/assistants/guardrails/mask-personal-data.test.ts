import { describe, expect, it } from 'vitest';
import { maskPersonalData } from './mask-personal-data.ts';

describe('the masking of personal data', () => {
  it.each([
    ['Write to ada.lovelace+test@mail.example.co.uk please', 'Write to [EMAIL] please'],
    ['My card 4111 1111 1111 1111 was charged', 'My card [CARD] was charged'],
    ['IBAN DE89 3704 0044 0532 0130 00, thanks', 'IBAN [BANK ACCOUNT], thanks'],
    ['GB82WEST12345698765432', '[BANK ACCOUNT]'],
    ['Call +49 (0)30 123456-78 or 555-123-4567', 'Call [TELEPHONE] or [TELEPHONE]'],
    ['It is 078-05-1120', 'It is [SOCIAL SECURITY NUMBER]'],
    ['from 192.168.10.4', 'from [IP ADDRESS]'],
  ])('masks %s', (text, masked) => {
    expect(maskPersonalData(text)).toBe(masked);
  });

  it.each([
    'Order 4111 1111 1111 1112 is a number whose last digit is not that of a card',
    'DE88370400440532013000 has wrong check digits',
    'From 2026-11-23 to 24.12.2026 we sold 1,250,000 pieces in 300 versions',
    'Version 999.1.2.3 of part 12345678',
  ])('leaves what is none: %s', (text) => {
    expect(maskPersonalData(text)).toBe(text);
  });

  it('reads a long text in little time', async () => {
    for (const each of ['a@', '1 ', '1-', 'AA11', '(', 'a.', '1.'])
      await expect(() => maskPersonalData(each.repeat(8_000 / each.length))).toCostAtMost(300);
  });
});
