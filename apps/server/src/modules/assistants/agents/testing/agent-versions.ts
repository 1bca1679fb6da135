import { AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import { toCredits } from '../../../../kernel/base/credits.ts';
import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { runFamilies, runLists } from '../../../../kernel/runs/view/index.ts';
import { fingerprintAgent, versionedAgents } from '../agent-drafts.ts';
import { visibleAgents } from '../agent-entity.ts';
import { agentRunKind } from '../engine/agent-run-type.ts';
import { canWriteAgent } from '../policy.ts';
import { agentRepository, versionRepository } from '../repository.ts';
import { allParts, ShownParts } from '../runs/present-run.ts';

const dayMs = 86_400_000;
const replayedDays = 30;
/** The runs among which tasks are looked for, for each task that is wanted. */
const runsPerTask = 5;
const longestTask = 2000;

/** Lists the newest tasks that people and programs gave an agent in one message, each wording once. */
const recentTasks = async (tx: TxCtx, agentId: string, most: number): Promise<string[]> => {
  if (most === 0) return [];
  const { rows } = await runLists.list(
    tx.db,
    {
      ...{
        kinds: [agentRunKind],
        subjectId: agentId,
        status: 'COMPLETED',
        parts: allParts,
        visible: undefined,
      },
      having: { environment: 'PRODUCTION', depth: '0' },
      after: new Date(tx.now().getTime() - replayedDays * dayMs),
    },
    { limit: most * runsPerTask },
  );
  const tasks = rows.flatMap(({ input }) => {
    const { messages, documents } = ShownParts.parse(input);
    const task = messages.length === 1 && documents.length === 0 ? (messages[0]?.content ?? '') : '';
    return task !== '' && task.length <= longestTask ? [task] : [];
  });
  const byWording = new Map(tasks.toReversed().map((task) => [task.toLowerCase(), task]));
  return [...byWording.values()].toReversed().slice(0, most);
};

const meanOf = 20;

/** Returns what the last runs of an agent cost on average, with all that they handed on; null while it has none. */
const meanCredits = async (tx: TxCtx, agentId: string): Promise<number | null> => {
  const filter = { kinds: [agentRunKind], subjectId: agentId, parts: [], visible: undefined };
  const { rows } = await runLists.list(tx.db, { ...filter, status: 'COMPLETED' }, { limit: meanOf });
  if (rows.length === 0) return null;
  const costs = await Promise.all(rows.map(({ id }) => runFamilies.costOfFamily(tx.db, id)));
  return toCredits(costs.reduce((sum, cost) => sum + cost, 0) / costs.length);
};

/** The versions of agents and crews that the actor may change, for those who compare how they work. */
export const agentVersions = {
  recentTasks,
  meanCredits,

  /**
   * Returns the version that runs, or the newest before the first publication, and what identifies the settings of the draft. Throws
   * `agents.not_found` also when the actor may not change the agent.
   */
  async find(tx: TxCtx, agentId: string) {
    // The server itself asks while a test runs.
    if (tx.actor.kind !== 'system' && !canWriteAgent(tx)) fail('agents.not_found');
    const { newestVersionId, publishedVersionId, name } = await versionedAgents.find(tx, agentId);
    const { row: newest } = await versionedAgents.findVersion(tx, agentId, newestVersionId);
    const { row: inUse } = publishedVersionId
      ? await versionedAgents.findVersion(tx, agentId, publishedVersionId)
      : { row: newest };
    const draft = AgentSettings.parse(newest.settings);
    return { name, version: inUse.number, draft, fingerprint: fingerprintAgent(draft) };
  },

  /** Returns the settings of the version with this number. Throws `agents.version_not_found`. */
  async settings(tx: TxCtx, agentId: string, number: number): Promise<AgentSettings> {
    const found =
      (await versionRepository.findNumber(tx.db, agentId, number)) ?? fail('agents.version_not_found');
    return AgentSettings.parse(found.settings);
  },

  /** Names the agents and crews that the actor may see and whose published versions hand work to this one, directly or through others. */
  async workedForBy(tx: TxCtx, agentId: string): Promise<Map<string, string>> {
    const rows = await agentRepository.listWorkedForBy(tx.db, agentId, visibleAgents(tx));
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
};
