import type { Piece } from '../../piece.ts';

/** The input of a flow that an agent runs (FLOW-07). Its version is fixed by the documents (PIECE-01). */
export const input: Piece = {
  name: 'input',
  version: '0.0.1',
  displayName: 'Input',
  description: 'The input of a flow that an agent, a worker or another flow starts.',
  category: 'FLOW',
  icon: 'forms',
  triggers: [],
  actions: [
    {
      kind: 'pure',
      name: 'trigger_input',
      displayName: 'Input of the trigger',
      description:
        'Passes the input on under its own name, so that later steps do not depend on the trigger.',
      fields: [
        {
          name: 'text',
          label: 'Input',
          type: 'JSON',
          isAnyJson: true,
          default: '{{trigger.body}}',
          description: 'A text, or any other value.',
        },
      ],
      sample: 'Please summarize the attached report.',
      run: ({ text = null }) => text,
    },
  ],
};
