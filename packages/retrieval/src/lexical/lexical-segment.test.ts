import { describe, expect, it } from 'vitest';
import { analyze } from '../analysis/analyze.ts';
import { RetrievalError } from '../retrieval-error.ts';
import { createLexicalIndex } from './lexical-index.ts';
import { decodeLexicalSegment, encodeLexicalSegment, packLexicalSegment } from './lexical-segment.ts';
import { mergeSegments } from './merge-segments.ts';
import { createRandom, handbook, zipfDocuments } from './sample-corpus.fixture.ts';

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof RetrievalError) return error.toJSON().code;
    throw error;
  }
  return 'nothing thrown';
}

describe('lexical segments', () => {
  it('hold every term of every chunk with its frequency', () => {
    const documents = [
      ...zipfDocuments(40),
      { id: 'ünï-文-🙂', text: 'naïve 東京都 😀 word word' },
      { id: '', text: '' },
    ];
    const segment = decodeLexicalSegment(encodeLexicalSegment(documents));
    expect(segment.documents.map(({ id }) => id)).toEqual(documents.map(({ id }) => id));
    const bags = documents.map(() => new Map<string, number>());
    for (const { term, postings } of segment.terms) {
      for (const { document, frequency } of postings) bags[document]?.set(term, frequency);
    }
    documents.forEach(({ text }, place) => {
      const expected = new Map<string, number>();
      for (const term of analyze(text)) expected.set(term, (expected.get(term) ?? 0) + 1);
      expect(bags[place]).toEqual(expected);
      expect(segment.documents[place]?.length).toBe(analyze(text).length);
    });
  });

  it('are the same bytes after decoding and packing', () => {
    const bytes = encodeLexicalSegment(zipfDocuments(300, { words: 5000 }));
    expect(packLexicalSegment(decodeLexicalSegment(bytes))).toEqual(bytes);
  });

  it('carry large frequencies and many chunks', () => {
    const documents = Array.from({ length: 400 }, (_, place) => ({
      id: `d${place}`,
      text: place % 200 ? 'a1' : 'far '.repeat(40_000),
    }));
    const index = createLexicalIndex();
    index.addSegment('s', encodeLexicalSegment(documents));
    expect(index.search({ query: 'far', topK: 5 }).map(({ id }) => id)).toEqual(['d0', 'd200']);
  });

  it('may be a view into a larger buffer, as a database driver returns it', () => {
    const bytes = encodeLexicalSegment(handbook);
    const padded = new Uint8Array(bytes.length + 7);
    padded.set(bytes, 3);
    expect(decodeLexicalSegment(padded.subarray(3, 3 + bytes.length))).toEqual(decodeLexicalSegment(bytes));
    expect(decodeLexicalSegment(Buffer.from(bytes))).toEqual(decodeLexicalSegment(bytes));
  });

  it('are refused when a single byte is wrong or missing', () => {
    const bytes = encodeLexicalSegment(handbook);
    const random = createRandom(5);
    for (let round = 0; round < 200; round++) {
      const broken = bytes.slice();
      const place = 8 + Math.floor(random() * (broken.length - 8));
      broken[place] = ((broken[place] ?? 0) + 1 + Math.floor(random() * 255)) & 0xff;
      expect(codeOf(() => decodeLexicalSegment(broken))).toBe('retrieval.segment_corrupt');
    }
    for (const length of [0, 3, 15, 16, bytes.length - 1]) {
      expect(codeOf(() => decodeLexicalSegment(bytes.slice(0, length)))).toBe('retrieval.segment_corrupt');
    }
  });

  it('are refused when a newer release wrote them, or they are something else', () => {
    const newer = encodeLexicalSegment(handbook);
    newer[4] = 3;
    expect(codeOf(() => decodeLexicalSegment(newer))).toBe('retrieval.segment_version');
    expect(codeOf(() => decodeLexicalSegment(new Uint8Array(64)))).toBe('retrieval.segment_kind');
  });

  it('leave the index as it was when they are refused', () => {
    const index = createLexicalIndex();
    index.addSegment('s', encodeLexicalSegment(handbook));
    expect(codeOf(() => index.addSegment('s', new Uint8Array(20)))).toBe('retrieval.segment_kind');
    expect(index.size.docs).toBe(handbook.length);
  });

  it('of two languages do not mix', () => {
    const german = encodeLexicalSegment([{ id: 'g', text: 'Häuser' }], { language: 'german' });
    expect(codeOf(() => createLexicalIndex().addSegment('g', german))).toBe('retrieval.language_mismatch');
    expect(codeOf(() => mergeSegments([german, encodeLexicalSegment(handbook)]))).toBe(
      'retrieval.language_mismatch',
    );
    expect(codeOf(() => mergeSegments([]))).toBe('retrieval.invalid_input');
    const index = createLexicalIndex({ language: 'german' });
    index.addSegment('g', german);
    expect(index.search({ query: 'Haus', topK: 1 })).toHaveLength(1);
  });
});
