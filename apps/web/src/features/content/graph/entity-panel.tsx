import type { GraphEntity, GraphSource } from '@atelier/contracts/content/graph/graph-shapes';
import { Button } from '@mantine/core';
import { IconFileText, IconTopologyStar3 } from '@tabler/icons-react';
import { formatCount } from '../../../lib/format.ts';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { SidePanel } from '../../../ui/layout/side-panel.tsx';
import { useEntity } from './api.ts';
import { CorrectEntity } from './correct-entity.tsx';
import classes from './graph.module.css';
import type { GraphPosition } from './graph-section.tsx';
import { typeNames } from './model/graph-words.ts';

const Relations = ({ entity, onSelect }: { entity: GraphEntity; onSelect: (id: string) => void }) =>
  entity.relations.length === 0 ? null : (
    <section className={`stack-4 ${classes.stack}`}>
      <h3>Relations</h3>
      <ul className="stack-3 bare">
        {entity.relations.map(({ relationId, other, description }) => (
          <li key={relationId}>
            <button
              type="button"
              className={`row-1-2 rounded text-start ${classes.entity}`}
              onClick={() => onSelect(other.entityId)}
            >
              <span className={classes.dot} data-type={other.type} aria-hidden="true" />
              <span className="break-anywhere medium">{other.name}</span>
            </button>
            <p className="note break-anywhere">{description}</p>
          </li>
        ))}
      </ul>
    </section>
  );

const Sources = ({
  sources,
  onOpen,
}: {
  sources: GraphSource[];
  onOpen: (position: GraphPosition) => void;
}) => (
  <section className={`stack-4 ${classes.stack}`}>
    <h3>Where it is mentioned</h3>
    <ul className="stack-3 bare">
      {sources.map(({ chunkId, documentName, quote, knowledgeBaseImportId, start, end }) => (
        <li key={chunkId} className={`stack-2 items-start ${classes.source}`}>
          <blockquote>{quote}</blockquote>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFileText size={14} />}
            onClick={() => onOpen({ importId: knowledgeBaseImportId, span: { start, end } })}
          >
            {documentName}
          </Button>
        </li>
      ))}
    </ul>
  </section>
);

interface EntityPanelProps {
  id: string;
  /** Empty while the panel is closed. */
  entityId: string;
  /** True while a document covers the panel. */
  isCovered: boolean;
  onSelect: (entityId: string) => void;
  onAround: (entityId: string) => void;
  onOpen: (position: GraphPosition) => void;
}

/** Shows an entity with its relations and sources, and the actions that correct it. */
export const EntityPanel = ({ id, entityId, isCovered, onSelect, onAround, onOpen }: EntityPanelProps) => {
  const query = useEntity(id, entityId);
  const names = query.data?.aliases.slice(1) ?? [];
  return (
    <SidePanel
      opened={entityId !== ''}
      isCovered={isCovered}
      onClose={() => onSelect('')}
      title={query.data?.name ?? 'Entity'}
      footer={
        <Button
          variant="default"
          leftSection={<IconTopologyStar3 size={16} />}
          onClick={() => onAround(entityId)}
        >
          Show neighbours
        </Button>
      }
    >
      <div role="group" aria-label="Entity">
        <QueryView query={query} errorTitle="This entity could not be opened">
          {(entity) => (
            <div key={entity.entityId} className={`stack-4 min-0 ${classes.panel}`}>
              <p className="line-2 muted small">
                <span className={classes.dot} data-type={entity.type} aria-hidden="true" />
                {typeNames[entity.type]}, named in {formatCount(entity.mentions, 'chunk')}
                {entity.communityTitle === null ? '' : `, in the group “${entity.communityTitle}”`}
              </p>
              <p>{entity.description}</p>
              {names.length === 0 ? null : (
                <p className="note break-anywhere">
                  Also called <strong>{names.join(', ')}</strong>
                </p>
              )}
              <Relations entity={entity} onSelect={onSelect} />
              <Sources sources={entity.sources} onOpen={onOpen} />
              {entity.abilities['canCorrect'] ? (
                <CorrectEntity id={id} entity={entity} onDone={onSelect} />
              ) : null}
            </div>
          )}
        </QueryView>
      </div>
    </SidePanel>
  );
};
