import { createHash } from 'node:crypto';
import { longestFact } from '@atelier/contracts/assistants/agents/agent-memories';
import { PieceError } from '@atelier/pieces';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { ToolResult, ToolUse } from '../../tools/index.ts';
import { memoryRepository, mostFacts } from './memory-repository.ts';
import type { MemoryBinding } from './memory-tools.ts';
import type { Person } from './person.ts';

/** About whom an agent remembers something, and what a fact is kept with. */
export interface MemoryUse {
  agentId: string;
  person: Person;
  runId: string;
  /** True when the model had read text by others before it made the call. */
  isForeign: boolean;
}

type Change = ToolUse & { memory: MemoryUse };

/** The same id at every attempt of a call, so that a fact is kept once. */
const idOf = (key: string): string => `mem_${createHash('sha256').update(key).digest('hex').slice(0, 24)}`;

const textIn = ({ input }: ToolUse, name: string): string | undefined => {
  const value = input[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

const full = `You remember ${mostFacts} facts about this person, which is the most. Forget one first, or replace it.`;

const keep = async (tx: TxCtx, use: Change, fact: string): Promise<string> => {
  const { agentId, person, runId, isForeign } = use.memory;
  const replaced = textIn(use, 'replaces');
  if (replaced !== undefined) await memoryRepository.remove(tx.db, person, replaced, agentId);
  if ((await memoryRepository.count(tx.db, person, agentId)) >= mostFacts)
    throw new PieceError('pieces.refused', full);
  const id = idOf(use.key);
  await memoryRepository.insert(tx.db, person, { id, agentId, fact, isForeign, runId });
  await tx.audit('agents.memory_kept', id, { agentId });
  return id;
};

const remember = async (use: Change): Promise<ToolResult> => {
  const fact = textIn(use, 'fact')?.replaceAll(/\s+/g, ' ').slice(0, longestFact);
  if (fact === undefined) throw new PieceError('pieces.invalid_input', 'Please write what to remember.');
  const id = await use.ctx.tx((tx) => keep(tx, use, fact));
  return { output: { remembered: fact, id } };
};

const forget = async (use: Change): Promise<ToolResult> => {
  const { agentId, person } = use.memory;
  const id = textIn(use, 'id') ?? '';
  const isRemoved = await use.ctx.tx(async (tx) => {
    const removed = await memoryRepository.remove(tx.db, person, id, agentId);
    if (removed) await tx.audit('agents.memory_deleted', id, { agentId });
    return removed;
  });
  return { output: { isRemoved } };
};

/** Changes what an agent remembers about the person it works for. */
export const changeMemory = (
  act: MemoryBinding['act'],
  { memory, ...use }: ToolUse & { memory: MemoryUse | null },
): Promise<ToolResult> => {
  if (memory === null)
    throw new PieceError('pieces.refused', 'There is nobody here about whom something can be remembered.');
  return act === 'REMEMBER' ? remember({ ...use, memory }) : forget({ ...use, memory });
};
