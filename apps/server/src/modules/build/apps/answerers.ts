import type { Orchestration } from '@atelier/contracts/build/apps/answering';
import { fail } from '../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { defineExtensionPoint } from '../../../kernel/services/extension-points.ts';
import type { AppRow } from './tables.ts';

/** The links of an app to what answers it. The id is null before the app is stored. */
export interface AppLinks {
  id: string | null;
  knowledgeBaseIds: readonly string[];
  answererId: string | null;
}

/** What answers the apps of one orchestration (APP-05). */
export interface Answerer {
  orchestration: Orchestration;
  /** Throws when an app with these links cannot be stored. */
  check(tx: TxCtx, links: AppLinks): Promise<void>;
  /** True once the links lead to something that can answer. */
  isReady(tx: TxCtx, links: AppLinks): Promise<boolean>;
  /** Returns the app whose settings and knowledge answer in the place of this one; undefined when it no longer exists. */
  findAnswering(tx: TxCtx, row: AppRow): Promise<AppRow | undefined>;
}

/** The answerers that modules provide. An orchestration without one cannot be chosen. */
export const answererPoint = defineExtensionPoint<Answerer>('apps.answerer');

/** Returns the answerer of an orchestration. Throws `apps.orchestration_unavailable`. */
export const answererOf = ({ services }: Pick<TxCtx, 'services'>, orchestration: Orchestration): Answerer =>
  services.extensions.of(answererPoint).find((each) => each.orchestration === orchestration) ??
  fail('apps.orchestration_unavailable');
