import { describe, expect, it } from 'vitest';
import { analyze } from './analyze.ts';
import { languages } from './languages.ts';

describe('analyze', () => {
  it('drops English stop words and stems what is left', () => {
    expect(analyze('The policies are running for the connected employees')).toEqual([
      'polici',
      'run',
      'connect',
      'employe',
    ]);
  });

  it('folds case, diacritics, ligatures and typographic apostrophes', () => {
    expect(analyze('Café ﬁnance Zürich')).toEqual(analyze('cafe finance zurich'));
    expect(analyze('company’s')).toEqual(analyze("company's"));
    expect(analyze('company’s')).toEqual(analyze('company'));
    expect(analyze('Straße', { language: 'german' })).toEqual(analyze('STRASSE', { language: 'german' }));
  });

  it('keeps the IT department and the US apart from stop words', () => {
    expect(analyze('IT in the US')).toEqual(['it', 'us']);
  });

  it('keeps numbers whole and without thousands separators', () => {
    expect(analyze('costs 1,250.50 or 3.14 or 12,000')).toEqual(['cost', '1250.50', '3.14', '12000']);
  });

  it('yields an identifier and its parts', () => {
    expect(analyze('ERR-4042')).toEqual(['err', '4042', 'err-4042']);
    expect(analyze('ISO 9001:2015')).toEqual(['iso', '9001', '2015', '9001:2015']);
    expect(analyze('user_name')).toEqual(['user', 'name', 'user_name']);
    expect(analyze('C++ and C#')).toEqual(['c', 'c++', 'c', 'c#']);
    expect(analyze('well-known')).toEqual(['well', 'known']);
  });

  it('cuts scripts without spaces into overlapping grams', () => {
    expect(analyze('東京都')).toEqual(['東京', '京都']);
    expect(analyze('GPT-4を使う')).toContain('使う');
    expect(analyze('ภาษา')).toEqual(['ภาษ', 'าษา']);
    expect(analyze('本')).toEqual(['本']);
  });

  it('keeps letters whose marks make another letter', () => {
    expect(analyze('мой', { language: 'none' })).toEqual(['мой']);
    expect(analyze('ёлка', { language: 'none' })).toEqual(analyze('елка', { language: 'none' }));
  });

  it('gives the same terms for a word and its folded form in every language', () => {
    for (const language of languages) {
      expect(analyze('Überprüfungen', { language })).toEqual(analyze('uberprufungen', { language }));
    }
  });

  it('cuts endless words, and finds nothing in empty or punctuation-only text', () => {
    expect(analyze('x'.repeat(100_000))).toEqual(['x'.repeat(64)]);
    expect(analyze('')).toEqual([]);
    expect(analyze('--- … !!! 🙂')).toEqual([]);
  });
});
