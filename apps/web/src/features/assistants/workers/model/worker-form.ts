import { VisitorLimits } from '@atelier/contracts/assistants/apps/app-settings';
import { WorkerInputSettings, WorkerOutput } from '@atelier/contracts/assistants/workers/worker-queue';
import {
  type NewWorker,
  type Worker,
  WorkerSettings,
} from '@atelier/contracts/assistants/workers/worker-shapes';
import type { WorkerTemplateDetails } from '@atelier/contracts/assistants/workers/worker-templates';
import { listSettings } from '@atelier/contracts/kernel/settings';
import { z } from 'zod';

/** The settings that the form shows by their descriptions. */
export const workerSettings = listSettings(WorkerSettings);

/** The target of a worker. TEMPLATE: the one of its template. */
const ChosenTarget = z
  .object({ kind: z.enum(['TEMPLATE', 'AGENT', 'CREW', 'FLOW']), id: z.string() })
  .refine(({ kind, id }) => kind === 'TEMPLATE' || id !== '', 'Please choose what the worker runs');

/** The settings of a worker as a form has them. */
export const WorkerForm = z.object({
  ...WorkerSettings.shape,
  queue: z.array(WorkerInputSettings).max(10),
  outputs: z.array(WorkerOutput).max(10),
  target: ChosenTarget,
});
export type WorkerForm = z.output<typeof WorkerForm>;
export type WorkerFormInput = z.input<typeof WorkerForm>;
export type WorkerField = keyof WorkerFormInput;

/** The field that each error code of the server belongs to. */
export const fieldOfCode = {
  'workers.name_taken': 'name',
  'workers.one_target': 'target',
  'workers.target_not_found': 'target',
  'workers.output_not_found': 'outputs',
  'workers.circle': 'outputs',
} as const;

/** The steps of the wizard (WORKER-02), and the fields of each. */
export const wizardSteps = [
  { id: 'OVERVIEW', label: 'Overview', fields: ['name', 'description', 'queue'] },
  { id: 'FLOW', label: 'Flow', fields: ['target', 'instructions', 'outputs'] },
  { id: 'CREW', label: 'Crew', fields: ['approval', 'access', 'visitorLimits'] },
  { id: 'TEST_WORKER', label: 'Test worker', fields: [] },
] as const satisfies readonly { id: string; label: string; fields: readonly WorkerField[] }[];

const common = { access: 'PRIVATE', visitorLimits: VisitorLimits.parse({}), keepDays: null } as const;

const withoutTemplate: WorkerFormInput = {
  ...{ name: '', description: '', instructions: '', approval: 'NEVER', ...common },
  ...{ queue: [{ kind: 'UPLOAD' }], outputs: [], sampleData: [] },
  target: { kind: 'AGENT', id: '' },
};

/** A mailbox as a source of work. */
export const mailSource = (connectionId: string) =>
  ({ kind: 'MAIL', connectionId, folder: 'INBOX', everyMinutes: 5 }) as const;

/** The initial values for a new worker. One that is made for mail reads a mailbox of the company when there is one. */
export const newWorkerValues = (
  template: WorkerTemplateDetails | undefined,
  mailboxId: string | undefined,
): WorkerFormInput => {
  if (template === undefined) return withoutTemplate;
  const { name, description, instructions, outputs, approval, sampleData } = template;
  const mail = template.readsMail && mailboxId !== undefined ? [mailSource(mailboxId)] : [];
  const queue = [...mail, ...template.queue];
  const target = { kind: 'TEMPLATE', id: '' } as const;
  return { name, description, instructions, queue, outputs, approval, sampleData, ...common, target };
};

/** The settings of an existing worker. */
export const toWorkerForm = (worker: Worker): WorkerFormInput => ({
  ...WorkerSettings.parse({ ...worker, queue: worker.queue.map(({ settings }) => settings) }),
  target: { kind: worker.target.kind, id: worker.target.id },
});

const toTargetIds = ({
  kind,
  id,
}: WorkerForm['target']): Pick<NewWorker, 'agentId' | 'crewId' | 'flowId'> => {
  if (kind === 'TEMPLATE') return {};
  return {
    agentId: kind === 'AGENT' ? id : null,
    crewId: kind === 'CREW' ? id : null,
    flowId: kind === 'FLOW' ? id : null,
  };
};

/** The settings as the server takes them. */
export const toWorkerBody = ({ target, ...settings }: WorkerForm) => ({
  ...settings,
  ...toTargetIds(target),
});
