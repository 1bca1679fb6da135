import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { readFlow } from '@atelier/flows';
import { describe, expect, it } from 'vitest';
import {
  answerWith,
  chatFlow,
  codeStep,
  loop,
  pieceStep,
  router,
  type StepJson,
} from '../../../../../../tests/flow-json.ts';
import { compileFlow } from '../compile-flow.ts';
import { toChatAnswer } from './chat-answer.ts';
import { findWriter } from './find-writer.ts';

const flowOf = (steps: readonly StepJson[]): Flow => {
  const { flow, problems } = readFlow(chatFlow('Flow', steps));
  return flow ?? expect.fail(JSON.stringify(problems));
};
const asking = (name: string) =>
  pieceStep(name, ['knowledge', 'ask_knowledge'], { knowledgeBaseIds: ['kb_1'], question: 'Why?' });
const answer = answerWith('out', '{{ask.answer}}');

describe('the step that writes the answer of a flow', () => {
  it.each<[string, StepJson[]]>([
    ['leads to the only output', [asking('ask'), codeStep('code', 'x'), answer]],
    [
      'is a model',
      [pieceStep('ask', ['ai', 'ask_model'], { prompt: 'x' }), answerWith('out', '{{ ask.text }}')],
    ],
  ])('%s', (_title, steps) => {
    expect(findWriter(flowOf(steps))).toBe('ask');
  });

  it.each<[string, StepJson[]]>([
    ['the text is changed', [asking('ask'), answerWith('out', 'So: {{ask.answer}}')]],
    ['there is another output', [asking('ask'), answer, answerWith('out_2', 'No')]],
    ['a branch may lead elsewhere', [asking('ask'), router('way', [{ branchName: 'a', body: [] }]), answer]],
    ['it is in a loop', [loop('each', '{{[1]}}', [asking('ask'), answer])]],
    ['the flow may stop before', [asking('ask'), pieceStep('end', ['utilities', 'stop_flow']), answer]],
    ['it is another value', [asking('ask'), answerWith('out', '{{ask.text}}')]],
    [
      'it is skipped',
      [pieceStep('ask', ['ai', 'ask_model'], {}, { skip: true }), answerWith('out', '{{ask.text}}')],
    ],
    ['the step is code', [codeStep('ask', 'x'), answer]],
  ])('is not shown before the end when %s', (_title, steps) => {
    expect(findWriter(flowOf(steps))).toBeUndefined();
  });
});

describe('the answer of a chat', () => {
  const citation = (index: number, documentName: string) => ({
    ...{ index, documentName, chunkId: `chk_${documentName}`, knowledgeBaseImportId: 'imp', quote: 'q' },
    ...{
      markAt: null,
      further: [],
      missingFigures: [],
      start: 0,
      end: 1,
      edited: false,
      page: null,
      second: null,
      heading: null,
    },
  });
  const flow = compileFlow(flowOf([asking('one'), asking('two'), codeStep('code', 'x')]));
  const one = {
    answer: 'Two years [1] or more [2].',
    isAnswered: true,
    citations: [citation(1, 'a'), citation(2, 'b')],
  };
  const two = { answer: 'Red [1].', isAnswered: true, citations: [citation(1, 'c')] };
  const make = (output: JsonValue, values: Record<string, JsonValue>) => {
    const { text, citations, isAnswered } = toChatAnswer(output, flow, new Map(Object.entries(values)));
    return {
      text,
      names: citations.map(({ index, documentName }) => `${index} ${documentName}`),
      isAnswered,
    };
  };

  it('numbers the citations of several steps anew', () => {
    expect(make(`${two.answer} ${one.answer}`, { one, two })).toEqual({
      text: 'Red [1]. Two years [2] or more [3].',
      names: ['1 c', '2 a', '3 b'],
      isAnswered: true,
    });
  });

  it('cites what an agent found that a step handed a task to', () => {
    const asked = compileFlow(
      flowOf([pieceStep('one', ['agents', 'run_agent'], { agentId: 'agt_1', task: 'Why?' })]),
    );
    const { page: _page, second: _second, heading: _heading, ...cited } = citation(1, 'a');
    const one = {
      text: 'Two years [1].',
      output: 'Two years [1].',
      credits: 1,
      runId: 'r',
      citations: [cited],
    };
    const { text, citations } = toChatAnswer(`So: ${one.text}`, asked, new Map([['one', one]]));
    expect(text).toBe('So: Two years [1].');
    expect(citations).toMatchObject([{ index: 1, markAt: 14, documentName: 'a' }]);
    expect(citations[0]).not.toHaveProperty('page');
  });

  it('keeps the quote of each mark of a repeated number where the text moves', () => {
    const twice = {
      answer: 'Ink is 5 [1]. Wax is 7 [1]. Ink again [1].',
      isAnswered: true,
      citations: [
        { ...citation(1, 'a'), markAt: 9, quote: 'Ink | 5' },
        { ...citation(1, 'a'), markAt: 23, quote: 'Wax | 7', start: 5, end: 9 },
      ],
    };
    const output = `${two.answer} ${twice.answer}`;
    const { text, citations } = toChatAnswer(
      output,
      flow,
      new Map<string, JsonValue>([
        ['one', twice],
        ['two', two],
      ]),
    );
    expect(text).toBe('Red [1]. Ink is 5 [2]. Wax is 7 [2]. Ink again [2].');
    expect(citations.map(({ index, quote, markAt = 0 }) => [index, quote, text.slice(0, markAt)])).toEqual([
      [1, 'q', 'Red '],
      [2, 'Ink | 5', 'Red [1]. Ink is 5 '],
      [2, 'Wax | 7', 'Red [1]. Ink is 5 [2]. Wax is 7 '],
    ]);
  });

  it('keeps the markers of a text that was written anew from one step, and drops those of none', () => {
    expect(make('Probably two years [2] [7].', { one })).toMatchObject({
      text: 'Probably two years [1].',
      names: ['1 b'],
    });
  });

  it('removes markers of which nobody knows to which step they belong', () => {
    expect(make('Two years and red [1].', { one, two })).toMatchObject({
      text: 'Two years and red.',
      names: [],
    });
  });

  it('takes no citations from steps that ask nothing', () => {
    expect(make('Look [1].', { code: { ...one, answer: 'Look [1].' } })).toMatchObject({
      text: 'Look [1].',
      names: [],
    });
  });

  it('is not an answer when the step that it quotes found none', () => {
    expect(make(two.answer, { two: { ...two, isAnswered: false } })).toMatchObject({ isAnswered: false });
  });

  it('is the text of an object with an answer, and JSON of any other value', () => {
    expect(make(one, { one })).toMatchObject({ text: one.answer, names: ['1 a', '2 b'] });
    expect(make({ n: 1 }, {}).text).toContain('"n": 1');
    expect(make(null, {}).text).toBe('');
  });
});
