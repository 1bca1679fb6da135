import type { AnswererChoice, Orchestration } from '@atelier/contracts/assistants/apps/answering';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { defineExtensionPoint } from '../../../kernel/services/extension-points.ts';
import type { OfferedModels } from '../../content/models/index.ts';
import type { AnswerOrder, AnswerPlan } from './answer-plan.ts';
import type { AppRow } from './tables.ts';

/** The links of an app to what answers it. The id is null before the app is stored. */
export interface AppLinks {
  id: string | null;
  knowledgeBaseIds: readonly string[];
  answererId: string | null;
}

/**
 * Answers the questions of the apps of one orchestration (APP-05). Credits, history, feedback and limits are the business of `chat`, and are the same
 * for all of them.
 */
export interface Answerer {
  orchestration: Orchestration;
  /** Throws when an app with these links cannot be stored. */
  check(tx: TxCtx, links: AppLinks): Promise<void>;
  /** True once the links lead to something that can answer. */
  isReady(tx: TxCtx, links: AppLinks): Promise<boolean>;
  /** Returns the names of those that answer, as far as the actor may see them, by their ids (`answererId`). */
  findNames(tx: TxCtx, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Returns the app whose settings and links answer in the place of this one; undefined when it no longer exists. */
  findAnswering(tx: TxCtx, row: AppRow): Promise<AppRow | undefined>;
  /** True when what answers keeps facts about the people whom it knows. Absent where nothing ever does. */
  remembers?(tx: TxCtx, links: Pick<AppLinks, 'answererId'>): Promise<boolean>;
  /** Lists what the actor may choose to answer. Absent where there is nothing to choose, or where it is searched elsewhere. */
  list?(tx: TxCtx): Promise<AnswererChoice[]>;
  /** Says what the user has to do while `list` is empty. */
  whenEmpty?: string;
  /**
   * Plans the answer to a question, in the transaction that stores it. Absent when `findAnswering` always finds an app of another
   * orchestration.
   */
  plan?(tx: TxCtx, order: AnswerOrder, offered: OfferedModels): Promise<AnswerPlan>;
}

/** The answerers that modules provide, one for each orchestration. */
export const answererPoint = defineExtensionPoint<Answerer>('apps.answerer');

const unanswered = (orchestration: Orchestration): never => {
  throw new Error(`Nothing answers ${orchestration}.`);
};

/** Returns the answerer of an orchestration. */
export const answererFor = ({ services }: Pick<TxCtx, 'services'>, orchestration: Orchestration): Answerer =>
  services.extensions.of(answererPoint).find((each) => each.orchestration === orchestration) ??
  unanswered(orchestration);

/** Plans the answer to a question, in the transaction that stores it. */
export const planAnswer = (tx: TxCtx, order: AnswerOrder, offered: OfferedModels): Promise<AnswerPlan> => {
  const { orchestration } = order.app;
  return answererFor(tx, orchestration).plan?.(tx, order, offered) ?? unanswered(orchestration);
};
