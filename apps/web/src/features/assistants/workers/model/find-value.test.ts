import { describe, expect, it } from 'vitest';
import { findValue, quotePassage, searchedText } from './find-value.ts';

const found = (text: string, value: string | number) => {
  const passage = findValue(searchedText(text), value);
  return passage && text.slice(passage.start, passage.end);
};

describe('the place of a value in a text', () => {
  it.each([
    ['Total 1,224.00 GBP', '1,224.00'],
    ['Gesamt 1.224,00 EUR', '1.224,00'],
    ['Total 1 224,00 €', '1 224,00'],
    ['Total 1’224.00 CHF', '1’224.00'],
    ['Total 1224', '1224'],
  ])('of a number is found however the document writes it: %s', (text, passage) => {
    expect(found(text, 1224)).toBe(passage);
  });

  it('of a number is no part of a longer one', () => {
    expect(found('Invoice 2026-0417, 1,224.00, 224.50', 224)).toBeUndefined();
    expect(found('It costs 3.50 a piece.', 3.5)).toBe('3.50');
    expect(found('It costs 13.50 a piece.', 3.5)).toBeUndefined();
    expect(found('Nothing here', 1e21)).toBeUndefined();
  });

  it.each([
    ['Date: 2 November 2026', '2 November 2026'],
    ['November 2, 2026', 'November 2, 2026'],
    ['Rechnung vom 2. November 2026', '2. November 2026'],
    ['Datum 02.11.2026', '02.11.2026'],
    ['Le 2 novembre 2026', '2 novembre 2026'],
    ['2026-11-02', '2026-11-02'],
  ])('of a day is found in common forms: %s', (text, passage) => {
    expect(found(text, '2026-11-02')).toBe(passage);
  });

  it('of words does not depend on case, spaces and punctuation, and is a whole word', () => {
    expect(found('IBAN GB29NWBK60161331926819.', 'GB29 NWBK 6016 1331 9268 19')).toBe(
      'GB29NWBK60161331926819',
    );
    expect(found('From BROOK  Paper-Mill Ltd.', 'Brook Paper Mill Ltd')).toBe('BROOK  Paper-Mill Ltd');
    expect(found('The third party', 'art')).toBeUndefined();
    expect(found('Anything', ' – ')).toBeUndefined();
  });

  it('is quoted with the words around it when it is short', () => {
    const text = 'Head\nQty 2 of 17 pieces each time\nFoot';
    const passage = findValue(searchedText(text), 17) ?? { start: 0, end: 0 };
    expect(quotePassage(text, passage)).toBe('2 of 17 pieces each');
    const long = 'Net 1,020.00 GBP';
    expect(quotePassage(long, findValue(searchedText(long), 1020) ?? { start: 0, end: 0 })).toBe('1,020.00');
  });
});
