import type { App } from '@atelier/contracts/assistants/apps';
import type { Orchestration } from '@atelier/contracts/assistants/apps/answering';
import type { AnswerOrigin } from '@atelier/contracts/assistants/chat/answer-origin';
import type { AnswerKind, Citation } from '@atelier/contracts/assistants/chat/chat';
import type { TraceStep } from '@atelier/contracts/assistants/chat/trace';
import type { TextMessage } from '@atelier/models';
import type { Ctx } from '../../../kernel/context/context.ts';
import type { CreditUse } from '../../money/billing/declarations.ts';
import type { OwnSettings } from './tables.ts';

/** The parts of an app that a conversation needs. */
export interface AppForChat {
  appId: string;
  name: string;
  access: App['access'];
  /** The orchestration that writes the answers. It is never APP: these are the parts of the app at the end of the chain. */
  orchestration: Orchestration;
  settings: OwnSettings;
  knowledgeBaseIds: string[];
}

/** An app that answers a question, or knowledge bases without one, whose `appId` is null. */
export type AnsweredBy = Omit<AppForChat, 'appId'> & { appId: string | null };

/** A file that the asker attached, whose text belongs to their conversation. */
export interface AskedFile {
  fileId: string;
  name: string;
}

/** The draft of a flow, an agent or a crew that works in the place of its published version. */
export interface StandIn {
  id: string;
  /** The content of a version of it. */
  content: unknown;
}

/** A question of a test. Agents ask nobody then, and note the calls that would change something; flows and workers work for real. */
export interface Rehearsal {
  standIn?: StandIn | undefined;
}

/** A question whose credits are about to be held. */
export interface AnswerOrder {
  app: AnsweredBy;
  text: string;
  /** True when no earlier message goes with the question. */
  isFirst: boolean;
  /** The file that answers, in the place of the knowledge bases. */
  file?: AskedFile | undefined;
  rehearsal?: Rehearsal | undefined;
}

/** The usage of an answer so far. `cost` is in micro-credits. */
export interface AnswerUse {
  cost: number;
  /** Other uses that the same hold paid for. */
  further?: readonly CreditUse[] | undefined;
  inputTokens: number;
  outputTokens: number;
  /** Micro-credits that steps of the answer held and paid themselves. They are shown with the answer, and not charged again. */
  elsewhere?: number;
}

/** A part of an answer, in the order in which it is shown. A citation comes right before the text with its marker. */
export type AnswerPart =
  | { type: 'text'; text: string }
  | { type: 'citation'; citation: Citation }
  /** The last part of an answer whose rest a run adds later. */
  | { type: 'left' }
  /** Older messages of the conversation go into the answer as a summary. */
  | { type: 'condensed' }
  /** The last one counts; an answer without it is of the kind ANSWER. */
  | {
      type: 'form';
      answerKind: AnswerKind;
      /** By default MODEL. */
      origin?: AnswerOrigin;
      wordings: readonly string[];
      /** Next questions, which are known after the answer. */
      followUps?: readonly string[];
    };

/** A search with its question and its results, with which an answer can be explained later. */
export interface RetrievalRecord {
  query: string;
  mode: string;
  found: { chunkId: string; score: number; used: boolean }[];
}

/** An answer that is written. Its question is stored, and its credits are held. */
export interface Writing {
  ctx: Ctx;
  queryId: string;
  conversationId: string;
  /** The earlier questions and answers, oldest first. */
  history: TextMessage[];
  /** The number of flows that asked each other in a row to ask this. */
  depth: number;
  /** False for a test or a trial, which leaves no trace among the questions that people asked. */
  isStored: boolean;
  /** Aborted when the reader has stopped the answer. What is written then ends with an error, so that it does not count as complete. */
  signal: AbortSignal;
  /** Stores the search with the answer. */
  remember(record: RetrievalRecord): void;
  /** Adds a step to the trace of the answer. */
  trace(step: TraceStep): void;
}

/** The plan of one answer. It is made in the transaction that stores the question, and makes no paid call before `write`. */
export interface AnswerPlan {
  /** The model that the history and the usage of credits name. */
  modelId: string;
  /** The most that the answer can cost, in micro-credits, with calls of other models that its hold pays for. */
  hold: { amount: number; further?: readonly { modelId: string; amount: number }[] };
  /** Writes the answer. What it throws is stored as the failure of the answer. */
  write(writing: Writing): AsyncIterable<AnswerPart>;
  /** Returns what was used until now. It is charged however the answer ends. */
  used(): AnswerUse;
}
