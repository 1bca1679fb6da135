import { describe, expect, it } from 'vitest';
import { wholeChunking } from '../../indexing/index.ts';
import { settingsInWords, toVersionBadge } from './version-words.ts';

const run = (status: 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED', switches = false) => ({
  status,
  progress: 0.5,
  stage: null,
  note: null,
  error: null,
  switches,
});

describe('a version of an index in words', () => {
  it('says how it stands', { tags: ['KB-04'] }, () => {
    const label = (
      status: 'BUILDING' | 'ACTIVE' | 'RETIRED',
      latest: ReturnType<typeof run> | null,
      pending = 0,
    ) => toVersionBadge({ status, run: latest, pending }).label;
    expect(label('ACTIVE', null)).toBe('Answers now');
    expect(label('BUILDING', run('RUNNING'))).toBe('Being built');
    expect(label('BUILDING', run('RUNNING', true))).toBe('Catching up, then it answers');
    expect(label('BUILDING', run('COMPLETED'))).toBe('Ready to answer');
    expect(label('BUILDING', run('COMPLETED'), 2)).toBe('Behind');
    expect(label('BUILDING', run('CANCELLED'))).toBe('Cancelled');
    expect(label('RETIRED', run('FAILED'))).toBe('Stopped');
    expect(label('RETIRED', run('RUNNING'))).toBe('Catching up');
    expect(label('RETIRED', null, 3)).toBe('Answered before');
  });

  it('names its settings', { tags: ['CHUNK-01', 'KB-04', 'KB-05'] }, () => {
    const chunking = wholeChunking({ strategy: 'SENTENCE', maxTokens: 200, overlapTokens: 20 });
    expect(
      settingsInWords({
        chunking,
        language: 'german',
        format: 2,
        embeddingModelId: 'prv_1/small',
        vectorStore: 'QDRANT',
      }),
    ).toBe('By sentences, 5 sentences · 200 tokens, 20 overlap · German · small · Qdrant');
    expect(
      settingsInWords({
        chunking,
        language: 'english',
        format: 1,
        embeddingModelId: null,
        vectorStore: 'EMBEDDED',
      }),
    ).toContain('English · without document names · by words only');
  });
});
