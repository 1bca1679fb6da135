import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import { readTextField } from '../../values.ts';

/** The sites whose scripts may call a webhook. Browsers ask for it; other programs call it from anywhere. */
export const callingSitesField: Field = {
  name: 'callingSites',
  label: 'Sites whose pages may call it',
  type: 'SHORT_TEXT',
  max: 2000,
  description:
    'Scripts in browsers need this; other programs do not. Separate sites with commas, as in https://www.example.com, https://*.example.org; * means all.',
};

/** Returns the sites that the settings of a webhook name. */
export const callingSites = (input: FieldValues): string[] =>
  (readTextField(input, callingSitesField.name) ?? '')
    .split(',')
    .map((site) => site.trim().toLowerCase())
    .filter((site) => site !== '');
