import { describe, expect, it } from 'vitest';
import { extractiveReply } from '../extractive-reply.ts';
import type { ExtractiveRequest } from '../extractive-request.ts';
import { sentencesToCompare } from './likeness.ts';

const ferry =
  'The ferry to the island leaves the harbour at nine. The crossing takes two hours. Dogs travel free of charge and bicycles cost four euros.';
const bike = 'What does it cost to take a bike on the ferry?';

const request = (
  content: string,
  texts: readonly string[],
  before: readonly string[] = [],
): ExtractiveRequest => ({
  messages: [
    ...before.flatMap((each) => [
      { role: 'user' as const, content: each },
      { role: 'assistant' as const, content: 'Nine.' },
    ]),
    { role: 'user', content },
  ],
  chunks: texts.map((text, at) => ({ index: at + 1, chunkId: `c${at}`, documentName: `${at}.txt`, text })),
});

const answerTo = (given: ExtractiveRequest, likenesses?: number[]) => {
  const { form, pieces } = extractiveReply({ ...given, likenesses });
  return { kind: form.kind, text: pieces.join('') };
};

describe('the likeness of a question to sentences', () => {
  it('is asked for of the best sentences by words', () => {
    expect(sentencesToCompare(request(bike, [ferry]))).toEqual({
      question: bike,
      sentences: expect.arrayContaining(['The ferry to the island leaves the harbour at nine.']),
    });
    const many = Array.from({ length: 40 }, (_, at) => `The ferry of line ${at} is old.`).join(' ');
    expect(sentencesToCompare(request('How old is the ferry?', [many]))?.sentences).toHaveLength(10);
  });

  it('is not asked for where it was not measured: follow-ups, small talk, other languages, no chunks', () => {
    expect(
      sentencesToCompare(request('And on Sunday?', [ferry], ['When does the ferry leave?'])),
    ).toBeUndefined();
    expect(sentencesToCompare(request('Thank you!', [ferry]))).toBeUndefined();
    expect(sentencesToCompare(request('Wann fährt die Fähre zur Insel?', [ferry]))).toBeUndefined();
    expect(
      sentencesToCompare(request(bike, ['Die Fähre zur Insel fährt um neun Uhr vom Hafen ab.'])),
    ).toBeUndefined();
    expect(sentencesToCompare(request(bike, []))).toBeUndefined();
  });

  it('refuses a sentence that has the words and means something else', () => {
    const given = request(bike, [ferry]);
    expect(answerTo(given)).toMatchObject({
      kind: 'ANSWER',
      text: expect.stringContaining('leaves the harbour'),
    });
    expect(answerTo(given, [0.1, 0.1, 0.1]).kind).toBe('CLOSEST_CHUNKS');
  });

  it('answers with a sentence that has few of the words and means what was asked', () => {
    const given = request(
      'When does the small white boat with tourists depart from the harbour to the island today?',
      [ferry],
    );
    expect(answerTo(given).kind).toBe('CLOSEST_CHUNKS');
    expect(answerTo(given, [0.9])).toEqual({
      kind: 'ANSWER',
      text: 'The ferry to the island leaves the harbour at nine. [1]',
    });
  });
});
