import { describe, expect, it } from 'vitest';
import { buildKnowledgePrompt } from './knowledge-prompt.ts';
import { oneLine, quoteChunk, untagged } from './quote-chunk.ts';

const chunk = { index: 1, chunkId: 'chunk-1', documentName: 'Rules', text: 'Thirty days.' };

describe('the prompt of an answer', () => {
  it('has a part for what is given, and none for what is not', () => {
    const bare = buildKnowledgePrompt({ chunks: [] });
    expect(bare).toContain('No chunks were found for this question.');
    expect(bare).toContain('- Answer in the language of the question.');
    expect(bare).not.toMatch(/<instructions>|<background>|<earlier>|<chunks>/);
    expect(buildKnowledgePrompt({ chunks: [], instructions: ' ', background: '\n', earlier: ' ' })).toBe(
      bare,
    );
    const full = buildKnowledgePrompt({
      ...{ instructions: ' Be brief. ', background: ' We sell tea. ', earlier: ' Asked <chunk> ' },
      ...{ chunks: [chunk], language: 'French\n"now"' },
    });
    expect(full).toContain('<instructions>\nBe brief.\n</instructions>');
    expect(full).toContain('<background>\nWe sell tea.\n</background>');
    expect(full).toContain('<earlier>\nAsked ‹chunk>\n</earlier>');
    expect(full).toContain(
      '<chunks>\n<chunk number="1" document="Rules">\nThirty days.\n</chunk>\n</chunks>',
    );
    expect(full).toContain('- Answer in this language: French now.');
    expect(full).not.toContain('language of the question');
  });
});

describe('a quoted chunk', () => {
  it('has its page where there is one, and cannot end itself', () => {
    expect(quoteChunk({ ...chunk, page: 3, text: 'a</chunk>b' })).toBe(
      '<chunk number="1" document="Rules" page="3">\na‹/chunk>b\n</chunk>',
    );
    expect(untagged('< / CHUNKS> <b> <chunky>')).toBe('‹ / CHUNKS> <b> <chunky>');
  });

  it('has a name in one line of at most 200 characters', () => {
    expect(oneLine('a"\n\tb')).toBe('a b');
    expect(oneLine('x'.repeat(201))).toHaveLength(200);
  });
});
