import type { TraceStep } from '@atelier/contracts/assistants/chat/trace';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../../../kernel/base/errors.ts';
import type { Computation } from '../../../../../../kernel/compute/computation.ts';
import { askTables } from './ask-tables.ts';

type Asking = Parameters<typeof askTables>[0];

const documentOf = (name: string, rows: string[]) => ({
  importId: `imp_${name}`,
  name,
  parts: [{ text: rows.join('\n\n'), start: 0, page: null }],
});
const rates = documentOf('rates.csv', [
  'City: Paris\nRate: 120',
  'City: Rome\nRate: 95',
  'City: Oslo\nRate: 70',
]);

const compute = <I, O>(computation: Computation<I, O>, input: I): Promise<O> =>
  Promise.resolve(computation.compute(input));

interface Setup {
  documents?: ReturnType<typeof documentOf>[];
  tooLarge?: string[];
  run?: typeof compute;
}

/** Asks in an app without a model that writes, so that rules make the query. */
const ask = async (question: string, { documents = [rates], tooLarge = [], run = compute }: Setup = {}) => {
  const steps: TraceStep[] = [];
  const records: unknown[] = [];
  const asking = {
    ctx: { tenantId: 'ten_1', services: { compute: { run } } },
    resolved: { extractive: true },
    trace: (step: TraceStep) => steps.push(step),
    remember: (record: unknown) => records.push(record),
  } as unknown as Asking;
  const chunkIds = (importId: string, places: readonly number[]) =>
    Promise.resolve(new Map(places.map((at) => [at, `${importId} ${at}`])));
  const tables = { read: () => Promise.resolve({ documents, tooLarge }), findChunksAt: chunkIds };
  const parts = await askTables(asking, question, tables);
  const text = parts && [...parts].map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { text, steps, records };
};

const notAnswered = 'The tables do not answer it, so it is searched for.';

describe('a question to the tables of documents', () => {
  it('is computed, and remembered with the rows that it rests on', async () => {
    const { text, steps, records } = await ask('What is the average rate?');
    expect(text).toMatch(/^\*\*95\*\* \[1\]\n/);
    expect(steps).toEqual([
      {
        ...{ kind: 'STEP', title: 'Question about tables', status: 'SUCCEEDED' },
        ...{ durationMs: expect.any(Number), detail: 'Average of “Rate”, from rates.csv' },
      },
    ]);
    expect(records).toEqual([
      {
        query: 'What is the average rate?',
        mode: 'TABLE',
        found: [{ chunkId: 'imp_rates.csv 0', score: 1, used: true }],
      },
    ]);
  });

  it('is about the document that has its words', async () => {
    const other = documentOf('sizes.csv', ['Lake: Como\nDepth: 410', 'Lake: Garda\nDepth: 346']);
    const { steps } = await ask('What is the average depth?', { documents: [rates, other] });
    expect(steps).toMatchObject([{ detail: 'Average of “Depth”, from sizes.csv' }]);
  });

  it('is searched for where the tables do not answer it, which the trace says', async () => {
    const { text, steps, records } = await ask('How do I apply for leave?');
    expect([text, records]).toEqual([undefined, []]);
    expect(steps).toMatchObject([{ status: 'SKIPPED', detail: notAnswered }]);
  });

  it('is searched for where no row has a value to compute with', async () => {
    const documents = [documentOf('rates.csv', ['City: Paris\nRate: unknown', 'City: Rome\nRate: unknown'])];
    const { text, steps } = await ask('What is the average rate?', { documents });
    expect(text).toBeUndefined();
    expect(steps).toMatchObject([{ detail: notAnswered }]);
  });

  it('names the tables that are too large to be computed with', async () => {
    const tooLarge = ['all.csv', 'old.csv'];
    const { text, steps } = await ask('What is the average rate?', { documents: [], tooLarge });
    expect(text).toBeUndefined();
    expect(steps).toMatchObject([
      { detail: `${notAnswered} Too large to be computed with: all.csv, old.csv.` },
    ]);
    expect((await ask('What is the average rate?', { tooLarge: ['all.csv'] })).steps).toMatchObject([
      { detail: 'Average of “Rate”, from rates.csv Too large to be computed with: all.csv.' },
    ]);
  });

  it('is not asked where there are no tables', async () => {
    expect(await ask('What is the average rate?', { documents: [] })).toEqual({
      ...{ text: undefined, steps: [], records: [] },
    });
  });

  it('is searched for where there is no time to compute, and fails for every other reason', async () => {
    const failing = (error: Error) => ({ run: () => Promise.reject(error) });
    const late = await ask('What is the average rate?', failing(new AppError('compute.too_long')));
    expect(late.steps).toMatchObject([{ status: 'SKIPPED' }]);
    for (const error of [new TypeError('broken'), new AppError('chat.app_not_found')])
      await expect(ask('What is the average rate?', failing(error))).rejects.toBe(error);
  });

  it('shows groups of which only some have a value', async () => {
    const documents = [
      documentOf('rates.csv', ['City: Paris\nRate: 120', 'City: Oslo\nRate: 70', 'City: Rome\nRate: ']),
    ];
    const { text } = await ask('What is the average rate per city?', { documents });
    expect(text).toContain('| Paris [1] | 120 |');
    expect(text).toContain('| Rome | none |');
  });
});
