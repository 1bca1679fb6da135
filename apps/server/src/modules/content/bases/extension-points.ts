import type { ImportType } from '@atelier/contracts/content/bases/import-shapes';
import type { TxCtx } from '../../../kernel/context/context.ts';
import type { RunStatus } from '../../../kernel/runs/index.ts';
import { defineExtensionPoint } from '../../../kernel/services/extension-points.ts';

/** An app that answers from a knowledge base. */
export interface KnowledgeBaseUse {
  knowledgeBaseId: string;
  appId: string;
  name: string;
}

type FindUses = (tx: TxCtx, knowledgeBaseIds: readonly string[]) => Promise<readonly KnowledgeBaseUse[]>;

/** Functions that find the uses of a knowledge base, added by modules that depend on this one. */
export const knowledgeBaseUses = defineExtensionPoint<FindUses>('bases.uses');

export const findKnowledgeBaseUses: FindUses = async (tx, knowledgeBaseIds) => {
  if (knowledgeBaseIds.length === 0) return [];
  const finding = tx.services.extensions.of(knowledgeBaseUses).map((find) => find(tx, knowledgeBaseIds));
  return (await Promise.all(finding)).flat();
};

/** The documents of a knowledge base that came from one kind of source and whose imports have one status: their number and totals. */
export interface DocumentCount {
  knowledgeBaseId: string;
  type: ImportType;
  status: RunStatus;
  imports: number;
  chunks: number;
}

type CountDocuments = (tx: TxCtx, knowledgeBaseIds: readonly string[]) => Promise<DocumentCount[]>;

/** The function that counts documents, added by the module that has them. */
export const documentCounts = defineExtensionPoint<CountDocuments>('bases.document-counts');
