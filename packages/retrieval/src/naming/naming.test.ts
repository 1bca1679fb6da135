import { describe, expect, it } from 'vitest';
import { beginningLength, documentNames, toEmbeddedText, toLexicalDocument, toTitle } from './index.ts';

const names = (name: string, beginning = '') => documentNames({ name, beginning }).names.trim();

describe('the names of a document', () => {
  it.each([
    ['annual_report-2024.pdf', 'annual report 2024'],
    ['a.b.docx', 'a.b'],
    ['notes.version2', 'notes.version2'],
    ['— draft —', 'draft'],
    ['.pdf', ''],
  ])('of the title %s are %s', (name, title) => {
    expect(toTitle(name)).toBe(title);
  });

  it('have both ways to write each quarter', () => {
    expect(names('Results Q3.pdf')).toBe('Results Q3 third quarter');
    expect(names('fourth quarter')).toBe('fourth quarter q4 fourth quarter');
    expect(names('First Quarter and Q5')).toBe('First Quarter q1 first quarter and Q5');
  });

  it('have what a long one tells at its beginning, and nothing of a short one', () => {
    const beginning = `Apple Inc. (AAPL) filed this on 3 May for “Ärzte” and others. ${'word '.repeat(800)}`;
    const long = `${beginning.slice(0, beginningLength - 4)} Zoo`;
    expect(long).toHaveLength(beginningLength);
    expect(names('10-K.html', long)).toBe('10 K Apple Inc. (AAPL) 3 May “Ärzte”');
    expect(names('10-K.html', long.slice(0, -1))).toBe('10 K');
    const far = `${'word '.repeat(159)}Edge Beyond ${'word '.repeat(600)}`;
    expect(names('far', far)).toBe('far Edge');
  });

  it('are indexed with each chunk, and embedded above it', () => {
    const chunk = { id: 'c', text: 'Text.', heading: 'Head' };
    expect(toLexicalDocument(chunk, { title: 'T', names: 'N' })).toEqual({
      ...{ id: 'c', text: 'Text.', heading: 'Head', document: 'N' },
    });
    expect(toLexicalDocument({ ...chunk, heading: null }, null)).toEqual({ id: 'c', text: 'Text.' });
    expect(toEmbeddedText(chunk, 'Title')).toBe('Title\n\nHead\n\nText.');
    expect(toEmbeddedText({ heading: null, text: 'Text.' }, '')).toBe('Text.');
  });
});
