import { fail } from '../../../../../kernel/base/errors.ts';
import { knowledgeBaseNames, knowledgeBaseRepository } from '../../../../content/bases/index.ts';
import type { Answerer } from '../../../apps/index.ts';
import { chatRepository } from '../../repository.ts';

/** The links of BASIC apps: knowledge bases. */
export const basicLinks: Omit<Answerer, 'prepare'> = {
  orchestration: 'BASIC',

  async check(tx, { knowledgeBaseIds }) {
    const ids = [...new Set(knowledgeBaseIds)];
    const names = await knowledgeBaseNames.find(tx, ids);
    const missing = ids.filter((id) => !names.has(id));
    if (missing.length > 0) fail('apps.knowledge_base_not_found', { missing });
    const off = await knowledgeBaseRepository.holdSwitchedOff(tx.db, ids);
    if (off.length > 0) fail('apps.knowledge_base_off', { names: off.map((id) => names.get(id)) });
  },

  isReady: async (tx, { knowledgeBaseIds }) =>
    knowledgeBaseIds.length === 0 || chatRepository.isAnyPublished(tx.db, knowledgeBaseIds),

  findNames: () => Promise.resolve(new Map()),

  findAnswering: (_tx, row) => Promise.resolve(row),
};
