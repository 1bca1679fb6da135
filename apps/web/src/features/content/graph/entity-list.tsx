import { Button } from '@mantine/core';
import { formatCount } from '../../../lib/format.ts';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { type GraphFilter, useEntities } from './api.ts';
import classes from './graph.module.css';
import { typeNames } from './model/graph-words.ts';

interface EntityListProps {
  id: string;
  filter: GraphFilter;
  selected: string;
  onSelect: (entityId: string) => void;
}

/** The same entities as a list, for keyboards, screen readers and small screens. */
export const EntityList = ({ id, filter, selected, onSelect }: EntityListProps) => {
  const { query, rows, more } = useEntities(id, filter);
  return (
    <section className={`stack-3 content-start pad-3 ${classes.list}`} aria-label="Entities">
      <QueryView
        query={query}
        isEmpty={() => rows.length === 0}
        empty={<p className="note break-anywhere">Nothing fits. Please search for something else.</p>}
        errorTitle="The entities could not be listed"
      >
        {() => (
          <>
            <ul>
              {rows.map((row) => (
                <li key={row.entityId}>
                  <button
                    type="button"
                    className={`row-1-2 rounded text-start ${classes.entity}`}
                    aria-current={row.entityId === selected || undefined}
                    onClick={() => onSelect(row.entityId)}
                  >
                    <span className={classes.dot} data-type={row.type} aria-hidden="true" />
                    <span className="break-anywhere medium">{row.name}</span>
                    <span className={`muted tiny ${classes.figure}`}>
                      {typeNames[row.type]}, {formatCount(row.mentions, 'chunk')}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {more.hasMore ? (
              <Button size="xs" variant="default" loading={more.isLoading} onClick={more.onMore}>
                Load more
              </Button>
            ) : null}
          </>
        )}
      </QueryView>
    </section>
  );
};
