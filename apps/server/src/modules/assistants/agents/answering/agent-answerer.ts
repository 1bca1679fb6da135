import { AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { findEntityNames } from '../../../../kernel/entities/entity-kind.ts';
import type { AnswerOrder, AnswerPlan, AnswerUse } from '../../apps/declarations.ts';
import type { Answerer } from '../../apps/index.ts';
import { visibleAgents } from '../agent-entity.ts';
import { agentRepository, versionRepository } from '../repository.ts';
import { leadsToApp } from '../service/find-circle.ts';
import { type AgentOrder, answerThroughAgent } from './answer-through-agent.ts';

/** The longest time that a reader waits for an agent. After ten minutes, an answer without an end counts as lost. */
const patienceMs = 5 * 60_000;
/** The most agents that an app can choose from. */
const mostListed = 500;

/** Finds what answers: the published version of an agent that is switched on. */
const findReady = async (tx: TxCtx, agentId: string): Promise<AgentOrder['agent'] | undefined> => {
  const row = await agentRepository.find(tx.db, agentId);
  return row?.active && row.publishedVersionId !== null
    ? { agentId, versionId: row.publishedVersionId, name: row.name }
    : undefined;
};

const buildAnswerPlan = (
  agent: AgentOrder['agent'],
  { app, text: question, file, rehearsal }: AnswerOrder,
): AnswerPlan => {
  let used: AnswerUse = { inputTokens: 0, outputTokens: 0, cost: 0 };
  const onUsed: AgentOrder['onUsed'] = ({ microCredits, ...tokens }) => {
    used = { ...tokens, cost: 0, elsewhere: microCredits };
  };
  return {
    modelId: 'atelier/agent',
    // Each call of the run holds and pays its own credits.
    hold: { amount: 0 },
    write: (writing) =>
      answerThroughAgent({ agent, app, question, file, rehearsal, patienceMs, onUsed }, writing),
    used: () => used,
  };
};

/** AGENT: an agent answers, with the access of the member who made it. */
export const agentAnswerer: Answerer = {
  orchestration: 'AGENT',

  async check(tx, { id, answererId }) {
    const row =
      answererId === null ? undefined : await agentRepository.find(tx.db, answererId, visibleAgents(tx));
    if (!row) return fail('apps.answerer_not_found');
    if (!(await findReady(tx, row.id))) fail('apps.agent_not_ready');
    if (id !== null && (await leadsToApp(tx, row.id, id))) fail('apps.answerer_circle');
  },

  isReady: async (tx, { answererId }) =>
    answererId !== null && (await findReady(tx, answererId)) !== undefined,

  async remembers(tx, { answererId }) {
    const ready = answererId === null ? undefined : await findReady(tx, answererId);
    const version = ready && (await versionRepository.find(tx.db, ready.agentId, ready.versionId));
    return version !== undefined && AgentSettings.parse(version.row.settings).memory;
  },

  findNames: findEntityNames,

  findAnswering: (_tx, row) => Promise.resolve(row),

  async list(tx) {
    const filter = { isReady: true, visible: visibleAgents(tx) };
    const found = await agentRepository.newest(tx.db, filter, mostListed);
    return found.map(({ id, name }) => ({ answererId: id, name }));
  },
  whenEmpty: 'No agent can answer yet. Make one under Agents, and publish it.',

  async plan(tx, order) {
    const { answererId } = order.app.settings;
    const ready = answererId === null ? undefined : await findReady(tx, answererId);
    return buildAnswerPlan(ready ?? fail('chat.agent_off'), order);
  },
};
