import type { TraceStep } from '@atelier/contracts/assistants/chat/trace';
import type { ModelPart, ModelUsage } from '@atelier/models';
import { describe, expect, it } from 'vitest';
import type { BasicWriting } from './basic-writing.ts';
import type { Found } from './find-chunks.ts';
import { createReplyReader } from './reply-reader.ts';

const text = 'Employees get 25 days of leave.';
const found = {
  chunks: [
    {
      chunk: { index: 1, chunkId: 'chk_1', documentName: 'leave.md', text },
      hit: {
        ...{ chunkId: 'chk_1', text, start: 10, positions: [], edited: false },
        document: { knowledgeBaseImportId: 'imp_1', name: 'leave.md' },
      },
    },
  ],
} as unknown as Found;

interface Setup {
  followUp?: boolean;
  bases?: number;
  file?: boolean;
  staticText?: boolean;
  question?: string;
  extractive?: boolean;
}

const open = (setup: Setup = {}, chunks = found.chunks) => {
  const { followUp = false, bases = 1, file = false, staticText = false, extractive = false } = setup;
  const steps: TraceStep[] = [];
  const charged: ModelUsage[] = [];
  const writing = {
    app: {
      knowledgeBaseIds: Array(bases).fill('kb_1'),
      settings: { followUp, chunkingStrategy: { staticText: { enabled: staticText, text: 'Since 1867.' } } },
    },
    question: setup.question ?? 'How much leave?',
    file: file ? { fileId: 'cfl_1', name: 'lease.md' } : undefined,
    resolved: { modelId: 'prv_1/writer', extractive },
    trace: (step: TraceStep) => steps.push(step),
    onUsage: (usage: ModelUsage) => charged.push(usage),
  } as unknown as BasicWriting;
  return { reader: createReplyReader(writing, { ...found, chunks }), steps, charged };
};

const says = (delta: string): ModelPart => ({ type: 'text-delta', id: '1', delta });
const finish = {
  type: 'finish',
  usage: { inputTokens: { total: 7 }, outputTokens: { total: 5 } },
} as ModelPart;
const quotes = (kind: string): ModelPart => ({
  type: 'text-start',
  id: '1',
  providerMetadata: { extractive: { kind, wordings: ['Or this?'] } },
});

describe('the reply of a model', () => {
  it('is passed on with each citation before its mark, and with its form at the end', () => {
    const { reader } = open({ followUp: true });
    const parts = [says('25 days'), says(' [1].'), finish].flatMap((part) => [...reader.push(part)]);
    const citation = expect.objectContaining({ index: 1, chunkId: 'chk_1', start: 10, end: 41, quote: text });
    expect(parts).toEqual([
      { type: 'text', text: '25 days' },
      { type: 'citation', citation },
      { type: 'text', text: ' [1].' },
    ]);
    const form = { type: 'form', answerKind: 'ANSWER', wordings: [] };
    expect([...reader.rest()]).toEqual([form]);
    expect(reader.written()).toEqual({ answer: '25 days [1].', citations: [citation], form });
  });

  it('names the figures that none of the sources of a statement says', () => {
    const [first] = found.chunks;
    const other = { ...first, hit: { ...first?.hit, chunkId: 'chk_2', text: 'Or 30 days.' } };
    const read = (answer: string) => {
      const { reader } = open({}, [...found.chunks, other] as Found['chunks']);
      const parts = [...reader.push(says(answer)), ...reader.rest()];
      return parts.flatMap((part) => (part.type === 'citation' ? [part.citation.missingFigures] : []));
    };
    expect(read('25 days [1].')).toEqual([undefined]);
    expect(read('26 days [1].')).toEqual([['26']]);
    // The second source says what the first one does not.
    expect(read('30 days [1][2].')).toEqual([['30'], undefined]);
    expect(read('31 days [1] [2].')).toEqual([['31'], ['31']]);
    // Each mark speaks for what stands since the one before it.
    expect(read('25 days [1] or 30 days [2].')).toEqual([undefined, undefined]);
    // A mark that repeats the number for the same quote has a citation of its own then.
    expect(read('25 days [1]. Or 26 [1].')).toEqual([undefined, ['26']]);
  });

  it('is kept only where next questions are looked for', () => {
    const { reader } = open();
    expect([...reader.push(says('25 days'))]).toHaveLength(1);
    expect(reader.written().answer).toBe('');
  });

  it('ends with the text that looked like a mark', () => {
    const { reader } = open({ followUp: true });
    expect([...reader.push(says('Open [1'))]).toEqual([{ type: 'text', text: 'Open' }]);
    expect([...reader.rest()][0]).toEqual({ type: 'text', text: ' [1' });
    expect(reader.written().answer).toBe('Open [1');
  });

  it('is traced and charged as one call', () => {
    const { reader, steps, charged } = open();
    for (const part of [says('25 days'), finish]) expect([...reader.push(part)].length).toBeLessThan(2);
    reader.endCall();
    expect(charged).toEqual([{ inputTokens: { total: 7 }, outputTokens: { total: 5 } }]);
    const usual = { kind: 'MODEL', modelId: 'prv_1/writer', durationMs: expect.any(Number) };
    expect(steps).toEqual([{ ...usual, firstTextMs: expect.any(Number), inputTokens: 7, outputTokens: 5 }]);
    const silent = open();
    silent.reader.endCall();
    expect(silent.steps).toEqual([{ ...usual, firstTextMs: null, inputTokens: 0, outputTokens: 0 }]);
  });

  it('has no text where the model wrote nothing', () => {
    const { reader, steps } = open();
    expect([...reader.push(finish)]).toEqual([]);
    reader.endCall();
    expect(steps).toMatchObject([{ firstTextMs: null, inputTokens: 7 }]);
  });

  it('of the built-in model has the form that it names before its text, and no other', () => {
    const { reader } = open({ extractive: true });
    const form = { type: 'form', answerKind: 'NONE', wordings: ['Or this?'], origin: 'QUOTED' };
    expect([...reader.push(quotes('NONE'))]).toEqual([form]);
    expect([...reader.push(says('Nothing.'))]).toEqual([{ type: 'text', text: 'Nothing.' }]);
    expect([...reader.rest()]).toEqual([]);
    expect(reader.written().form).toEqual(form);
  });

  it.each<[string, Setup, string, 'ANSWER' | 'NONE']>([
    ['cites a document', {}, '25 days [1].', 'ANSWER'],
    ['cites nothing', {}, 'I do not know.', 'NONE'],
    ['cites what it was not given', {}, 'See [7].', 'NONE'],
    ['is small talk', { question: 'Hello' }, 'Hello!', 'ANSWER'],
    ['has no documents to cite', { bases: 0 }, 'Blue.', 'ANSWER'],
    ['does not cite the file', { bases: 0, file: true }, 'I do not know.', 'NONE'],
    ['does not cite the file instead of the bases', { file: true }, 'I do not know.', 'NONE'],
    ['may rest on the static text', { staticText: true }, 'Since 1867.', 'ANSWER'],
  ])('that %s is of the right kind', (_what, setup, delta, answerKind) => {
    const { reader } = open(setup);
    expect([...reader.push(says(delta))].length).toBeGreaterThan(0);
    expect([...reader.rest()].at(-1)).toEqual({ type: 'form', answerKind, wordings: [] });
  });
});
