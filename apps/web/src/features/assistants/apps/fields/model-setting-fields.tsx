import { NumberField } from '../../../../ui/forms/number-field.tsx';
import type { AppFormProps } from './app-form-props.ts';
import classes from './fields.module.css';

const fields = [
  {
    name: 'model.temp',
    label: 'Temperature',
    description: '0 keeps to the likeliest words, 2 is the freest.',
    min: 0,
    max: 2,
    step: 0.1,
  },
  {
    name: 'model.topP',
    label: 'Top P',
    description: 'Share of likely words that are considered.',
    min: 0,
    max: 1,
    step: 0.05,
  },
  {
    name: 'model.contextMaxToken',
    label: 'Context, tokens',
    description: 'The most text from the knowledge bases that the model gets.',
    min: 500,
    max: 200_000,
    step: 500,
  },
  {
    name: 'model.responseMaxToken',
    label: 'Answer, tokens',
    description: 'The longest answer.',
    min: 50,
    max: 32_000,
    step: 50,
  },
  {
    name: 'model.presentPenalty',
    label: 'Presence penalty',
    description: 'Above 0 it moves on to new subjects sooner.',
    min: -2,
    max: 2,
    step: 0.1,
  },
  {
    name: 'model.frequencyPenalty',
    label: 'Frequency penalty',
    description: 'Above 0 it repeats words less.',
    min: -2,
    max: 2,
    step: 0.1,
  },
] as const;

/** The settings of the model call (APP-23 to APP-29), folded away because few people need them. */
export const ModelSettingFields = ({ form }: AppFormProps) => (
  <details className={`surface-box-lg ${classes.advanced}`}>
    <summary>
      <strong>Advanced</strong>
      <span>Temperature, lengths and penalties of the model call</span>
    </summary>
    <div className={classes.grid}>
      {fields.map(({ name, ...field }) => (
        <NumberField key={name} {...field} {...form.bind(name)} />
      ))}
    </div>
  </details>
);
