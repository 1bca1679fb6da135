import { z } from 'zod';
import type { Piece } from '../../piece.ts';
import { refuse } from '../../refuse.ts';
import { readNumberField, readTextField, readTextListField } from '../../values.ts';

const address = z.email();

const recipients = (given: readonly string[]): string[] => {
  const to = [...new Set(given.map((it) => it.trim()).filter((it) => it !== ''))];
  for (const it of to)
    if (!address.safeParse(it).success) refuse(`“${it.slice(0, 80)}” is no mail address. Please correct it.`);
  return to;
};

export const approval: Piece = {
  name: 'approval',
  version: '1.0.0',
  displayName: 'Approval',
  description: 'Waits until a person approves or rejects.',
  category: 'FLOW',
  icon: 'user-check',
  triggers: [],
  actions: [
    {
      kind: 'control',
      name: 'wait_for_approval',
      displayName: 'Wait for an approval',
      description: 'Asks people by mail and on the screen of the run, and waits for the first decision.',
      fields: [
        {
          name: 'title',
          label: 'What is to be decided',
          type: 'SHORT_TEXT',
          required: true,
          max: 200,
          placeholder: 'Pay invoice {{step_1.number}}?',
        },
        { name: 'message', label: 'Details', type: 'LONG_TEXT', max: 20_000 },
        {
          name: 'to',
          label: 'Mail addresses',
          type: 'ARRAY',
          max: 20,
          description: 'Empty: it can be decided on the screen of the run and by a program only.',
        },
        {
          name: 'timeoutHours',
          label: 'Wait at most (hours)',
          type: 'NUMBER',
          min: 0.01,
          max: 8760,
          description: 'Empty: for up to a year. Afterwards nobody has approved, and `timedOut` is true.',
        },
      ],
      sample: { approved: true, by: 'ann@example.com', comment: '', timedOut: false },
      plan: (values) => {
        const hours = readNumberField(values, 'timeoutHours');
        return {
          kind: 'approval',
          title: readTextField(values, 'title').trim(),
          message: readTextField(values, 'message'),
          to: recipients(readTextListField(values, 'to')),
          ...(hours === undefined ? {} : { timeoutMs: Math.round(hours * 3_600_000) }),
        };
      },
    },
  ],
};
