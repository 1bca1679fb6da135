import { type Agent, AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import {
  type Crew,
  type CrewChange,
  type CrewLine,
  CrewSettings,
  emptyCrewTemplate,
} from '@atelier/contracts/assistants/agents/crew-shapes';
import type { crews } from '@atelier/contracts/assistants/agents/crews';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { checkInput } from '../../../../kernel/base/check-input.ts';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { findEntityNames } from '../../../../kernel/entities/entity-kind.ts';
import { executeAgent } from '../runs/service/start-run.ts';
import { getAgent, listLines } from '../service/reads.ts';
import { createAgent, updateAgent } from '../service/save-agent.ts';

type Stored = Pick<AgentSettings, 'crew' | 'agentIds'>;

/** Returns how the agents of a crew are stored: all of them, and which one leads. */
export const toTeam = ({
  supervisor,
  subordinates,
}: Pick<CrewSettings, 'supervisor' | 'subordinates'>): Stored => {
  const supervisorId = supervisor?.agentId ?? null;
  if (supervisorId !== null && subordinates.includes(supervisorId)) fail('crews.supervisor_subordinate');
  const agentIds = [...new Set([...(supervisorId === null ? [] : [supervisorId]), ...subordinates])];
  return { crew: { supervisorId }, agentIds };
};

/** Returns who leads a crew, and who works for it. */
export const toRoles = ({ crew, agentIds }: Stored): Pick<CrewSettings, 'supervisor' | 'subordinates'> => {
  const supervisorId = crew?.supervisorId ?? null;
  return {
    supervisor: supervisorId === null ? null : { agentId: supervisorId },
    subordinates: agentIds.filter((id) => id !== supervisorId),
  };
};

/** Presents an agent as the crew that it is. */
const presentCrew = ({ agentId, ...agent }: Agent): Crew => ({
  crewId: agentId,
  ...agent,
  ...toRoles(agent),
});

/** Returns the change of the stored settings that a change of a crew means. */
export const toAgentChange = ({ supervisor, subordinates, ...change }: CrewChange, present: Stored) => {
  if (supervisor === undefined && subordinates === undefined) return change;
  const before = toRoles(present);
  return {
    ...change,
    ...toTeam({
      supervisor: supervisor === undefined ? before.supervisor : supervisor,
      subordinates: subordinates ?? before.subordinates,
    }),
  };
};

type ListQuery = RequestOf<(typeof crews.endpoints)['list']>['query'];
type Task = RequestOf<(typeof crews.endpoints)['execute']>;

/** Returns a crew as an agent. Throws `agents.not_found` also for an agent that is no crew. */
const findCrew = async (ctx: AnyCtx, id: string, versionId?: string) => {
  const agent = await getAgent(ctx, id, versionId);
  return agent.crew === null ? fail('agents.not_found') : agent;
};

/** Creates a crew with its first draft. Throws what `createAgent` throws, and `crews.supervisor_subordinate`. */
export const createCrew = async (ctx: AnyCtx, input: CrewSettings): Promise<Crew> => {
  const { supervisor, subordinates, ...settings } = checkInput(CrewSettings, input);
  const team = toTeam({ supervisor, subordinates });
  const whole = checkInput(AgentSettings, { ...settings, ...team, mode: 'CREW', agentType: 'Supervisor' });
  return presentCrew(await createAgent(ctx, whole));
};

const emptyCrew = (ctx: AnyCtx): Crew => {
  const now = new Date().toISOString();
  return {
    ...CrewSettings.parse({ name: 'New crew' }),
    ...{ crewId: emptyCrewTemplate, tenantId: ctx.tenantId, revision: 0, links: [] },
    ...{ active: true, hasDraft: true, isPublished: false, createdAt: now, updatedAt: now },
    version: {
      ...{ versionId: emptyCrewTemplate, number: 1, state: 'DRAFT', isPublished: false },
      ...{ updatedAt: now, updatedBy: null },
    },
    abilities: { canWrite: false, canRun: false },
  };
};

/** Reads a crew, or the template of an empty one. Throws `agents.not_found`. */
export const getCrew = async (ctx: AnyCtx, id: string, versionId?: string): Promise<Crew> =>
  id === emptyCrewTemplate ? emptyCrew(ctx) : presentCrew(await findCrew(ctx, id, versionId));

/** Saves a crew as a draft. Throws what `updateAgent` throws, and `crews.supervisor_subordinate`. */
export const updateCrew = (ctx: AnyCtx, id: string, change: CrewChange): Promise<Crew> =>
  ctx.tx(async (tx) => presentCrew(await updateAgent(tx, id, toAgentChange(change, await findCrew(tx, id)))));

type Listed = Parameters<Parameters<typeof listLines>[2]>[1];

const presentLines = async (tx: TxCtx, listed: Listed): Promise<CrewLine[]> => {
  const supervisors = listed.flatMap(({ team }) => team.crew?.supervisorId ?? []);
  const names = await findEntityNames(tx, supervisors);
  return listed.map(({ line, team }) => {
    const {
      agentId,
      name,
      description,
      access,
      active,
      hasDraft,
      isPublished,
      createdAt,
      updatedAt,
      abilities,
    } = line;
    return {
      ...{ crewId: agentId, name, description, access, active, hasDraft, isPublished },
      ...{ createdAt, updatedAt, abilities },
      supervisorName: names.get(team.crew?.supervisorId ?? '') ?? null,
      subordinates: toRoles(team).subordinates.length,
    };
  });
};

export const listCrews = (ctx: AnyCtx, query: ListQuery) =>
  listLines(ctx, { ...query, isCrew: true }, presentLines);

/**
 * Runs a crew with the date and the time, which are added where the caller gives none, and waits for its answer. Throws
 * `agents.not_found` and what `executeAgent` throws.
 */
export const executeCrew = async (
  ctx: Ctx,
  { params: { id }, body: { input, documents, ...given } }: Task,
  signal: AbortSignal,
) => {
  const { crewId } = await getCrew(ctx, id);
  const now = new Date().toISOString();
  const { date = now.slice(0, 10), time = now.slice(11, 19) } = given;
  const task = {
    ...{ agentId: crewId, documents, environment: 'PRODUCTION' as const },
    input: `${input}\n\nDate: ${date}. Time: ${time} (UTC).`,
  };
  return { ...(await executeAgent(ctx, task, signal)), date, time };
};
