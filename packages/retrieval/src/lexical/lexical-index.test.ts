import { describe, expect, it } from 'vitest';
import { analyze } from '../analysis/analyze.ts';
import { createLexicalIndex, type LexicalHit } from './lexical-index.ts';
import { encodeLexicalSegment, headingWeight, type LexicalDocument } from './lexical-segment.ts';
import { mergeSegments } from './merge-segments.ts';
import { createRandom, handbook, zipfDocuments } from './sample-corpus.fixture.ts';

function indexOf(documents: readonly LexicalDocument[]) {
  const index = createLexicalIndex();
  index.addSegment('all', encodeLexicalSegment(documents));
  return index;
}

/** BM25 directly from its formula, without an index. */
function naiveSearch(documents: readonly LexicalDocument[], query: string): LexicalHit[] {
  const bags = documents.map(({ id, text, heading = '' }) => {
    const repeated = Array.from({ length: headingWeight }, () => analyze(heading)).flat();
    return { id, terms: [...analyze(text), ...repeated] };
  });
  const average = bags.reduce((sum, { terms }) => sum + terms.length, 0) / bags.length;
  const idf = (term: string) => {
    const holders = bags.filter(({ terms }) => terms.includes(term)).length;
    return holders === 0 ? 0 : Math.log(1 + (bags.length - holders + 0.5) / (holders + 0.5));
  };
  const asked = analyze(query);
  const known = asked.filter((term) => idf(term) > 0);
  const ceiling = (known.reduce((sum, term) => sum + idf(term) * 2.2, 0) * asked.length) / known.length;
  return bags
    .map(({ id, terms }) => {
      const score = asked.reduce((sum, term) => {
        const frequency = terms.filter((other) => other === term).length;
        return (
          sum + (idf(term) * frequency * 2.2) / (frequency + 1.2 * (0.25 + (0.75 * terms.length) / average))
        );
      }, 0);
      return { id, bm25: score, score: score / ceiling };
    })
    .filter(({ bm25 }) => bm25 > 0)
    .sort((a, b) => b.bm25 - a.bm25 || (a.id < b.id ? -1 : 1));
}

/** Rounds scores, because sums of floating-point numbers depend on the order of addition. */
function rounded(hits: LexicalHit[]) {
  return hits.map(({ id, bm25, score }) => ({ id, bm25: bm25.toFixed(9), score: score.toFixed(9) }));
}

const questions = [
  'how many holiday days',
  'ERR-4042',
  'notice period of three months',
  'unknown words refund',
];

