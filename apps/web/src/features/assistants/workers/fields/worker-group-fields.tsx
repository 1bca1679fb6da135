import { mostVisitorQuestions } from '@atelier/contracts/assistants/apps/app-settings';
import { SettingFields } from '../../../../lib/forms/setting-fields.tsx';
import { NumberField } from '../../../../ui/forms/number-field.tsx';
import { workerSettings } from '../model/worker-form.ts';
import type { WorkerFormProps } from './worker-form-props.ts';

const bounds = { min: 0, max: mostVisitorQuestions };

/** Limits that keep strangers from spending the credits of the company. */
const VisitorFields = ({ form }: WorkerFormProps) => (
  <div className="stack-3 columns-12">
    <NumberField
      label="Tasks of a visitor in ten minutes"
      description="0 means no limit. People behind one address count as one."
      {...bounds}
      {...form.bind('visitorLimits.tenMinutes')}
    />
    <NumberField
      label="Tasks of a visitor in a day"
      description="0 means no limit. A text or a file is one task."
      {...bounds}
      step={10}
      {...form.bind('visitorLimits.day')}
    />
  </div>
);

/** The settings of one group of a worker, with the words of their descriptions. */
export const WorkerGroupFields = ({ group, ...props }: WorkerFormProps & { group: 'work' | 'people' }) => (
  <SettingFields
    settings={workerSettings.filter((each) => each.group === group)}
    controls={{ visitors: VisitorFields }}
    props={props}
  />
);
