import { describe, expect, it } from 'vitest';
import { collect } from '../../tests/collect.ts';
import { answer, chunksFor, chunksOf, form, isHit } from '../../tests/extractive-score.ts';
import { heldOut, type Triple, tuning, unanswerable } from '../../tests/extractive-set.ts';
import { toProviderPrompt } from '../text-message.ts';
import { extractiveModel } from './extractive-model.ts';

const handbook = {
  index: 3,
  chunkId: 'h',
  documentName: 'handbook.md',
  text: `# Leave

Employees receive 25 days of annual leave. They must request it two weeks ahead. Leave lapses on 31 March.

To request leave:

- Open the portal
- Choose the dates`,
};
const other = {
  index: 7,
  chunkId: 'o',
  documentName: 'it.md',
  text: 'Passwords expire after 180 days [2]. The annual audit is in May.',
};

const hits = async (set: Triple[]): Promise<number> => {
  let count = 0;
  for (const [at, triple] of set.entries()) {
    const chunks = chunksOf(triple, at);
    if (isHit(await answer(triple.question, chunks), triple, chunks)) count += 1;
  }
  return count;
};

describe('answers of the extractive model', () => {
  it('quotes the gold sentence with its number for at least 85 of 100 questions', async () => {
    expect((await hits(tuning)) / tuning.length).toBeGreaterThanOrEqual(0.85);
    expect((await hits(heldOut)) / heldOut.length).toBeGreaterThanOrEqual(0.85);
  });

  it('says so plainly for at least nine of ten questions that nothing answers', async () => {
    const replies = await Promise.all(unanswerable.map((question, at) => form(question, chunksFor(at))));
    const refused = replies.filter(({ kind }) => kind === 'CLOSEST_CHUNKS').length;
    expect(refused / unanswerable.length).toBeGreaterThanOrEqual(0.9);
  });

  it.each([
    ['When does the ferry leave?', 'The ferry leaves at six in the morning.'],
    ['At what time does the museum close?', 'The museum closes at half past nine.'],
    ['Wann fährt die Fähre ab?', 'Die Fähre fährt um sechs ab.'],
  ])('answers %s by a time of day in words', async (question, text) => {
    const chunk = { index: 1, chunkId: 'f', documentName: 'hours.md', text };
    expect(await form(question, [chunk])).toMatchObject({ kind: 'ANSWER' });
    expect(await answer(question, [chunk])).toContain(text.slice(0, -1));
  });

  it('cites by the number of the chunk, and drops numbers that the source itself has', async () => {
    expect(await answer('When do passwords expire?', [handbook, other])).toBe(
      'Passwords expire after 180 days. [7]',
    );
  });

  it('brings the sentence before one that begins with a pronoun', async () => {
    expect(await answer('How many weeks ahead must one request it?', [handbook])).toContain(
      'Employees receive 25 days of annual leave. [3] They must request it two weeks ahead. [3]',
    );
  });

  it('quotes a list with its lead-in', async () => {
    expect(await answer('How do I request leave?', [handbook, other])).toContain(
      'To request leave:\n- Open the portal\n- Choose the dates [3]',
    );
  });

  it('quotes the row whose label is asked for, and not one with further words', async () => {
    const text =
      '| In millions | July 1, 2023 |\n| --- | --- |\n| Total current assets | 122,659 |\n| Total assets | 335,038 |';
    const chunks = [{ index: 1, chunkId: 'c1', documentName: 'report.pdf', text }];
    expect(await answer('Total assets on July 1, 2023', chunks)).toContain('335,038');
    expect(await answer('Total assets on July 1, 2023', chunks)).not.toContain('122,659');
    expect(await answer('Total current assets on July 1, 2023', chunks)).toContain('122,659');
  });

  it('quotes a table row with its column names', async () => {
    const table = { ...other, text: '| City | Rent |\n|---|---|\n| Bern | 900 |\n| Ulm | 700 |' };
    expect(await answer('What is the rent in Ulm?', [table])).toBe(
      'Rent: 700 (City: Ulm), according to “it.md” [7]',
    );
  });

  it('finds a table row by the caption above its chunk, and names row and column', async () => {
    const rows = {
      ...{ index: 4, chunkId: 'r', documentName: '2022 Q3 AAPL.pdf' },
      text: 'Total net sales\nJune 25, 2022: $ 19,287\nJune 26, 2021: $ 18,943\n\nOperating income\nJune 25, 2022: $ 7,286\nJune 26, 2021: $ 7,012',
    };
    const question = 'What was the operating income in Europe on June 25, 2022?';
    const named = { ...rows, heading: 'Segment Information > Results of Europe (in millions)' };
    expect(await answer(question, [named, other])).toMatch(
      /^Operating income.*June 25, 2022: \$ 7,286.*\[4\]$/u,
    );
    expect(await answer(question, [rows, other])).not.toMatch(/^Operating income/u);
  });

  it('quotes one row of a table with bars whose labels begin with the name of a group', async () => {
    const text =
      ' | December 31, 2022 | December 25, 2021\nEurope: |  |\nEurope: Net sales | $ 27,681 | $ 29,749\nEurope: Operating income | $ 10,017 | $ 11,545';
    const reply = await answer('What was the operating income in Europe?', [{ ...other, text }]);
    expect(reply).toContain('10,017');
    expect(reply).not.toContain('27,681');
  });

  it('does not take the heading above a chunk for that of its later sections', async () => {
    const lease = {
      ...{ index: 2, chunkId: 'l', documentName: 'lease.md', heading: 'Rent' },
      text: 'The rent is 940 euros.\n\nThe notice period is three months.',
    };
    const history = [
      { role: 'user' as const, content: 'What is the notice period?' },
      { role: 'assistant' as const, content: 'The notice period is three months. [2]' },
    ];
    for (const earlier of [[], history])
      expect(await answer('How much is the rent?', [lease], earlier)).toMatch(
        /^The rent is 940 euros\. \[2\]/u,
      );
  });

  it('understands a follow-up question', async () => {
    const history = [
      { role: 'user' as const, content: 'How many days of annual leave do employees receive?' },
    ];
    expect(await answer('And when does it lapse?', [handbook, other], history)).toContain(
      'Leave lapses on 31 March. [3]',
    );
  });

  it('greets, thanks and introduces itself without citing or claiming to be a language model', async () => {
    for (const message of ['Hello!', 'Good morning', 'thanks a lot', 'Who are you?', 'Danke']) {
      const { text, kind } = await form(message, [handbook, other]);
      expect(text).not.toMatch(/\[\d+\]/);
      expect(kind).toBe('ANSWER');
    }
    expect(await answer('Who are you?', [])).toContain('I do not write answers of my own');
  });

  it('cites nothing without chunks', async () => {
    expect(await form('When do passwords expire?', [])).toEqual({
      text: 'I could not find an answer to that in the documents.',
      kind: 'NONE',
      wordings: [],
    });
  });

  it('answers nothing to an empty question, and to one of stop words', async () => {
    expect((await form('', [handbook])).kind).toBe('CLOSEST_CHUNKS');
    expect((await form('what is it?', [handbook])).kind).toBe('CLOSEST_CHUNKS');
  });

  it('gives the same answer each time, a sentence an event, with estimated usage', async () => {
    const request = {
      prompt: toProviderPrompt([{ role: 'user', content: 'Tell me about annual leave' }]),
      providerOptions: { extractive: { chunks: [handbook, other] } },
    };
    const [first, second] = [
      await collect(extractiveModel(), request),
      await collect(extractiveModel(), request),
    ];
    expect(first).toEqual(second);
    expect(first.texts.length).toBeGreaterThan(1);
    expect(first.texts.every((text) => /\[\d\]$/.test(text))).toBe(true);
    expect(first.finishes).toMatchObject([{ finishReason: { unified: 'stop' }, usage: { estimated: true } }]);
  });

  it('stops between sentences', async () => {
    const controller = new AbortController();
    const reply = await collect(
      extractiveModel(),
      {
        prompt: toProviderPrompt([{ role: 'user', content: 'Tell me about annual leave' }]),
        providerOptions: { extractive: { chunks: [handbook] } },
      },
      { signal: controller.signal, onText: () => controller.abort() },
    );
    expect(reply.texts).toHaveLength(1);
    expect(reply).toMatchObject({
      error: { code: 'models.aborted' },
      finishes: [{ finishReason: { unified: 'error', raw: 'models.aborted' } }],
    });
  });

  it('has no tools and no structured output, says so, and refuses a request for them with a code', async () => {
    const model = extractiveModel();
    expect(model.capabilities).toEqual({ tools: false, structuredOutput: false });
    const tools = [{ type: 'function' as const, name: 'add', inputSchema: { type: 'object' as const } }];
    for (const request of [{ tools }, { responseFormat: { type: 'json' as const } }]) {
      const reply = await collect(model, request);
      expect(reply).toMatchObject({ error: { code: 'models.unsupported', retryable: false }, parts: [] });
      expect(reply.error?.providerMessage).toMatch(/cannot (call tools|answer in JSON)/);
    }
  });

  it('quotes no page, control character or endless word of a hostile chunk', async () => {
    const text = `password\u0000 ${'a'.repeat(100_000)} ${'[x]('.repeat(5_000)} ${'| '.repeat(5_000)}\n${'- \n'.repeat(5_000)}`;
    const reply = await answer('password', [{ ...other, text }]);
    expect(reply.length).toBeLessThan(2_000);
    expect(reply).not.toContain('\u0000');
  });
});