describe('lexical search', () => {
  it.each([
    ['How many paid days of holiday do I receive?', 'leave'],
    ['Can I work from home?', 'remote'],
    ['err-4042', 'laptop'],
    ['hotel night costs', 'travel'],
    ['When are refunds paid?', 'refund'],
    ['minimum password length characters', 'security'],
  ])('answers %j with chunk %s', (query, expected) => {
    expect(indexOf(handbook).search({ query, topK: 3 })[0]?.id).toBe(expected);
  });

  it.each(questions)('scores %j as a naive BM25 does', (query) => {
    expect(rounded(indexOf(handbook).search({ query, topK: 10 }))).toEqual(
      rounded(naiveSearch(handbook, query)),
    );
  });

  it('scores random chunks as a naive BM25 does, whatever the segments', () => {
    const documents = zipfDocuments(120);
    const index = createLexicalIndex();
    for (let start = 0; start < documents.length; start += 7) {
      index.addSegment(`s${start}`, encodeLexicalSegment(documents.slice(start, start + 7)));
    }
    for (const query of ['w1x w5x w200x', 'w0x', 'w3x w3x w17x', 'nothing w40x']) {
      expect(rounded(index.search({ query, topK: 200 }))).toEqual(rounded(naiveSearch(documents, query)));
    }
  });

  it('scores far-apart and very frequent words as a naive BM25 does, also in runs of chunks', () => {
    const frequencies = new Map([
      ...[
        [0, 1],
        [127, 127],
        [128, 128],
        [300, 130],
        [301, 300],
        [302, 300],
        [303, 300],
        [304, 300],
      ],
      ...[
        [305, 2],
        [306, 2],
        [399, 20_000],
      ],
    ] as [number, number][]);
    const documents = Array.from({ length: 400 }, (_, at) => ({
      id: String(at).padStart(3, '0'),
      text: `filler${at % 7} ${'zebra '.repeat(frequencies.get(at) ?? 0)}`,
    }));
    for (const query of ['zebra', 'zebra filler3', 'filler0'])
      expect(rounded(indexOf(documents).search({ query, topK: 400 }))).toEqual(
        rounded(naiveSearch(documents, query)),
      );
  });

  it('keeps topK best and breaks ties by id', () => {
    const twins = ['b', 'c', 'a'].map((id) => ({ id, text: 'same words here' }));
    expect(
      indexOf(twins)
        .search({ query: 'words', topK: 2 })
        .map(({ id }) => id),
    ).toEqual(['a', 'b']);
    expect(indexOf(twins).search({ query: 'words', topK: 0 })).toEqual([]);
  });

  it('applies the filter before it counts to topK', () => {
    const hits = indexOf(handbook).search({
      query: 'leave days',
      topK: 1,
      filter: (id) => id === 'parental',
    });
    expect(hits.map(({ id }) => id)).toEqual(['parental']);
  });

  it('answers the next query rightly after a filter has thrown', () => {
    const index = indexOf(handbook);
    const filter = () => {
      throw new Error('no');
    };
    expect(() => index.search({ query: 'holiday', topK: 3, filter })).toThrow('no');
    expect(rounded(index.search({ query: 'refund', topK: 10 }))).toEqual(
      rounded(naiveSearch(handbook, 'refund')),
    );
  });

  it('finds nothing for stop words, unknown words, and in an empty index', () => {
    expect(indexOf(handbook).search({ query: 'the of and', topK: 5 })).toEqual([]);
    expect(indexOf(handbook).search({ query: 'zebra', topK: 5 })).toEqual([]);
    expect(createLexicalIndex().search({ query: 'holiday', topK: 5 })).toEqual([]);
  });

  it('keeps scores within 0..1, and lower when part of the question is unknown', () => {
    const index = indexOf([...handbook, { id: 'spam', text: 'holiday '.repeat(500) }]);
    const known = index.search({ query: 'holiday', topK: 20 });
    for (const { score } of known) expect(score).toBeGreaterThan(0);
    for (const { score } of known) expect(score).toBeLessThanOrEqual(1);
    const partly = index.search({ query: 'holiday zebra', topK: 20 });
    expect(partly[0]?.score).toBeCloseTo((known[0]?.score ?? 0) / 2, 9);
  });

  it('boosts a word of the heading', () => {
    const filler = 'about the rules that everyone has to follow';
    const hits = indexOf([
      { id: 'body', text: `${filler} bicycle` },
      { id: 'head', text: `${filler} vehicle`, heading: 'Bicycle' },
    ]).search({ query: 'bicycle', topK: 2 });
    expect(hits.map(({ id }) => id)).toEqual(['head', 'body']);
  });

  it('survives a pasted page as query', () => {
    const query = zipfDocuments(100)
      .map(({ text }) => text)
      .join(' ');
    expect(indexOf(zipfDocuments(200)).search({ query, topK: 5 })).toHaveLength(5);
  });
});

