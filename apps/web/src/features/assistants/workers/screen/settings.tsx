import { Worker } from '@atelier/contracts/assistants/workers/worker-shapes';
import { Textarea, TextInput } from '@mantine/core';
import { formatCount } from '../../../../lib/format.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { LeaveQuestion } from '../../../../ui/forms/leave-question.tsx';
import { SaveBar } from '../../../../ui/forms/save-bar.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { useRecordRetention, useSaveWorker } from '../api.ts';
import { KeepDaysField } from '../fields/keep-days-field.tsx';
import { OutputFields } from '../fields/output-fields.tsx';
import { QueueFields } from '../fields/queue-fields.tsx';
import { TargetFields } from '../fields/target-fields.tsx';
import { WorkerGroupFields } from '../fields/worker-group-fields.tsx';
import { fieldOfCode, toWorkerBody, toWorkerForm, WorkerForm } from '../model/worker-form.ts';
import { addressOfTarget, targetWords } from '../model/worker-words.ts';
import classes from './worker.module.css';

/** The settings of a worker. */
export const Settings = ({ worker }: { worker: Worker }) => {
  const save = useSaveWorker();
  const form = useZodForm(WorkerForm, {
    defaultValues: toWorkerForm(worker),
    fieldOfCode,
    stored: { revision: worker.revision, read: (newest) => toWorkerForm(Worker.parse(newest)) },
    onSubmit: async (values, revision) => {
      const { workerId: id } = worker;
      const saved = await save.mutateAsync({ params: { id }, body: { ...toWorkerBody(values), revision } });
      form.reset(toWorkerForm(saved), saved.revision);
      toastSuccess('Saved.');
    },
  });
  const keepDays = form.bind('keepDays');
  const company = useRecordRetention().data?.days ?? null;
  return (
    <form onSubmit={form.submit} noValidate className={`stack-5 ${classes.settings}`}>
      <Panel title="About">
        <div className="stack-4">
          <TextInput label="Name" withAsterisk maxLength={150} {...form.field('name')} />
          <Textarea label="Description" minRows={2} maxLength={2000} {...form.field('description')} />
        </div>
      </Panel>
      <Panel title="Queue">
        <QueueFields form={form} worker={worker} />
      </Panel>
      <Panel
        title="Work"
        actions={
          worker.target.name === null ? undefined : (
            <TextLink to={addressOfTarget(worker.target)}>
              Open the {targetWords[worker.target.kind].toLowerCase()}
            </TextLink>
          )
        }
      >
        <div className="stack-4">
          <TargetFields form={form} worker={worker} template={undefined} />
          <WorkerGroupFields group="work" form={form} worker={worker} />
        </div>
      </Panel>
      <Panel title="Results">
        <div className="stack-4">
          <OutputFields form={form} worker={worker} />
          <WorkerGroupFields group="people" form={form} worker={worker} />
        </div>
      </Panel>
      <Panel title="Records">
        <KeepDaysField
          label="Delete the records of this worker some time after they have ended"
          description={
            company === null
              ? 'Otherwise they are kept for good, as for the whole company.'
              : `Otherwise they are deleted after ${formatCount(company, 'day')}, as for the whole company.`
          }
          value={keepDays.value ?? null}
          saved={worker.keepDays}
          workerId={worker.workerId}
          onChange={keepDays.onChange}
        />
      </Panel>
      <FormFailure failure={form.failure} />
      <SaveBar form={form} />
      <LeaveQuestion isDirty={form.isDirty && !form.isSubmitting} />
    </form>
  );
};
