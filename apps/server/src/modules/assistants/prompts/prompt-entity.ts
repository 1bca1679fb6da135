import type { EntityKind } from '../../../kernel/entities/entity-kind.ts';
import { promptRepository } from './repository.ts';
import type { PromptRow } from './tables.ts';
import { selectVisiblePrompts, visibleInPrompts, visiblePrompts } from './visible-prompts.ts';

const toEntity = ({ id, name, shareWith, createdBy }: PromptRow) => ({
  id,
  name,
  shared: shareWith === 'EVERYONE',
  madeBy: createdBy,
});

/** Describes prompts for the modules that find and count the things that users make. */
export const promptEntity: EntityKind = {
  kind: 'PROMPT',
  prefix: 'prm_',
  label: { one: 'prompt', many: 'prompts' },
  permission: 'prompts:read',
  describeUse: () => 'You can read it and use its text.',
  sharesItself: true,
  buildPagePath: (id) => `/prompt-manager?id=${id}`,
  holdsVisible: visibleInPrompts,
  find: async (tx, id) => {
    const row = await promptRepository.find(tx.db, id, visiblePrompts(tx));
    return row && toEntity(row);
  },
  search: async (tx, { search, limit }) =>
    (await promptRepository.newest(tx.db, { search, visible: visiblePrompts(tx) }, limit)).map(toEntity),
  selectVisible: selectVisiblePrompts,
  count: (tx) => promptRepository.count(tx.db),
};