describe('live segments', () => {
  const documents = zipfDocuments(900, { seed: 3, length: 8 });
  const segmentsOf = (size: number) =>
    Array.from({ length: Math.ceil(documents.length / size) }, (_, number) => ({
      id: `s${number}`,
      bytes: encodeLexicalSegment(documents.slice(number * size, (number + 1) * size)),
    }));

  it('gives after removals and replacements what was given had they never been', () => {
    const segments = segmentsOf(9);
    const index = createLexicalIndex();
    const random = createRandom(9);
    const live = new Map<string, Uint8Array>();
    for (let step = 0; step < 400; step++) {
      const { id, bytes } = segments[Math.floor(random() * segments.length)] ?? {
        id: '',
        bytes: new Uint8Array(),
      };
      if (live.delete(id)) index.removeSegment(id);
      else {
        live.set(id, bytes);
        index.addSegment(id, bytes);
        if (step % 5 === 0) index.addSegment(id, bytes);
      }
      if (step % 40 !== 39) continue;
      const fresh = createLexicalIndex();
      for (const [other, content] of live) fresh.addSegment(other, content);
      expect(index.size.docs).toBe(fresh.size.docs);
      for (const query of ['w2x w60x', 'w7x w7x w120x w290x']) {
        expect(index.search({ query, topK: 25 })).toEqual(fresh.search({ query, topK: 25 }));
      }
    }
  });

  it('are found only after the last of the steps in which they are added', () => {
    const index = createLexicalIndex();
    const many = Array.from({ length: 40 }, (_, at) => ({
      id: `d${at}`,
      text: Array.from({ length: 1000 }, (_empty, word) => `t${at}x${word}`).join(' '),
    }));
    const added = encodeLexicalSegment(many);
    index.addSegment('before', encodeLexicalSegment([{ id: 'old', text: 't39x999 sail' }]));
    const foundAlone = index.search({ query: 't39x999', topK: 9 });
    let steps = 0;
    const adding = index.addInSteps(added, [{ id: 'added', first: 0, docs: many.length }]);
    while (!adding.next().done) {
      steps += 1;
      expect(index.search({ query: 't39x999', topK: 9 })).toEqual(foundAlone);
    }
    // A step has at most some thousand of the 40,000 terms.
    expect(steps).toBeGreaterThanOrEqual(4);
    expect(index.search({ query: 't39x999', topK: 9 }).map(({ id }) => id)).toEqual(['old', 'd39']);
  });

  it('are added right even if most of the index is dropped between two steps', () => {
    const index = createLexicalIndex();
    const segments = segmentsOf(300);
    const [kept, ...gone] = segments;
    for (const { id, bytes } of gone) index.addSegment(id, bytes);
    const steps = index.addInSteps(kept?.bytes ?? new Uint8Array(), [{ id: 's0', first: 0, docs: 300 }]);
    steps.next();
    for (const { id } of gone) index.removeSegment(id);
    while (!steps.next().done);
    const fresh = createLexicalIndex();
    fresh.addSegment('s0', kept?.bytes ?? new Uint8Array());
    for (const query of ['w2x w60x', 'w7x w120x w290x'])
      expect(index.search({ query, topK: 25 })).toEqual(fresh.search({ query, topK: 25 }));
  });

  it('are found by terms of every script, and by those that were cut inside a character', () => {
    const long = '𐐷'.repeat(100);
    const index = indexOf([
      { id: 'latin', text: 'naïve' },
      { id: 'han', text: '𠀋𠀋𡈽' },
      { id: 'emoji', text: 'a 😀 b' },
      { id: 'long', text: `x${long}` },
      { id: 'after', text: `zebra` },
    ]);
    const idsOf = (query: string) => index.search({ query, topK: 9 }).map(({ id }) => id);
    expect(idsOf('naive')).toEqual(['latin']);
    expect(idsOf('𠀋𡈽')).toEqual(['han']);
    expect(idsOf(`x${long}`)).toEqual(['long']);
    expect(idsOf('zebra')).toEqual(['after']);
  });

  it('gives memory back when most of it is dead', () => {
    const index = createLexicalIndex();
    const segments = segmentsOf(30);
    for (const { id, bytes } of segments) index.addSegment(id, bytes);
    const full = index.size.bytes;
    for (const { id } of segments.slice(2)) index.removeSegment(id);
    expect(index.size.docs).toBe(60);
    expect(index.size.bytes).toBeLessThan(full / 2);
    expect(index.has('s1')).toBe(true);
    expect(index.has('s5')).toBe(false);
  });

  it('gives the same from merged segments as from the parts', () => {
    const parts = createLexicalIndex();
    const segments = segmentsOf(100);
    for (const { id, bytes } of segments) parts.addSegment(id, bytes);
    const merged = createLexicalIndex();
    merged.addSegment('merged', mergeSegments(segments.map(({ bytes }) => bytes)));
    for (const query of ['w0x', 'w2x w60x', 'w7x w7x w120x w290x']) {
      expect(merged.search({ query, topK: 50 })).toEqual(parts.search({ query, topK: 50 }));
    }
  });

  it('forgets chunks in a merge', () => {
    const merged = createLexicalIndex();
    const bytes = mergeSegments([encodeLexicalSegment(handbook)], { keep: (id) => id !== 'leave' });
    merged.addSegment('merged', bytes);
    expect(merged.search({ query: 'holiday', topK: 5 })).toEqual(
      indexOf(handbook.filter(({ id }) => id !== 'leave')).search({ query: 'holiday', topK: 5 }),
    );
  });

  it('looks only at the segments that are asked for, with the scores of the whole index', () => {
    const documents = zipfDocuments(400);
    const index = createLexicalIndex();
    for (let at = 0; at < 20; at++) {
      index.addSegment(`s${at}`, encodeLexicalSegment(documents.slice(at * 20, at * 20 + 20)));
    }
    const query = documents[47]?.text.split(' ').slice(0, 4).join(' ') ?? '';
    const inside = new Set(documents.slice(40, 60).map(({ id }) => id));
    const all = index.search({ query, topK: 400 });
    const asked = index.search({ query, topK: 400, inSegments: new Set(['s2', 'gone']) });
    expect(asked).toEqual(all.filter(({ id }) => inside.has(id)));
    expect(asked.length).toBeGreaterThan(0);
    expect(index.search({ query, topK: 400, inSegments: new Set() })).toEqual([]);
    expect(index.search({ query, topK: 400 })).toEqual(all);
  });

  it('gives from parts of merged segments, whatever was removed, what is given from what is left alone', () => {
    const size = 9;
    const segments = segmentsOf(size);
    const index = createLexicalIndex();
    const random = createRandom(4);
    const live = new Set<number>();
    const addSome = () => {
      const chosen = segments.map((_, at) => at).filter(() => random() < 0.3);
      const alive = chosen.filter(() => random() < 0.8);
      const parts = alive.map((at) => ({ id: `s${at}`, first: chosen.indexOf(at) * size, docs: size }));
      const bytes = chosen.map((at) => segments[at]?.bytes ?? new Uint8Array());
      index.addMerged(mergeSegments(bytes), parts);
      for (const at of alive) live.add(at);
    };
    const removeSome = () => {
      for (const at of live)
        if (random() < 0.4) {
          index.removeSegment(`s${at}`);
          live.delete(at);
        }
    };
    for (let step = 0; step < 120; step++) {
      if (step % 3 === 0) addSome();
      else removeSome();
      const fresh = createLexicalIndex();
      for (const at of live) fresh.addSegment(`s${at}`, segments[at]?.bytes ?? new Uint8Array());
      expect(index.size.docs).toBe(fresh.size.docs);
      const half = new Set([...live].filter((at) => at % 2 === 0).map((at) => `s${at}`));
      for (const query of ['w2x w60x', 'w7x w7x w120x w290x']) {
        expect(index.search({ query, topK: 25 })).toEqual(fresh.search({ query, topK: 25 }));
        expect(index.search({ query, topK: 25, inSegments: half })).toEqual(
          fresh.search({ query, topK: 25, inSegments: half }),
        );
      }
    }
  });
});
