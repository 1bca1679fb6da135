import type { Field } from '@atelier/contracts/fields/fields';

const everyMinutes: Field = {
  name: 'everyMinutes',
  label: 'Look every (minutes)',
  type: 'NUMBER',
  required: true,
  min: 1,
  max: 1440,
  default: 5,
};

const includeExisting: Field = {
  name: 'includeExisting',
  label: 'Begin with what is already there',
  type: 'CHECKBOX',
  default: false,
  description:
    'Otherwise the first look, when the flow is published or switched on, only remembers what is there and starts nothing.',
};

/** The fields that every polling trigger has after its own; the server reads them by these names. */
export const pollingFields: readonly Field[] = [everyMinutes, includeExisting];
