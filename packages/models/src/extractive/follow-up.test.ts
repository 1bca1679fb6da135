import { expect, it } from 'vitest';
import { extractiveReply } from './extractive-reply.ts';

const chunk = (index: number, text: string) => ({
  index,
  chunkId: `${index}`,
  documentName: 'leave.md',
  text,
});
const leave = 'Employees get 25 days of paid leave per year. Unused leave expires on 31 March.';
const partTime = 'Part-time employees get paid leave in proportion to their working days.';

it.each([
  ['one chunk', [chunk(1, `${leave}\n\n${partTime}`)]],
  ['a chunk of its own', [chunk(1, leave), chunk(2, partTime)]],
])(
  'answers a follow-up by the sentence that has its own words, also without an amount, in %s',
  (_where, chunks) => {
    const { form, pieces } = extractiveReply({
      messages: [
        { role: 'user', content: 'How many days of paid leave do employees get per year?' },
        { role: 'assistant', content: 'Employees get 25 days of paid leave per year. [1]' },
        { role: 'user', content: 'And part-time employees?' },
      ],
      chunks,
    });
    expect(form.kind).toBe('ANSWER');
    expect(pieces.join('')).toBe(`${partTime} [${chunks.length}]`);
  },
);
