import './events.ts';
import { defineModule } from '../../../kernel/module/module.ts';
import { knowledgeBaseEntity } from './knowledge-base-entity.ts';

export { chooseStore } from './choose-store.ts';
export { importStatusOf } from './import-status.ts';
export { findKnowledgeBaseUses, knowledgeBaseUses } from './knowledge-base-uses.ts';
export { canChangeKnowledgeBase, isCancellable, isEditable, isRetryable } from './policy.ts';
export { presentChunk, presentImport } from './present.ts';
export { containing } from './repository/containing.ts';
export { type ImportWithRun, importRepository } from './repository/imports.ts';
export { type KnowledgeBaseWithIndex, knowledgeBaseRepository } from './repository/knowledge-bases.ts';
export {
  getImportRow,
  getImports,
  getKnowledgeBase,
  getKnowledgeBaseRow,
  isAnyKnowledgeBase,
  listImports,
  listKnowledgeBases,
  listSwitchedOff,
  namesOfKnowledgeBases,
  readBalance,
  visibleNamesOfKnowledgeBases,
} from './service/reads.ts';
export {
  addKnowledgeBase,
  createKnowledgeBase,
  saveDataStructure,
  takenBaseNames,
  updateKnowledgeBase,
} from './service/write-knowledge-base.ts';
export {
  type ChunkRow,
  chunks,
  documentSections,
  type ImportRow,
  type IndexVersionRow,
  indexSegments,
  indexVersions,
  knowledgeBases,
  knowledgeImports,
  type SectionRow,
  type SegmentRow,
} from './tables.ts';
export { importRunType, knowledgeTopic } from './topic.ts';
export { visibleImports, visibleKnowledge } from './visible-knowledge.ts';

export const basesModule = defineModule({
  name: 'bases',
  entities: [knowledgeBaseEntity],
  constraints: {
    knowledge_bases_name: 'knowledge.name_taken',
    knowledge_imports_knowledge_base: 'knowledge.not_found',
  },
});
