import type { TraceStep } from '@atelier/contracts/assistants/chat/trace';
import { describe, expect, it } from 'vitest';
import { findFollowUps } from './find-follow-ups.ts';

type Answered = Parameters<typeof findFollowUps>[0];

interface Passage {
  text: string;
  heading?: string;
  name?: string;
  document?: string;
}

const foundChunk = ({ text, heading, name = 'leave.md', document = 'imp_1' }: Passage, at: number) => ({
  chunk: { index: at + 1, chunkId: `chk_${at}`, documentName: name, text, ...(heading && { heading }) },
  hit: { chunkId: `chk_${at}`, document: { knowledgeBaseImportId: document } },
});

interface Talk {
  passages: Passage[];
  /** The positions of the cited passages; by default the first. */
  cited?: number[];
  samples?: string[];
  question?: string;
  answer?: string;
  history?: string[];
  followUp?: boolean;
}

/** Asks an app without a model that writes. */
const ask = async (talk: Talk) => {
  const { passages, cited = [0], samples = [], question = 'Leave?', answer = '', history = [] } = talk;
  const steps: TraceStep[] = [];
  const answered = {
    app: { settings: { followUp: talk.followUp ?? true, sampleQuestions: samples } },
    resolved: { extractive: true },
    citations: cited.map((at) => ({ chunkId: `chk_${at}` })),
    found: { chunks: passages.map(foundChunk) },
    history: history.map((content) => ({ role: 'user', content })),
    trace: (step: TraceStep) => steps.push(step),
    ...{ question, answer },
  };
  return { questions: await findFollowUps(answered as unknown as Answered), steps };
};
const questionsOf = async (talk: Talk) => (await ask(talk)).questions;

const leave = { text: 'Unpaid days are possible in winter.', heading: 'Holidays', name: 'handbook.md' };

describe('next questions that no model writes', () => {
  it('are sample questions whose words all occur in a cited passage, its heading or its name', async () => {
    const samples = [
      'Are unpaid days possible?',
      'Unpaid holidays?',
      'Winter handbook?',
      'Unpaid zebra?',
      'Zebra?',
    ];
    expect(await questionsOf({ passages: [leave], samples })).toEqual(samples.slice(0, 3));
    expect(await questionsOf({ passages: [leave], samples: ['Winter?'] })).toEqual(['Winter?']);
    expect(await questionsOf({ passages: [leave], samples: ['?'] })).toEqual([]);
  });

  it('are looked for in what is cited, and not in the rest of what was found', async () => {
    const passages = [leave, { text: 'Zebras graze.' }];
    expect(await questionsOf({ passages, samples: ['Do zebras graze?'] })).toEqual([]);
    expect(await questionsOf({ passages, samples: ['Do zebras graze?'], cited: [1] })).toEqual([
      'Do zebras graze?',
    ]);
  });

  it('are the headings that ask and the questions above a text, of the cited documents', async () => {
    const text =
      ' Who pays? \n\nThe company.\n\nWhat about sickness?\n\nNothing changes.\n\nIs this the end?';
    const passages = [
      { text, heading: 'Staff > Who may travel?' },
      { text: 'Nothing.', heading: 'Which forms exist?' },
      { text: 'Nothing.', heading: 'What of elsewhere?', document: 'imp_2' },
    ];
    expect(await questionsOf({ passages: passages.slice(0, 1) })).toEqual([
      'Who may travel?',
      'Who pays?',
      'What about sickness?',
    ]);
    expect(await questionsOf({ passages: passages.slice(1), cited: [0] })).toEqual(['Which forms exist?']);
    expect(await questionsOf({ passages: [{ text: 'x', heading: 'Topic' }, ...passages.slice(1)] })).toEqual([
      'Which forms exist?',
    ]);
  });

  it('are at most 80 characters long where they come from a document', async () => {
    const heading = (length: number) => `${'Why '.repeat(18)}${'x'.repeat(length - 73)}?`;
    expect(heading(80)).toHaveLength(80);
    expect(await questionsOf({ passages: [{ text: '', heading: heading(80) }] })).toEqual([heading(80)]);
    expect(await questionsOf({ passages: [{ text: '', heading: heading(81) }] })).toEqual([]);
  });

  it('are neither answered nor asked yet, in whichever order of words', async () => {
    const passages = [{ text: 'Nothing.', heading: 'Who may travel?' }];
    expect(await questionsOf({ passages, question: 'Travel?', answer: 'Who may.' })).toEqual([]);
    const talk = { passages: [leave], samples: ['Are unpaid days possible?'] };
    expect(await questionsOf({ ...talk, question: 'Possible days, unpaid?' })).toEqual([]);
    expect(await questionsOf({ ...talk, history: ['Possible days, unpaid?'] })).toEqual([]);
    expect(await questionsOf({ ...talk, history: ['Possible days?'] })).toEqual([
      'Are unpaid days possible?',
    ]);
  });

  it('are at most three, each once', async () => {
    const text = ['One fish?', 'Two fish?', 'Two fish?', 'Three fish?', 'Four fish?', 'End.'].join('\n\n');
    expect(await questionsOf({ passages: [{ text }] })).toEqual(['One fish?', 'Two fish?', 'Three fish?']);
  });

  it('are named in the trace', async () => {
    const samples = ['Are unpaid days possible?', 'Winter?'];
    expect((await ask({ passages: [leave], samples })).steps).toMatchObject([
      {
        kind: 'STEP',
        title: 'Follow-up questions',
        status: 'SUCCEEDED',
        detail: 'Are unpaid days possible? · Winter?',
      },
    ]);
    expect((await ask({ passages: [leave], samples: ['Winter?'] })).steps).toMatchObject([
      { detail: 'Winter?' },
    ]);
    expect((await ask({ passages: [leave] })).steps).toMatchObject([{ detail: 'None was found.' }]);
  });

  it('are not looked for in an app that offers none, nor after an answer without citations', async () => {
    const talk = { passages: [leave], samples: ['Winter?'] };
    expect(await ask({ ...talk, followUp: false })).toEqual({ questions: [], steps: [] });
    expect(await ask({ ...talk, cited: [] })).toEqual({ questions: [], steps: [] });
  });
});
