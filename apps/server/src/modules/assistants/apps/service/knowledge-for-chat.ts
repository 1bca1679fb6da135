import { AppSettings } from '@atelier/contracts/assistants/apps';
import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { knowledgeBaseNames } from '../../../content/bases/index.ts';
import type { AnsweredBy } from '../answer-plan.ts';
import { answererOf } from '../answerers.ts';
import { divideSettings } from '../own-settings.ts';
import { effectiveSettings } from './app-for-chat.ts';

/**
 * Returns what answers from knowledge bases without an app: the automatic settings, and a model unless it is the company's default. Throws
 * `apps.knowledge_base_not_found` for those that the actor may not see, and `apps.knowledge_base_off`.
 */
export const knowledgeForChat = async (
  tx: TxCtx,
  order: { knowledgeBaseIds: readonly string[]; modelId: string | null; appId: string | null },
): Promise<AnsweredBy> => {
  const knowledgeBaseIds = [...new Set(order.knowledgeBaseIds)];
  const visible = await knowledgeBaseNames.findVisible(tx, knowledgeBaseIds);
  if (visible.size < knowledgeBaseIds.length) fail('apps.knowledge_base_not_found');
  await answererOf(tx, 'BASIC').check(tx, { id: null, knowledgeBaseIds, answererId: null });
  const { settings } = divideSettings({ ...AppSettings.parse({ name: 'Knowledge' }), configuration: 'AUTO' });
  const effective = await effectiveSettings(tx, settings, knowledgeBaseIds);
  return {
    appId: order.appId,
    name: 'Knowledge',
    access: 'PRIVATE',
    orchestration: 'BASIC',
    settings: { ...effective, modelId: order.modelId },
    knowledgeBaseIds,
  };
};
