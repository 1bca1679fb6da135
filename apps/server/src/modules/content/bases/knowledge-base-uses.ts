import type { TxCtx } from '../../../kernel/context/context.ts';

/** An app that answers from a knowledge base. */
export interface KnowledgeBaseUse {
  knowledgeBaseId: string;
  appId: string;
  name: string;
}

type FindUses = (tx: TxCtx, knowledgeBaseIds: readonly string[]) => Promise<readonly KnowledgeBaseUse[]>;

const finders = new Set<FindUses>();

/** Modules to the right of this one say here what uses a knowledge base. */
export const registerKnowledgeBaseUse = (find: FindUses): void => {
  finders.add(find);
};

export const findKnowledgeBaseUses: FindUses = async (tx, knowledgeBaseIds) => {
  const uses: KnowledgeBaseUse[] = [];
  if (knowledgeBaseIds.length === 0) return uses;
  for (const find of finders) uses.push(...(await find(tx, knowledgeBaseIds)));
  return uses;
};
