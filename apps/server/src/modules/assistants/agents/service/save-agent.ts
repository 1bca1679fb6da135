import { agentErrors } from '@atelier/contracts/assistants/agents/agent-errors';
import { type Agent, AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import type { agents } from '@atelier/contracts/assistants/agents/agents';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { checkInput } from '../../../../kernel/base/check-input.ts';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import { checkRevision } from '../../../../kernel/context/check-revision.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { versionedAgents } from '../agent-drafts.ts';
import { agentRepository } from '../repository.ts';
import type { AgentVersionRow } from '../tables.ts';
import { comesBackTo } from './find-circle.ts';
import { readLinks } from './read-links.ts';
import { getAgent } from './reads.ts';

/** Throws `agents.tool_not_found`, `agents.link_not_found` unless the actor may see all that the agent uses, and `agents.circle`. */
const checkLinks = async (tx: TxCtx, id: string, settings: AgentSettings): Promise<void> => {
  const missing = (await readLinks(tx, settings)).find(({ name }) => name === null);
  if (missing?.field === 'tools') fail('agents.tool_not_found', { id: missing.id });
  if (missing) {
    const issues = [{ path: missing.field, message: agentErrors['agents.link_not_found'].message }];
    fail('agents.link_not_found', { what: missing.field, id: missing.id, issues });
  }
  if (await comesBackTo(tx, id, settings)) fail('agents.circle');
};

type Change = RequestOf<(typeof agents.endpoints)['update']>['body'];

/** Reads settings. The supervisor of a crew is one of its agents. */
const readSettings = (given: unknown): AgentSettings => {
  const settings = checkInput(AgentSettings, given);
  const supervisorId = settings.crew?.supervisorId ?? null;
  if (supervisorId === null || settings.agentIds.includes(supervisorId)) return settings;
  return { ...settings, agentIds: [supervisorId, ...settings.agentIds] };
};

/** The columns of an agent that its newest version determines. */
const toColumns = ({ name, description, mode, agentType, access, crew }: AgentSettings) => ({
  name,
  description,
  mode,
  agentType,
  access,
  isCrew: crew !== null,
});

const newAgentId = ({ crew }: AgentSettings): string => newId(crew === null ? 'agt' : 'crw');

const addAgent = (tx: TxCtx, id: string, settings: AgentSettings): Promise<void> =>
  versionedAgents.add(tx, id, { columns: toColumns(settings), content: { settings } });

/** Creates an agent, or a crew, with its first draft. Throws `agents.name_taken`, `agents.link_not_found` and `agents.circle`. */
export const createAgent = (
  ctx: AnyCtx,
  input: Omit<AgentSettings, 'crew'> & Partial<Pick<AgentSettings, 'crew'>>,
): Promise<Agent> =>
  ctx.tx(async (tx) => {
    const settings = readSettings(input);
    const id = newAgentId(settings);
    await checkLinks(tx, id, settings);
    await addAgent(tx, id, settings);
    await tx.audit('agents.created', id, { name: settings.name });
    return getAgent(tx, id);
  });

/** The most copies of one agent that keep its name, with a number behind it. */
const mostCopies = 100;

const nameOfCopy = async (tx: TxCtx, name: string): Promise<string> => {
  const base = `Copy of ${name}`.slice(0, 140);
  for (let number = 1; number < mostCopies; number += 1) {
    const copy = number === 1 ? base : `${base} ${number}`;
    if (!(await agentRepository.isNameTaken(tx.db, copy))) return copy;
  }
  return fail('agents.name_taken');
};

/** Copies the newest version of an agent as the draft of a new one, which is private at first. Throws `agents.not_found` and `agents.name_taken`. */
export const duplicateAgent = (ctx: AnyCtx, id: string): Promise<Agent> =>
  ctx.tx(async (tx) => {
    const { newestVersionId } = await versionedAgents.find(tx, id);
    const { row } = await versionedAgents.findVersion(tx, id, newestVersionId);
    const name = await nameOfCopy(tx, row.settings.name);
    const copyId = newAgentId(row.settings);
    await addAgent(tx, copyId, { ...row.settings, name, access: 'PRIVATE' });
    await tx.audit('agents.created', copyId, { name, copyOf: id });
    return getAgent(tx, copyId);
  });

/** Saves settings as the draft of an agent. */
export const saveDraft = (
  tx: TxCtx,
  id: string,
  { newest, settings }: { newest: AgentVersionRow; settings: AgentSettings },
): Promise<string> =>
  versionedAgents.save(tx, id, { newest, columns: toColumns(settings), content: { settings } });

/** Saves an agent as a draft. Throws `agents.not_found`, `agents.changed_meanwhile` and what `createAgent` throws. */
export const updateAgent = (ctx: AnyCtx, id: string, change: Change): Promise<Agent> =>
  ctx.tx(async (tx) => {
    const { tenantId: _tenant, type: _type, active, revision, ...settings } = change;
    await checkRevision(tx, 'agents.changed_meanwhile', { id, revision, newest: () => getAgent(tx, id) });
    const { thing: present, newest } = await versionedAgents.lockNewest(tx, id);
    if (active !== undefined && active !== present.active) {
      await agentRepository.update(tx.db, id, { active });
      await tx.audit(active ? 'agents.activated' : 'agents.deactivated', id);
    }
    const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
    if (Object.keys(given).length > 0) {
      const merged = readSettings({
        ...newest.settings,
        ...given,
        // An agent does not become a crew, and a crew stays one.
        crew: present.isCrew ? (change.crew ?? newest.settings.crew) : null,
      });
      await checkLinks(tx, id, merged);
      await saveDraft(tx, id, { newest, settings: merged });
      await tx.audit('agents.updated', id);
    }
    return getAgent(tx, id);
  });

/** Creates an agent, or changes the one that `agentId` names. Throws what both throw. */
export const saveAgent = (
  ctx: AnyCtx,
  { agentId, ...change }: Change & { agentId?: string | undefined },
): Promise<Agent> =>
  agentId === undefined
    ? createAgent(ctx, { ...checkInput(AgentSettings, change), crew: null })
    : updateAgent(ctx, agentId, change);
