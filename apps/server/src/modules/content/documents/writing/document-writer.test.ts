import { type Block, joinBlocks } from '@atelier/documents';
import { describe, expect, it } from 'vitest';
import { createSectionCutter } from './document-writer.ts';

const cut = (blocks: readonly Block[]) => {
  const cutter = createSectionCutter();
  const sections = [...blocks.flatMap((block) => cutter.push(block)), ...cutter.flush()];
  return { sections, length: cutter.length };
};
const paragraph = (text: string, page?: number): Block => ({
  kind: 'paragraph',
  text,
  ...(page === undefined ? {} : { page }),
});

describe('the section cutter', () => {
  const samples: Record<string, Block[]> = {
    'short blocks of one page': [paragraph('One.', 1), paragraph('Two.', 1)],
    'blocks of several pages': [paragraph('One.', 1), paragraph('Two.', 2), paragraph('Three.', 2)],
    'blocks without pages': Array.from({ length: 200 }, (_, at) =>
      paragraph(`Block ${at} ${'x'.repeat(100)}`),
    ),
    'one block far too long': [paragraph('a'.repeat(20_001), 1), paragraph('end', 1)],
    'a long block of letters outside the basic plane': [paragraph('😀'.repeat(9000))],
    'empty blocks between': [paragraph(''), paragraph('One.'), paragraph(''), paragraph('Two.')],
  };

  it.each(Object.entries(samples))('keeps every offset exact for %s', (_title, blocks) => {
    const text = joinBlocks(blocks);
    const { sections, length } = cut(blocks);
    expect(length).toBe(text.length);
    expect(sections.map(({ ordinal }) => ordinal)).toEqual(sections.map((_section, at) => at));
    let end = 0;
    for (const section of sections) {
      expect(text.slice(section.startOffset, section.startOffset + section.text.length)).toBe(section.text);
      expect(text.slice(end, section.startOffset).trim()).toBe('');
      expect(section.text.length).toBeLessThanOrEqual(6000);
      expect(section.text.isWellFormed()).toBe(true);
      end = section.startOffset + section.text.length;
    }
    expect(end).toBe(text.length);
  });

  it('begins a section with each stretch of a recording', () => {
    const said: Block[] = [
      { ...paragraph('One.'), second: 0 },
      { ...paragraph('Two.'), second: 17 },
    ];
    expect(cut(said).sections).toMatchObject([
      { page: null, second: 0 },
      { page: null, second: 17 },
    ]);
  });

  it('begins a section with each page', () => {
    expect(cut(samples['blocks of several pages'] ?? []).sections.map(({ page }) => page)).toEqual([1, 2]);
  });

  it('says nothing about an empty document', () => {
    expect(cut([])).toEqual({ sections: [], length: 0 });
  });
});
