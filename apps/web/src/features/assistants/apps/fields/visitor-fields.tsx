import { mostVisitorQuestions } from '@atelier/contracts/assistants/apps';
import { NumberField } from '../../../../ui/forms/number-field.tsx';
import type { AppFormProps } from './app-form-props.ts';
import classes from './fields.module.css';

const bounds = { min: 0, max: mostVisitorQuestions };

/** Limits that keep strangers from spending the tenant's credits. All visitors from one network address count as one. */
export const VisitorFields = ({ form }: AppFormProps) => (
  <div className={classes.grid}>
    <NumberField
      label="Questions in ten minutes"
      description="0 means no limit. People behind one address count as one."
      {...bounds}
      {...form.bind('visitorLimits.tenMinutes')}
    />
    <NumberField
      label="Questions in a day"
      description="0 means no limit. Used questions become available again over the day."
      {...bounds}
      step={10}
      {...form.bind('visitorLimits.day')}
    />
  </div>
);
