import { listUniqueSources } from '@atelier/contracts/assistants/chat/citations';
import type { AskedQuestion, QueryDetails } from '@atelier/contracts/assistants/chat/history';
import type { RetrievalRecord } from '../../apps/declarations.ts';
import { presentMessage } from '../present.ts';
import type { AskedRow } from './repository.ts';

export const presentAsked = (
  { message, appId, userId, userName, visitor }: AskedRow,
  { appName, now }: { appName: string; now: Date },
): AskedQuestion => ({
  queryId: message.id,
  appId,
  appName,
  question: message.question,
  status: presentMessage(message, now).status,
  answerKind: message.answerKind,
  askedBy: userId === null ? null : { userId, name: userName ?? '' },
  visitor,
  citations: listUniqueSources(message.citations).length,
  credits: message.credits,
  createdAt: message.createdAt.toISOString(),
});

type Stored = AskedRow['message']['retrieval'];

const isRecord = (stored: Stored): stored is Stored & RetrievalRecord => Array.isArray(stored['found']);

const findRunId = ({ steps = [] }: Stored): string | null => {
  for (const step of steps) if (step.kind === 'STEP' && step.runId !== undefined) return step.runId;
  return null;
};

export const presentDetails = (row: AskedRow, around: { appName: string; now: Date }): QueryDetails => {
  const { message } = row;
  const record = isRecord(message.retrieval) ? message.retrieval : null;
  const scores = new Map(record?.found.map(({ chunkId, score }) => [chunkId, score]));
  const { createdAt, finishedAt } = message;
  return {
    ...presentAsked(row, around),
    conversationId: message.conversationId,
    answer: message.answer,
    error: message.error,
    modelId: message.modelId,
    runId: findRunId(message.retrieval),
    inputTokens: message.inputTokens,
    outputTokens: message.outputTokens,
    retrieval: record && { query: record.query, mode: record.mode },
    found: record?.found ?? [],
    sources: message.citations.map((citation) => ({
      ...citation,
      score: scores.get(citation.chunkId) ?? null,
    })),
    steps: message.retrieval.steps ?? [],
    finishedAt: finishedAt?.toISOString() ?? null,
    milliseconds: finishedAt && finishedAt.getTime() - createdAt.getTime(),
  };
};
