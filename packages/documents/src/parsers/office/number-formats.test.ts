import { describe, expect, it } from 'vitest';
import { createShowNumber, createShowText, findBuiltIn, loadFormatter } from './number-formats.ts';

const formatter = await loadFormatter();
const show = (code: string, stored: string, from1904 = false): string =>
  createShowNumber(code, from1904, formatter)(Number(stored), stored);

describe('a number is shown', () => {
  it.each([
    ['0.0%', '0.125', '12.5%'],
    ['0%', '1', '100%'],
    ['00000', '1067', '01067'],
    ['"€" #,##0.00', '1234.5', '€ 1,234.50'],
    ['[$-407]#,##0.00 [$€-407]', '1234.5', '1,234.50 €'],
    ['#,##0.00 "₽"', '1234567.891', '1,234,567.89 ₽'],
    ['_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-', '-1234.5', '-1,234.50 €'],
    ['0.00;[Red](0.00)', '-0.1', '(0.10)'],
    ['# ?/?', '0.5', '1/2'],
    ['# ??/??', '2.25', '2  1/4'],
    ['0.00E+00', '0.00000015', '1.50E-07'],
    ['+0 00 0000', '4930123456', '+4930 12 3456'],
    ['"Tier "0', '5', 'Tier 5'],
    ['General" kg"', '5', '5 kg'],
    ['[=1]"yes";[=0]"no";0', '1', 'yes'],
    ['0;-0;"none"', '0', 'none'],
    [';;;', '5', ''],
  ])('with the format %s: %s is %s', (code, stored, shown) => {
    expect(show(code, stored)).toBe(shown);
  });

  it('as it is without a format, with the digits that the file has', () => {
    expect(show('General', '0.30000000000000004')).toBe('0.3');
    expect(show('@', '1067')).toBe('1067');
    expect(show('[Blue]General', '1.5')).toBe('1.5');
    for (const code of ['General', '0', '#,##0'])
      expect(show(code, '7615917337495251231')).toBe('7615917337495251231');
  });

  it('as it is where its format is none, or longer than formats are', () => {
    expect(show('0 Q', '5')).toBe('5');
    expect(show(`"${'x'.repeat(300)}"0`, '5')).toBe('5');
    expect(show('"a"0', '5')).toBe('a5');
  });
});

describe('a date is shown in ISO form', () => {
  it.each([
    ['dd.mm.yyyy', '45000', '2023-03-15'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', '45000', '2023-03-15'],
    ['yyyy"年"m"月"d"日"', '45000', '2023-03-15'],
    ['d-mmm', '45000', '2023-03-15'],
    ['mmm-yy', '45000', '2023-03'],
    ['yyyy', '45000', '2023'],
    ['m/d/yy h:mm', '45000.25', '2023-03-15 06:00'],
    ['yyyy-mm-dd hh:mm:ss', '46355.6046875', '2026-11-29 14:30:45'],
    ['hh:mm', '0.6041666666666666', '14:30'],
    ['h:mm AM/PM', '45000.604166666664', '14:30'],
    ['h:mm:ss', '0.6046875', '14:30:45'],
    ['mm:ss', '0.01', '14:24'],
    ['dddd', '45000', 'Wednesday'],
    ['[h]:mm', '1.260416666666667', '30:15'],
    ['[hh]:mm:ss', '2.5', '60:00:00'],
    ['[h]:mm', '-0.5', '-12:00'],
  ])('with the format %s: %s is %s', (code, stored, shown) => {
    expect(show(code, stored)).toBe(shown);
  });

  it('in the calendar of 1900 with its invented day, and in that of 1904', () => {
    const dates = (days: readonly string[], from1904: boolean) =>
      days.map((day) => show('yyyy-mm-dd', day, from1904));
    expect(dates(['0', '1', '59', '61', '45000'], false)).toEqual([
      ...['1900-01-00', '1900-01-01', '1900-02-28', '1900-03-01', '2023-03-15'],
    ]);
    expect(dates(['0', '43538'], true)).toEqual(['1904-01-01', '2023-03-15']);
  });

  it('unless no calendar has the day', () => {
    for (const stored of ['-3', '1e9', '1e300'])
      expect(show('yyyy-mm-dd', stored)).toBe(String(Number(stored)));
  });
});

describe('a text is shown', () => {
  const showText = (code: string) => createShowText(code, formatter);

  it('with the words that its format puts around it, or not at all', () => {
    expect(showText('"Mr. "@')?.('Bean')).toBe('Mr. Bean');
    expect(showText('0;0;0;"<"@">"')?.('a')).toBe('<a>');
    expect(showText(';;;')?.('hidden')).toBe('');
  });

  it('as it is with other formats', () => {
    for (const code of ['General', '@', '0.00', '0;-0;;@', '_-* 0_-;_-* 0_-;_-* "-"_-;_-@_-', '"@"0'])
      expect(showText(code)).toBeUndefined();
  });
});

it('formats that a file names by number have the codes of the standard', () => {
  expect([0, 9, 12, 14, 21, 37, 46, 49, 58, 99].map(findBuiltIn)).toEqual([
    ...['General', '0%', '# ?/?', 'yyyy-mm-dd', 'h:mm:ss', '#,##0;\\(#,##0\\)'],
    ...['[h]:mm:ss', '@', 'yyyy-mm-dd', 'General'],
  ]);
});
