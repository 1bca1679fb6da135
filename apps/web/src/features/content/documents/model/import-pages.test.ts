import type { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { describe, expect, it } from 'vitest';
import { applyChanges, type ImportPages } from './import-pages.ts';

const document = (id: string, parts: Partial<KnowledgeImport> = {}): KnowledgeImport => ({
  knowledgeBaseImportId: id,
  knowledgeBaseId: 'kb_1',
  name: `${id}.pdf`,
  type: 'FILE',
  status: 'IN-QUEUE',
  stage: null,
  progress: 0,
  size: 10,
  pages: null,
  chunkCount: 0,
  note: null,
  encoding: null,
  url: null,
  state: 'ENABLED',
  version: 1,
  documentType: null,
  language: null,
  categories: [],
  metadata: {},
  summaryState: 'NONE',
  sameAs: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  finishedAt: null,
  abilities: {},
  ...parts,
});

const balance = { found: 3, imported: 0, unchanged: 0, skipped: 0, failed: 0, pending: 3 };
const page = (...items: KnowledgeImport[]) => ({ items, nextCursor: null, total: 3, balance });
const cached: ImportPages = {
  pages: [page(document('imp_1'), document('imp_2')), page(document('imp_3'))],
  pageParams: [null, 'c'],
};
const quiet = { rows: new Map(), removed: new Set<string>(), balance: undefined };

describe('live news in the pages of a list', () => {
  it('replaces a document on every page that shows it, and nothing else', () => {
    const done = document('imp_3', { status: 'COMPLETED', progress: 1 });
    const { pages } = applyChanges(cached, { ...quiet, rows: new Map([['imp_3', done]]) });
    expect(pages[1]?.items).toEqual([done]);
    expect(pages[0]?.items).toEqual(cached.pages[0]?.items);
  });

  it('drops what was deleted', () => {
    const { pages } = applyChanges(cached, { ...quiet, removed: new Set(['imp_1']) });
    expect(pages[0]?.items.map((row) => row.knowledgeBaseImportId)).toEqual(['imp_2']);
  });

  it('adds no document that the list does not show', () => {
    const { pages } = applyChanges(cached, { ...quiet, rows: new Map([['imp_9', document('imp_9')]]) });
    expect(pages.flatMap((each) => each.items)).toHaveLength(3);
  });

  it('puts the new balance on every page', () => {
    const next = { ...balance, imported: 1, pending: 2 };
    const { pages } = applyChanges(cached, { ...quiet, balance: next });
    expect(pages.map((each) => each.balance)).toEqual([next, next]);
  });
});
