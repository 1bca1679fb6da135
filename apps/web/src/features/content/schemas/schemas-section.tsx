import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import type { ReactNode } from 'react';
import { useUrlState } from '../../../ui/behaviour/use-url-state.ts';
import { SchemaList } from './schema-list.tsx';
import { SchemaView } from './schema-view.tsx';

/** A position in a document. */
export interface ValuePosition {
  importId: string;
  span?: { start: number; end: number };
}

/** Renders a document at a position. The feature that owns documents provides it. */
export type RenderSource = (position: ValuePosition | undefined, onClose: () => void) => ReactNode;

interface SchemasSectionProps {
  base: Pick<KnowledgeBase, 'knowledgeBaseId' | 'abilities'>;
  renderSource: RenderSource;
}

/** Information schemas: tables of values that were read from the documents (SCHEMA-09). */
export const SchemasSection = ({ base, renderSource }: SchemasSectionProps) => {
  const [schemaId, setSchemaId] = useUrlState('schema', '', { isPlace: true });
  return schemaId === '' ? (
    <SchemaList knowledgeBaseId={base.knowledgeBaseId} onOpen={setSchemaId} />
  ) : (
    <SchemaView key={schemaId} schemaId={schemaId} onOpen={setSchemaId} renderSource={renderSource} />
  );
};
