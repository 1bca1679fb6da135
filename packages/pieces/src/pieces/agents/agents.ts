import { isObject } from '@atelier/contracts/fields/field-values';
import { type Piece, PieceError } from '../../piece.ts';
import { jsonOf, textOf } from '../../values.ts';

const noSchema = (): never => {
  throw new PieceError(
    'pieces.invalid_input',
    'The form of the answer must be a JSON Schema, such as {"type": "object", "properties": {"city": {"type": "string"}}}.',
  );
};

/** Hands work to agents. */
export const agents: Piece = {
  name: 'agents',
  version: '1.0.0',
  displayName: 'Agents',
  description: 'Hands a task to an agent, and uses its answer.',
  category: 'AI',
  icon: 'robot',
  triggers: [],
  actions: [
    {
      kind: 'task',
      name: 'run_agent',
      displayName: 'Run an agent',
      description:
        'Gives a task to a published agent and waits for its answer, also while somebody has to decide about one of its steps.',
      fields: [
        { name: 'agentId', label: 'Agent', type: 'SUB_AGENT', required: true },
        {
          name: 'task',
          label: 'Task',
          type: 'LONG_TEXT',
          required: true,
          max: 100_000,
          description: 'Everything that the agent needs to know, because it sees nothing of the flow.',
        },
        {
          name: 'schema',
          label: 'Form of the answer',
          type: 'JSON',
          isAnyJson: true,
          default: null,
          description: 'A JSON Schema that the answer has to fit. Empty: the agent’s own form, or text.',
        },
      ],
      sample: { text: 'The invoice is from March.', output: 'The invoice is from March.', credits: 0.2 },
      options: ({ platform }) => platform.listTakers('AGENT'),
      plan: (values) => {
        const schema = jsonOf(values, 'schema');
        if (schema !== null && schema !== '' && !isObject(schema)) noSchema();
        return {
          taker: 'AGENT',
          id: textOf(values, 'agentId'),
          task: textOf(values, 'task'),
          schema: isObject(schema) ? schema : null,
        };
      },
    },
  ],
};
