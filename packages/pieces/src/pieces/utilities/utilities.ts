import type { Field } from '@atelier/contracts/fields/fields';
import type { Piece } from '../../piece.ts';
import { isOn, readTextField } from '../../values.ts';

const fromBody = (name: string, label: string): Field => ({
  name,
  label,
  type: 'SHORT_TEXT',
  max: 20_000,
  default: `{{trigger.body.${name}}}`,
});

/** The output of a flow that an agent runs (FLOW-08, FLOW-09). Its version is fixed by the documents (PIECE-02). */
export const utilities: Piece = {
  name: 'utilities',
  version: '0.2.14',
  displayName: 'Utilities',
  description: 'The output of a flow, and the end of a run.',
  category: 'FLOW',
  icon: 'tools',
  triggers: [],
  actions: [
    {
      kind: 'control',
      name: 'agent_output',
      displayName: 'Advanced Agent Dashboard Settings',
      description:
        'Sets the output of the flow: the answer of an agent or a chat, or the result for a worker’s record.',
      fields: [
        {
          name: 'output',
          label: 'Output',
          type: 'JSON',
          isAnyJson: true,
          required: true,
          default: null,
          description: 'A text, or any other value.',
        },
        { ...fromBody('apiKey', 'API key'), type: 'SECRET_TEXT' },
        fromBody('tenantId', 'Tenant'),
        fromBody('workerId', 'Worker'),
        fromBody('workerRecordId', 'Record of the worker'),
      ],
      sample: { output: 'The report in three sentences.' },
      plan: ({ output = null }) => ({ kind: 'output', value: output }),
    },
    {
      kind: 'control',
      name: 'stop_flow',
      displayName: 'Stop the flow',
      description: 'Ends the run here, as succeeded or as failed.',
      fields: [
        { name: 'failed', label: 'The run has failed', type: 'CHECKBOX' },
        { name: 'message', label: 'Reason', type: 'SHORT_TEXT', max: 2000 },
      ],
      plan: (values) => ({
        kind: 'stop',
        failed: isOn(values, 'failed'),
        message: readTextField(values, 'message'),
      }),
    },
  ],
};
