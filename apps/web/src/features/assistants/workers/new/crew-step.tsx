import type { WorkerTemplateDetails } from '@atelier/contracts/assistants/workers/worker-templates';
import { Fold } from '../../../../ui/layout/fold.tsx';
import type { WorkerFormProps } from '../fields/worker-form-props.ts';
import { WorkerGroupFields } from '../fields/worker-group-fields.tsx';

/** The agents that a template brings, with their instructions. */
const Agents = ({ agents }: Pick<WorkerTemplateDetails, 'agents'>) => (
  <section aria-label="Who works on it">
    <h2 className="small medium below-2">Who works on it</h2>
    <ul className="stack-2 below-2 no-pad no-bullets">
      {agents.map(({ name, description, instructions }) => (
        <li key={name} className="stack-0 box pad-3-4">
          <strong>{name}</strong>
          <span className="note">{description}</span>
          <Fold label="Instructions">
            <p className="flat pre-wrap">{instructions}</p>
          </Fold>
        </li>
      ))}
    </ul>
    <p className="note">
      They are made together with the worker. Change them later under Agents, like any other agent.
    </p>
  </section>
);

interface CrewStepProps extends WorkerFormProps {
  template: WorkerTemplateDetails | undefined;
}

/** The agents of the worker, those who decide, and those who may use it. */
export const CrewStep = ({ form, template }: CrewStepProps) => {
  const isOfTemplate = form.bind('target').value.kind === 'TEMPLATE';
  return (
    <>
      {isOfTemplate && template && template.agents.length > 0 ? <Agents agents={template.agents} /> : null}
      <WorkerGroupFields group="people" form={form} />
    </>
  );
};
