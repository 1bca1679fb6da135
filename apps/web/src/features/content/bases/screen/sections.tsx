import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import type { ReactNode } from 'react';
import { DocumentPanel, DocumentsSection } from '../../documents/index.ts';
import { GraphSection } from '../../graph/index.ts';
import { SchemasSection } from '../../schemas/index.ts';
import { HistorySection, RetrievalSection } from '../../search/index.ts';
import { OriginField, parseOrigin, SourcesSection, WebsiteSection } from '../../sources/index.ts';
import { IndexVersionsSection } from '../../versions/index.ts';
import { SettingsSection } from '../settings/settings-section.tsx';

export interface Section {
  label: string;
  render: (base: KnowledgeBase) => ReactNode;
}

/** The sections of a knowledge base by the last part of their address, in order (ROUTE-62). */
export const sections = new Map<string, Section>([
  [
    'documents',
    {
      label: 'Documents',
      render: (base) => <DocumentsSection base={base} origin={{ parse: parseOrigin, Field: OriginField }} />,
    },
  ],
  ['import', { label: 'Import data', render: (base) => <SourcesSection base={base} /> }],
  ['website', { label: 'Website URL', render: (base) => <WebsiteSection base={base} /> }],
  ['retrieval', { label: 'Retrieval', render: (base) => <RetrievalSection base={base} /> }],
  ['history', { label: 'History', render: (base) => <HistorySection base={base} /> }],
  [
    'graph',
    {
      label: 'Graph',
      render: (base) => (
        <GraphSection
          base={base}
          renderSource={(position, onClose) => (
            <DocumentPanel importId={position?.importId} mark={position?.span} onClose={onClose} />
          )}
        />
      ),
    },
  ],
  ['index', { label: 'Index', render: (base) => <IndexVersionsSection base={base} /> }],
  [
    'schemas',
    {
      label: 'Schemas',
      render: (base) => (
        <SchemasSection
          base={base}
          renderSource={(position, onClose) => (
            <DocumentPanel importId={position?.importId} mark={position?.span} onClose={onClose} />
          )}
        />
      ),
    },
  ],
  ['settings', { label: 'Settings', render: (base) => <SettingsSection base={base} /> }],
]);

export interface SectionGroup {
  label: string;
  /** Sections by the last part of their address, in order, with their short names inside the group. */
  sections: readonly (readonly [id: string, label: string])[];
}

/** The nine sections in four groups, so that the first bar of tabs stays short. */
export const sectionGroups: readonly SectionGroup[] = [
  {
    label: 'Documents',
    sections: [
      ['documents', 'All documents'],
      ['import', 'Import data'],
      ['website', 'Website URL'],
    ],
  },
  {
    label: 'Retrieval',
    sections: [
      ['retrieval', 'Ask'],
      ['history', 'History'],
    ],
  },
  {
    label: 'Structure',
    sections: [
      ['graph', 'Graph'],
      ['schemas', 'Schemas'],
    ],
  },
  {
    label: 'Settings',
    sections: [
      ['settings', 'General'],
      ['index', 'Index'],
    ],
  },
];
