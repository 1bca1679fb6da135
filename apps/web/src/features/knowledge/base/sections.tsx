import type { KnowledgeBase } from '@atelier/contracts/knowledge-shapes';
import type { ReactNode } from 'react';
import { SourcesSection, WebsiteSection } from '../../sources/index.ts';
import { DocumentsSection } from '../documents/documents-section.tsx';
import { HistorySection } from '../retrieval/history-section.tsx';
import { RetrievalSection } from '../retrieval/retrieval-section.tsx';
import { SettingsSection } from '../settings/settings-section.tsx';

export interface Section {
  label: string;
  render: (base: KnowledgeBase) => ReactNode;
}

/** The sections of a knowledge base in their order, by the last part of the address (ROUTE-62). */
export const sections = new Map<string, Section>([
  ['documents', { label: 'Documents', render: (base) => <DocumentsSection base={base} /> }],
  ['import', { label: 'Import data', render: (base) => <SourcesSection base={base} /> }],
  ['website', { label: 'Website URL', render: (base) => <WebsiteSection base={base} /> }],
  ['retrieval', { label: 'Retrieval', render: (base) => <RetrievalSection base={base} /> }],
  ['history', { label: 'History', render: (base) => <HistorySection base={base} /> }],
  ['settings', { label: 'Settings', render: (base) => <SettingsSection base={base} /> }],
]);
