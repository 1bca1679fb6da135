import type { Field } from '@atelier/contracts/fields/fields';
import { type ActionCall, type Piece, PieceError } from '../../piece.ts';
import type { TextCheck } from '../../platform.ts';
import { isOn, readTextField, readTextListField } from '../../values.ts';

/** The checks read a question or a message, not a book. */
const longestText = 20_000;

const text: Field = { name: 'text', label: 'Text', type: 'LONG_TEXT', required: true, max: longestText };

const checks: { value: TextCheck; label: string }[] = [
  { value: 'WORDS', label: 'Attacks, by words' },
  { value: 'ATTACKS', label: 'Attacks, by a model' },
  { value: 'HARM', label: 'Abuse and harm, by a model' },
];

const checkText = async ({ input, key, signal, platform }: ActionCall) => {
  const modelId = readTextField(input, 'modelId');
  const chosen = readTextListField(input, 'checks');
  const verdict = await platform.checkText({
    ...{ text: readTextField(input, 'text'), key, signal },
    checks: checks.map(({ value }) => value).filter((value) => chosen.includes(value)),
    ...(modelId !== '' && { modelId }),
  });
  if (!verdict.passed && isOn(input, 'failWhenBlocked'))
    throw new PieceError(
      'pieces.refused',
      `The text was blocked by the check “${checks.find(({ value }) => value === verdict.check)?.label ?? ''}”. ${verdict.reason}`,
    );
  return { ...verdict };
};

/** Checks what others wrote before it reaches a model or a person. */
export const guardrails: Piece = {
  name: 'guardrails',
  version: '1.0.0',
  displayName: 'Guardrails',
  description: 'Checks texts of others before a model reads them, and hides personal data.',
  category: 'AI',
  icon: 'shield-check',
  triggers: [],
  actions: [
    {
      kind: 'outward',
      repeat: 'with-key',
      name: 'check_text',
      displayName: 'Check a text',
      description:
        'Says whether a text tries to replace the instructions of a model, or is abusive. Branch on {{step.passed}}, or let the step fail.',
      fields: [
        text,
        {
          name: 'checks',
          label: 'Checks',
          type: 'STATIC_MULTI_SELECT_DROPDOWN',
          required: true,
          default: ['WORDS'],
          options: checks,
          description: 'The check by words is free and finds known attacks only. A model reads the meaning.',
        },
        {
          name: 'modelId',
          label: 'Model',
          type: 'DROPDOWN',
          description: 'Empty: the default model of the company.',
        },
        { name: 'failWhenBlocked', label: 'Fail when the text is blocked', type: 'CHECKBOX' },
      ],
      sample: { passed: true, check: null, reason: '' },
      options: ({ platform }) => platform.listModels(),
      run: checkText,
    },
    {
      kind: 'outward',
      repeat: 'with-key',
      name: 'mask_personal_data',
      displayName: 'Hide personal data',
      description:
        'Replaces mail addresses, telephone numbers, cards and bank accounts in a text by words such as [EMAIL].',
      fields: [text],
      sample: { text: 'Please write to [EMAIL].' },
      run: async ({ input, platform }) => ({
        text: await platform.maskPersonalData(readTextField(input, 'text')),
      }),
    },
  ],
};
