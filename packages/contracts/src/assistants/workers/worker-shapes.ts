import { z } from 'zod';
import { edited, Revision } from '../../kernel/revisions.ts';
import { setting } from '../../kernel/settings.ts';
import { Abilities, lookupId, requiredText, Timestamp, tenantQuery, text } from '../../kernel/shapes.ts';
import { AgentAccess } from '../agents/agent-shapes.ts';
import { VisitorLimits } from '../apps/app-settings.ts';
import { WorkerInput, WorkerInputSettings, WorkerOutput } from './worker-queue.ts';

/**
 * The status of a worker (WORKER-05). ACTIVE takes inputs and works. PAUSED reads no mailbox and no schedule; what is sent to it waits until it
 * goes on. DEACTIVATED takes nothing, and its public link leads nowhere.
 */
export const WorkerStatus = z.enum(['ACTIVE', 'PAUSED', 'DEACTIVATED']);
export type WorkerStatus = z.infer<typeof WorkerStatus>;

/** The target that a worker runs with each input. */
export const WorkerTargetKind = z.enum(['AGENT', 'CREW', 'FLOW']);
export type WorkerTargetKind = z.infer<typeof WorkerTargetKind>;

export const WorkerTarget = z.object({
  kind: WorkerTargetKind,
  id: z.string(),
  /** Null for what was deleted, or what the user may not see. */
  name: z.string().nullable(),
});
export type WorkerTarget = z.infer<typeof WorkerTarget>;

/** An input to try a worker with. */
export const SampleInput = z.object({
  name: requiredText(150, 'Please name the sample'),
  input: requiredText(50_000, 'Please enter the input of the sample'),
  /** The name of the document that the input is the text of; null when it is the input itself. */
  fileName: text(255).nullable().default(null),
});
export type SampleInput = z.output<typeof SampleInput>;

/** NEVER: results are delivered at once. ALWAYS: each waits until a person approves it. */
export const WorkerApproval = z.enum(['NEVER', 'ALWAYS']);

/** Days; null for the time of the company. */
export const KeepDays = z.number().int().min(1).max(3650).nullable();

export const WorkerSettings = z.object({
  name: requiredText(150, 'Please enter a name'),
  description: text(2000).default(''),
  /** The instructions of the worker to the agent or crew for each input. A flow gets them as `instructions`. */
  instructions: setting(text(10_000).default(''), {
    ...{ group: 'work', label: 'What to do with each input', rows: 3 },
    help: 'Read together with the input. What the agent can do in general belongs to its own instructions.',
  }),
  queue: z.array(WorkerInputSettings).max(10).default([]),
  outputs: z.array(WorkerOutput).max(10).default([]),
  approval: setting(WorkerApproval.default('NEVER'), {
    ...{ group: 'people', label: 'Before a result goes out' },
    choices: [
      {
        ...{ value: 'ALWAYS', label: 'A person decides' },
        description: 'Each result waits until somebody approves it, rejects it, or has it done again.',
      },
      {
        ...{ value: 'NEVER', label: 'It goes out at once' },
        description: 'Results are delivered as soon as they are there.',
      },
    ],
  }),
  access: setting(AgentAccess.default('PRIVATE'), {
    ...{ group: 'people', label: 'Who may use it' },
    choices: [
      {
        ...{ value: 'PRIVATE', label: 'Private' },
        description: 'Only those who build, and operators who are invited.',
      },
      {
        ...{ value: 'PUBLIC', label: 'Public' },
        description:
          'Anyone with the link can give it work, without an account. Each visitor sees only what they sent.',
      },
    ],
  }),
  /** The limits for one visitor of a public worker, whose owner pays for the work. */
  visitorLimits: setting(VisitorLimits.prefault({}), {
    ...{ group: 'people', control: 'visitors', when: { path: 'access', values: ['PUBLIC'] } },
  }),
  /** The days for which its records are kept once they have ended. */
  keepDays: KeepDays.default(null),
  sampleData: z.array(SampleInput).max(10).default([]),
});
export type WorkerSettings = z.output<typeof WorkerSettings>;

const target = {
  agentId: lookupId.nullable().optional(),
  crewId: lookupId.nullable().optional(),
  flowId: lookupId.nullable().optional(),
};

const settings = WorkerSettings.shape;
const optional = {
  ...tenantQuery,
  ...target,
  description: settings.description.unwrap().optional(),
  instructions: settings.instructions.unwrap().optional(),
  queue: settings.queue.unwrap().optional(),
  outputs: settings.outputs.unwrap().optional(),
  approval: settings.approval.unwrap().optional(),
  access: settings.access.unwrap().optional(),
  visitorLimits: VisitorLimits.optional(),
  keepDays: KeepDays.optional(),
  sampleData: settings.sampleData.unwrap().optional(),
};

/**
 * A worker as it is deployed. It runs exactly one of agent, crew and flow. With a template, what is left out comes from the template, also what the
 * worker runs, which is made then.
 */
export const NewWorker = z.object({
  ...optional,
  name: settings.name,
  template: lookupId.nullable().optional(),
});
export type NewWorker = z.output<typeof NewWorker>;

/** Any part of the settings; what is left out stays as it is. */
export const WorkerChange = z.object({
  ...optional,
  name: settings.name.optional(),
  status: WorkerStatus.optional(),
  ...edited,
});
export type WorkerChange = z.output<typeof WorkerChange>;

/** The records of a worker by their state. */
export const RecordCounts = z.object({
  total: z.number().int(),
  pending: z.number().int(),
  /** Those of the pending ones about which a person has to decide. */
  waiting: z.number().int(),
  completed: z.number().int(),
  errored: z.number().int(),
  failed: z.number().int(),
});
export type RecordCounts = z.infer<typeof RecordCounts>;

/** Why a worker cannot work (docs/decisions.md, WORKER-21). */
export const OfflineReason = z.enum([
  'PAUSED',
  'DEACTIVATED',
  'TARGET_GONE',
  'TARGET_OFF',
  'CONNECTION_BROKEN',
]);
export type OfflineReason = z.infer<typeof OfflineReason>;

/** A worker as a list shows it. */
export const WorkerLine = z.object({
  workerId: z.string(),
  name: z.string(),
  description: z.string(),
  template: z.string().nullable(),
  target: WorkerTarget,
  status: WorkerStatus,
  access: AgentAccess,
  /** Null while it can work. */
  offline: z.object({ reason: OfflineReason, message: z.string() }).nullable(),
  inputKinds: z.array(z.string()),
  records: RecordCounts,
  lastRecordAt: Timestamp.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  abilities: Abilities,
});
export type WorkerLine = z.infer<typeof WorkerLine>;

export const Worker = WorkerSettings.extend({
  ...WorkerLine.shape,
  tenantId: z.string(),
  queue: z.array(WorkerInput),
  /** Increases with each save. */
  revision: Revision,
  /** The members who were given access. */
  invitedUsers: z.array(z.object({ userId: z.string(), name: z.string(), email: z.string() })),
});
export type Worker = z.infer<typeof Worker>;

/** The things that are lost with a worker. */
export const WorkerRemoval = z.object({
  records: z.number().int(),
  openRecords: z.number().int(),
  files: z.number().int(),
  /** Workers that pass their results on to this one. */
  fedBy: z.array(z.object({ workerId: z.string(), name: z.string() })),
  /** Apps whose questions it answers. Nobody answers them from then on. */
  answers: z.array(z.object({ appId: z.string(), name: z.string() })),
});
export type WorkerRemoval = z.infer<typeof WorkerRemoval>;

export const workerParams = z.object({ id: lookupId });
