import { isObject } from '@atelier/contracts/fields/field-values';
import type { Field } from '@atelier/contracts/fields/fields';
import type { TaskTakerKind } from '../../control-plan.ts';
import { type Piece, type PieceAction, PieceError } from '../../piece.ts';
import { readJsonField, readTextField } from '../../values.ts';

const noSchema = (): never => {
  throw new PieceError(
    'pieces.invalid_input',
    'The form of the answer must be a JSON Schema, such as {"type": "object", "properties": {"city": {"type": "string"}}}.',
  );
};

const fields = (taker: Field): Field[] => [
  taker,
  {
    name: 'task',
    label: 'Task',
    type: 'LONG_TEXT',
    required: true,
    max: 100_000,
    description: 'Everything that has to be known, because nothing of the flow is seen.',
  },
  {
    name: 'schema',
    label: 'Form of the answer',
    type: 'JSON',
    isAnyJson: true,
    default: null,
    description: 'A JSON Schema that the answer has to fit. Empty: the own form of the agent, or text.',
  },
];

type Plan = Extract<PieceAction, { kind: 'task' }>['plan'];

/** Hands a task to the one that the field `id` names. */
const handTo =
  (taker: TaskTakerKind, id: string): Plan =>
  (values) => {
    const schema = readJsonField(values, 'schema');
    if (schema !== null && schema !== '' && !isObject(schema)) noSchema();
    return {
      ...{ taker, id: readTextField(values, id), task: readTextField(values, 'task') },
      schema: isObject(schema) ? schema : null,
    };
  };

const sample = { text: 'The invoice is from March.', output: 'The invoice is from March.', credits: 0.2 };

/** Hands work to agents and crews. */
export const agents: Piece = {
  name: 'agents',
  version: '1.1.0',
  displayName: 'Agents',
  description: 'Hands a task to an agent or a crew, and uses its answer.',
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
      fields: fields({ name: 'agentId', label: 'Agent', type: 'SUB_AGENT', required: true }),
      sample,
      options: ({ platform }) => platform.listTakers('AGENT'),
      plan: handTo('AGENT', 'agentId'),
    },
    {
      kind: 'task',
      name: 'run_crew',
      displayName: 'Run a crew',
      description:
        'Gives a task to a published crew, whose agents work on it together, and waits for its answer, also while somebody has to decide about one of their steps.',
      fields: fields({ name: 'crewId', label: 'Crew', type: 'DROPDOWN', required: true }),
      sample,
      options: ({ platform }) => platform.listTakers('CREW'),
      plan: handTo('CREW', 'crewId'),
    },
  ],
};
