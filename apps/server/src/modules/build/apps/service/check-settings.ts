import type { AppSettings } from '@atelier/contracts/build/apps';
import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { knowledgeBaseNames, knowledgeBaseRepository } from '../../../content/bases/index.ts';

/** Throws for settings that refer to something that does not exist, is switched off, or cannot run yet. */
export const checkSettings = async (
  tx: TxCtx,
  settings: Pick<AppSettings, 'orchestration' | 'knowledgeBaseIds'>,
): Promise<void> => {
  if (settings.orchestration !== 'BASIC') fail('apps.orchestration_unavailable');
  const ids = [...new Set(settings.knowledgeBaseIds)];
  const names = await knowledgeBaseNames.find(tx, ids);
  const missing = ids.filter((id) => !names.has(id));
  if (missing.length > 0) fail('apps.knowledge_base_not_found', { missing });
  const off = await knowledgeBaseRepository.holdSwitchedOff(tx.db, ids);
  if (off.length > 0) fail('apps.knowledge_base_off', { names: off.map((id) => names.get(id)) });
};
