import { describe, expect, it } from 'vitest';
import type { ResolvedChatModel } from '../../../../content/models/index.ts';
import type { AnsweredBy } from '../../../apps/declarations.ts';
import { mostItCosts } from './basic-answerer.ts';

const off = { enabled: false, tokens: 300, text: 'eight ch' };
const plain = {
  model: { contextMaxToken: 1000, responseMaxToken: 200 },
  chunkingStrategy: { previousSession: off, staticText: off },
  followUp: false,
  csvAgent: false,
  summarizeAgent: false,
};
const on = { ...off, enabled: true };

/** The price counts a token of the reply as a million, so that the cost shows both numbers. */
const tokensOf = (settings: object, file?: string, extractive = false): [number, number] => {
  const app = { settings: { ...plain, ...settings } } as unknown as AnsweredBy;
  const asked = file === undefined ? undefined : { fileId: 'cfl_1', name: file };
  const resolved = { price: { input: 0.001, output: 1000 }, extractive } as unknown as ResolvedChatModel;
  const cost = mostItCosts({ app, file: asked }, resolved);
  return [cost % 1_000_000, Math.floor(cost / 1_000_000)];
};

describe('the credits that are held for an answer', () => {
  it.each<[string, object, string | undefined, [number, number]]>([
    ['a full context and the longest reply', {}, undefined, [1000, 200]],
    [
      'the earlier conversation',
      { chunkingStrategy: { previousSession: on, staticText: off } },
      undefined,
      [1300, 200],
    ],
    [
      'the static text',
      { chunkingStrategy: { previousSession: off, staticText: on } },
      undefined,
      [1002, 200],
    ],
    ['next questions', { followUp: true }, undefined, [2000, 450]],
    [
      'a summary of the earlier conversation',
      { summarizeAgent: true, chunkingStrategy: { previousSession: on, staticText: off } },
      undefined,
      [2700, 600],
    ],
    ['no summary of a conversation that is not read', { summarizeAgent: true }, undefined, [1000, 200]],
    ['questions about tables', { csvAgent: true }, undefined, [7000, 700]],
    ['a file that is a table', {}, 'rates.csv', [7000, 700]],
    ['a file that is none', { csvAgent: true }, 'lease.md', [1000, 200]],
    [
      'all of them together',
      {
        ...{ followUp: true, csvAgent: true, summarizeAgent: true },
        chunkingStrategy: { previousSession: on, staticText: on },
      },
      undefined,
      [9702, 1350],
    ],
  ])('pay for %s', (_what, settings, file, tokens) => {
    expect(tokensOf(settings, file)).toEqual(tokens);
  });
});
