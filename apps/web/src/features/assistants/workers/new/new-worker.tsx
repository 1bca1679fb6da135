import type { Worker } from '@atelier/contracts/assistants/workers/worker-shapes';
import type { WorkerTemplateDetails } from '@atelier/contracts/assistants/workers/worker-templates';
import { Stack, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useGuide } from '../../../../lib/account/guide.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { LeaveQuestion } from '../../../../ui/forms/leave-question.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { Wizard } from '../../../../ui/forms/wizard.tsx';
import { TourButton } from '../../../../ui/guidance/tour-button.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { useDeployWorker, useWorkerTemplate } from '../api.ts';
import { useFirstMailbox } from '../fields/choices.ts';
import { OutputFields } from '../fields/output-fields.tsx';
import { QueueFields } from '../fields/queue-fields.tsx';
import { TargetFields } from '../fields/target-fields.tsx';
import type { WorkerFormProps } from '../fields/worker-form-props.ts';
import { WorkerGroupFields } from '../fields/worker-group-fields.tsx';
import { Gallery } from '../gallery/gallery.tsx';
import { fieldOfCode, newWorkerValues, toWorkerBody, WorkerForm, wizardSteps } from '../model/worker-form.ts';
import { agentTour } from './agent-tour.ts';
import { CrewStep } from './crew-step.tsx';
import { TestStep } from './test-step.tsx';

const breadcrumbs = [{ label: 'Workers', to: '/agents?list=workers' }];

const AboutFields = ({ form }: WorkerFormProps) => (
  <>
    <TextInput
      label="Name"
      description="Each worker has a name of its own."
      placeholder="Invoices of suppliers"
      withAsterisk
      autoComplete="off"
      maxLength={150}
      {...form.field('name')}
    />
    <Textarea
      label="Description"
      description="What it does, for the people who work with it."
      minRows={2}
      maxLength={2000}
      {...form.field('description')}
    />
  </>
);

interface DeployProps {
  template: WorkerTemplateDetails | undefined;
  /** A mailbox of the company; undefined when it has none. */
  mailboxId: string | undefined;
  onCancel: () => void;
}

const useDeploying = ({ template, mailboxId }: Pick<DeployProps, 'template' | 'mailboxId'>) => {
  const { mutateAsync, isPending } = useDeployWorker();
  const [worker, setWorker] = useState<Worker>();
  const make = async (values: WorkerForm): Promise<void> => {
    const made = await mutateAsync({
      body: { ...toWorkerBody(values), template: template?.templateId ?? null },
    });
    setWorker(made);
    toastSuccess(`“${made.name}” is deployed.`);
  };
  const form = useZodForm(WorkerForm, {
    defaultValues: newWorkerValues(template, mailboxId),
    fieldOfCode,
    onSubmit: make,
  });
  /** Resolves to false when the worker was refused. */
  const deploy = async (): Promise<boolean> => {
    let isMade = false;
    await form.form.handleSubmit(async (values) => {
      await make(values).then(() => {
        isMade = true;
      }, form.refuse);
    })();
    return isMade;
  };
  return { form, worker, deploy, isDeploying: isPending };
};

const Deploy = ({ template, mailboxId, onCancel }: DeployProps) => {
  const navigate = useNavigate();
  const [active, setActive] = useState(0);
  const { form, worker, deploy, isDeploying } = useDeploying({ template, mailboxId });
  const startTour = useGuide('AGENT', agentTour);
  const stepWithRefusal = () =>
    wizardSteps.findIndex(({ fields }) => fields.some((field) => form.form.getFieldState(field).invalid));
  /** Deploys, so that the next step can test. A refusal leads to the step of its field. */
  const goOn = async (): Promise<boolean> => {
    if (await deploy()) return true;
    const refused = stepWithRefusal();
    if (refused >= 0) setActive(refused);
    return false;
  };
  const contents = {
    OVERVIEW: (
      <>
        <AboutFields form={form} />
        <QueueFields form={form} asksForMailbox={template?.readsMail === true && mailboxId === undefined} />
      </>
    ),
    FLOW: (
      <>
        <TargetFields form={form} template={template?.name} />
        <WorkerGroupFields group="work" form={form} />
        <OutputFields form={form} />
      </>
    ),
    CREW: <CrewStep form={form} template={template} />,
    TEST_WORKER: worker ? <TestStep worker={worker} /> : null,
  };
  return (
    <Page
      title={template === undefined ? 'New worker' : `New worker: ${template.name}`}
      documentTitle="New worker"
      breadcrumbs={breadcrumbs}
      description="Say where work comes from, who does it, and where results go. Everything can be changed later."
      actions={<TourButton onStart={startTour} />}
    >
      <Wizard
        steps={wizardSteps.map(({ id, label, fields }) => ({
          id,
          label,
          validate: id === 'CREW' ? goOn : () => form.form.trigger([...fields], { shouldFocus: true }),
          content: <Stack gap="lg">{contents[id]}</Stack>,
        }))}
        position={{ active, onChange: setActive }}
        continueLabel={active === 2 ? 'Deploy' : undefined}
        finishLabel="Open the worker"
        onFinish={() =>
          worker &&
          void navigate({
            to: '/worker',
            search: { id: worker.workerId },
            replace: true,
            ignoreBlocker: true,
          })
        }
        onCancel={onCancel}
        isBegun={worker !== undefined}
        isFinishing={isDeploying}
        failure={<FormFailure failure={form.failure} />}
      />
      <LeaveQuestion isDirty={form.isDirty && !form.isSubmitting && worker === undefined} />
    </Page>
  );
};

const DeployTemplate = ({ templateId, onCancel }: { templateId: string; onCancel: () => void }) => {
  const query = useWorkerTemplate(templateId);
  const mailbox = useFirstMailbox();
  if (query.data && !mailbox.isPending)
    return <Deploy key={templateId} template={query.data} mailboxId={mailbox.id} onCancel={onCancel} />;
  return (
    <Page title="New worker" breadcrumbs={breadcrumbs}>
      <QueryView query={query} errorTitle="The template could not be loaded">
        {() => null}
      </QueryView>
    </Page>
  );
};

/** A new worker: the gallery first, and then the wizard with the template that the address names (`?template=`). */
export const NewWorker = ({ onCancel }: { onCancel: () => void }) => {
  const [templateId, setTemplateId] = useUrlState('template', '', { isPlace: true });
  if (templateId === '') return <Gallery onChoose={setTemplateId} onCancel={onCancel} />;
  const back = () => setTemplateId('');
  if (templateId === 'none') return <Deploy template={undefined} mailboxId={undefined} onCancel={back} />;
  return <DeployTemplate templateId={templateId} onCancel={back} />;
};
