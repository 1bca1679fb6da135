import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { useMay } from '../../../lib/account/session.ts';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useVersions } from './api.ts';
import { TrySettingsPanel } from './try-settings-panel.tsx';
import { VersionCard } from './version-card.tsx';

/**
 * Shows how the knowledge base is split, embedded and stored, and lets the user change that while searches continue (KB-04,
 * KB-05).
 */
export const IndexVersionsSection = ({ base }: { base: KnowledgeBase }) => {
  const query = useVersions(base.knowledgeBaseId);
  const may = useMay();
  return (
    <QueryView query={query} skeleton="table">
      {({ items, handwritten }) => (
        <div className="stack-4">
          <Panel
            title="Versions of the index"
            description="One version answers searches. The others are kept beside it."
          >
            <ul className="stack-4 bare">
              {items.map((version) => (
                <VersionCard
                  key={version.indexVersionId}
                  knowledgeBaseId={base.knowledgeBaseId}
                  version={version}
                  handwritten={handwritten}
                />
              ))}
            </ul>
          </Panel>
          {may('knowledge:write') ? (
            <TrySettingsPanel base={base} isBuilding={items.some(({ status }) => status === 'BUILDING')} />
          ) : null}
        </div>
      )}
    </QueryView>
  );
};
