import { expect, it } from 'vitest';
import { stageInWords } from './stage-in-words.ts';

const row = { status: 'IN-PROGRESS', stage: null, progress: 0 } as const;

it('says what is done with a document, and how far it is', () => {
  expect(stageInWords({ ...row, status: 'IN-QUEUE' })).toBe('Waiting for its turn');
  expect(stageInWords(row)).toBe('Starting · 0 %');
  const stage = 'Making it searchable: 640 of 1,200 chunks';
  expect(stageInWords({ ...row, stage, progress: 0.766 })).toBe(`${stage} · 77 %`);
});

it('says when a document is tried again', () => {
  const waiting = { code: 'models.down', message: 'Down.', until: '2026-03-02T10:30:00.000Z' };
  expect(stageInWords({ ...row, status: 'IN-QUEUE', waiting })).toMatch(/^Tries again at /);
});
