import { z } from 'zod';
import { edited } from '../../kernel/revisions.ts';
import { lookupId } from '../../kernel/shapes.ts';
import { AgentRunStatus } from './agent-run-shapes.ts';
import { Agent, AgentLine, AgentSettings } from './agent-shapes.ts';

/** The id under which the settings of an empty crew are read (CREW-04). */
export const emptyCrewTemplate = 'empty-agent-crew-template';

/** The most agents that work for one supervisor. */
export const mostSubordinates = 12;

const { name, description, access, instructions, budget } = AgentSettings.shape;

const Supervisor = z.object({ agentId: lookupId });
const Subordinates = z.array(lookupId).max(mostSubordinates);

/** A crew as it is made. All but the name may be left for later. */
export const CrewSettings = z.object({
  ...{ name, description, access },
  /** The agent that plans, hands out the work, and answers. */
  supervisor: Supervisor.nullable().default(null),
  /** The agents that the supervisor hands work to. */
  subordinates: Subordinates.default([]),
  /** Read by all of them, before their own instructions. */
  instructions: instructions.unwrap().default(''),
  /** The budget of all of them together for one task. */
  budget,
});
export type CrewSettings = z.output<typeof CrewSettings>;

/** Any part of the settings; what is left out stays as it is. */
export const CrewChange = z.object({
  name: name.optional(),
  description: description.unwrap().optional(),
  access: access.unwrap().optional(),
  supervisor: Supervisor.nullable().optional(),
  subordinates: Subordinates.optional(),
  instructions: instructions.unwrap().optional(),
  budget: budget.unwrap().optional(),
  active: z.boolean().optional(),
  ...edited,
});
export type CrewChange = z.output<typeof CrewChange>;

/** A crew as a list shows it. */
export const CrewLine = AgentLine.omit({ agentId: true, type: true, mode: true, agentType: true }).extend({
  crewId: z.string(),
  supervisorName: z.string().nullable(),
  subordinates: z.number().int(),
});
export type CrewLine = z.infer<typeof CrewLine>;

export const Crew = CrewSettings.extend({
  ...CrewLine.omit({ supervisorName: true, subordinates: true }).shape,
  ...Agent.pick({ tenantId: true, version: true, revision: true, links: true }).shape,
});
export type Crew = z.infer<typeof Crew>;

/** IDLE: the agent has had nothing to do yet. */
export const MemberState = z.enum(['IDLE', ...AgentRunStatus.options]);

/** The work of an agent of a crew in a run. */
export const CrewMember = z.object({
  agentId: z.string(),
  /** Null for an agent that was deleted meanwhile. */
  name: z.string().nullable(),
  role: z.enum(['SUPERVISOR', 'SUBORDINATE']),
  state: MemberState,
  /** The task on which it works, or worked last; empty for one that was idle. */
  task: z.string(),
  /** The tasks that it was given. */
  tasks: z.number().int(),
  /** The run of that task. */
  runId: z.string().nullable(),
  credits: z.number(),
  /** Milliseconds from the beginning of each task until its end, or until now. */
  workMs: z.number().int(),
  /** True when the supervisor handed the conversation over to it. */
  hasTakenOver: z.boolean(),
});
export type CrewMember = z.infer<typeof CrewMember>;

export const PlanStep = z.object({
  task: z.string(),
  member: z.string().nullable(),
  state: z.enum(['OPEN', 'UNDER_WAY', 'DONE', 'DROPPED']),
});
export type PlanStep = z.infer<typeof PlanStep>;

export const CrewNote = z.object({
  at: z.number().int(),
  author: z.string(),
  text: z.string(),
  writtenAt: z.iso.datetime(),
});
export type CrewNote = z.infer<typeof CrewNote>;

/** The members of a crew and their work in a run. */
export const CrewWork = z.object({
  runId: z.string(),
  crewId: z.string(),
  status: AgentRunStatus,
  /** The supervisor comes first. */
  members: z.array(CrewMember),
  /** The plan as the supervisor wrote it last. */
  plan: z.array(PlanStep),
  /** The number of times that the supervisor has changed the plan. */
  revisions: z.number().int(),
  notes: z.array(CrewNote),
  /** All of them together. */
  credits: z.number(),
});
export type CrewWork = z.infer<typeof CrewWork>;
