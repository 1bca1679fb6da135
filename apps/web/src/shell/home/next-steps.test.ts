import { expect, it } from 'vitest';
import { nextSteps } from './next-steps.ts';

const base = (knowledgeBaseId: string, documents: number) => ({
  knowledgeBaseId,
  counts: { documents, ready: documents, processing: 0, failed: 0, chunks: 0 },
});

const openSteps = (...facts: Parameters<typeof nextSteps>) =>
  nextSteps(...facts)
    .filter((step) => !step.isDone)
    .map((step) => step.id);

it('begins with everything to do', () => {
  expect(openSteps([], [])).toEqual(['knowledge', 'documents', 'app', 'share']);
});

it('ticks off what is there', () => {
  expect(openSteps([base('kb_1', 0)], [])).toEqual(['documents', 'app', 'share']);
  expect(openSteps([base('kb_1', 2)], [])).toEqual(['app', 'share']);
  expect(openSteps([base('kb_1', 2)], [{ appId: 'app_1', conversations: 0 }])).toEqual(['share']);
  expect(openSteps([base('kb_1', 2)], [{ appId: 'app_1', conversations: 1 }])).toEqual([]);
});

it('leads to the knowledge base that is still empty', () => {
  const steps = nextSteps([base('kb_full', 9), base('kb_empty', 0)], []);
  expect(steps.find((step) => step.id === 'documents')?.to).toBe('/knowledge-base/kb_empty/documents');
});
