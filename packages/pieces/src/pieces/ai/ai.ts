import type { Field } from '@atelier/contracts/fields/fields';
import type { OptionsCall, Piece } from '../../piece.ts';
import { askModel, classify, extractData, extractValues } from './ask.ts';

const modelField: Field = {
  name: 'modelId',
  label: 'Model',
  type: 'DROPDOWN',
  description: 'Empty: the default model of the company.',
};
const textField: Field = { name: 'text', label: 'Text', type: 'LONG_TEXT', required: true, max: 500_000 };
const instructionsField: Field = {
  name: 'instructions',
  label: 'Instructions',
  type: 'LONG_TEXT',
  max: 20_000,
  isPrompt: true,
};
const options = ({ platform }: OptionsCall) => platform.listModels();

export const ai: Piece = {
  name: 'ai',
  version: '1.2.0',
  displayName: 'AI',
  description: 'Asks a model, reads data out of texts, and sorts texts.',
  category: 'AI',
  icon: 'sparkles',
  triggers: [],
  actions: [
    {
      kind: 'outward',
      repeat: 'with-key',
      name: 'ask_model',
      displayName: 'Ask a model',
      description: 'Returns the answer of a model to a prompt.',
      fields: [
        modelField,
        { name: 'system', label: 'System prompt', type: 'LONG_TEXT', max: 100_000, isPrompt: true },
        { name: 'prompt', label: 'Prompt', type: 'LONG_TEXT', required: true, max: 500_000, isPrompt: true },
        {
          name: 'files',
          label: 'Files',
          type: 'JSON',
          isAnyJson: true,
          default: null,
          description:
            'A file of an earlier step, or a list: text, PDF or Office. The model reads their text after the prompt.',
        },
        { name: 'maxTokens', label: 'Longest answer (tokens)', type: 'NUMBER', min: 1, max: 100_000 },
      ],
      sample: { text: 'An answer.', model: 'model' },
      options,
      run: askModel,
    },
    {
      kind: 'outward',
      repeat: 'with-key',
      name: 'extract_data',
      displayName: 'Extract data',
      description: 'Reads values out of a text, in the form of a JSON schema.',
      fields: [
        modelField,
        textField,
        {
          name: 'schema',
          label: 'JSON schema',
          type: 'JSON',
          required: true,
          default: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        },
        instructionsField,
      ],
      sample: { name: 'Ann' },
      options,
      run: extractData,
    },
    {
      kind: 'outward',
      repeat: 'with-key',
      name: 'extract_values',
      displayName: 'Extract named values',
      description:
        'Reads values out of a text, each under a name of your own. What the text does not say is empty.',
      fields: [
        modelField,
        textField,
        {
          name: 'values',
          label: 'Values',
          type: 'VARIABLES',
          required: true,
          max: 50,
          description: 'A description tells the model what it should look for.',
        },
        instructionsField,
      ],
      sample: { customer: 'Ann', total: 120 },
      options,
      run: extractValues,
    },
    {
      kind: 'outward',
      repeat: 'with-key',
      name: 'classify_text',
      displayName: 'Classify a text',
      description: 'Chooses the label that fits a text.',
      fields: [
        modelField,
        textField,
        { name: 'labels', label: 'Labels', type: 'ARRAY', required: true, min: 2, max: 100 },
        instructionsField,
        { name: 'failWhenUncertain', label: 'Fail when no label fits', type: 'CHECKBOX' },
      ],
      sample: { label: 'invoice', isCertain: true },
      options,
      run: classify,
    },
  ],
};
