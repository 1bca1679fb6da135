import type { GraphState, GraphView } from '@atelier/contracts/content/graph/graph-shapes';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { useUrlWords } from '../../../ui/behaviour/use-url-state.ts';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { type GraphFilter, useGraphView } from './api.ts';
import { AskGraph } from './ask-graph.tsx';
import { EntityList } from './entity-list.tsx';
import { EntityPanel } from './entity-panel.tsx';
import { FilterBar } from './filter-bar.tsx';
import classes from './graph.module.css';
import { GraphCanvas } from './graph-canvas.tsx';
import { GraphMenu } from './graph-menu.tsx';
import type { GraphPosition, RenderSource } from './graph-section.tsx';
import { parseEntityType, typeNames } from './model/graph-words.ts';

/** Shows the colour of each type. The drawing reads its colours from here. */
const Legend = ({ types }: Pick<GraphView, 'types'>) => (
  <ul className={`flat tiny pad-3-4 flex flex-wrap ${classes.legend}`} aria-label="Types">
    {types.map(({ type, entities }) => (
      <li className="line-2" key={type}>
        <span className={classes.dot} data-type={type} aria-hidden="true" />
        {typeNames[type]} <span className={`muted tiny ${classes.figure}`}>{entities}</span>
      </li>
    ))}
  </ul>
);

const words = ['entity', 'around', 'named', 'kind', 'of'] as const;

/** Reads the filter and the selected entity from the address. */
const useLook = () => {
  const [look, setLook] = useUrlWords(words);
  const filter: GraphFilter = {
    search: look.named,
    type: parseEntityType(look.kind),
    importId: look.of,
    around: look.around,
  };
  return { filter, entityId: look.entity, setLook };
};

interface DrawingProps {
  view: GraphView;
  selected: string;
  onSelect: (entityId: string) => void;
}

const Drawing = ({ view, selected, onSelect }: DrawingProps) => (
  <div className="min-0 relative">
    <GraphCanvas view={view} selected={selected} onSelect={onSelect} />
    <Legend types={view.types} />
  </div>
);

interface ExplorerProps {
  id: string;
  state: GraphState;
  renderSource: RenderSource;
}

/** Explores the graph: a drawing, the same entities as a list, and a panel with the details of one entity. */
export const Explorer = ({ id, state, renderSource }: ExplorerProps) => {
  const { filter, entityId, setLook } = useLook();
  const [position, setPosition] = useState<GraphPosition>();
  const query = useGraphView(id, filter);
  const select = (entity: string) => setLook({ entity });
  const { entities, relations, communities } = state.counts;
  return (
    <>
      <Panel
        title="Explore"
        description={`${formatCount(entities, 'entity', 'entities')}, ${formatCount(relations, 'relation')}, ${formatCount(communities, 'group')}`}
        actions={<GraphMenu id={id} state={state} />}
        flush
      >
        <FilterBar id={id} filter={filter} onChange={setLook} />
        {filter.around === '' ? null : (
          <p className={`line-3 flat small pad-3-4 ${classes.around}`}>
            An entity with its neighbours
            <Button
              size="xs"
              variant="default"
              leftSection={<IconX size={14} />}
              onClick={() => setLook({ around: '' })}
            >
              Show all
            </Button>
          </p>
        )}
        <div className={`stack ${classes.board}`}>
          <QueryView query={query} skeleton="cards" errorTitle="The graph could not be drawn">
            {(view) => <Drawing view={view} selected={entityId} onSelect={select} />}
          </QueryView>
          <EntityList id={id} filter={filter} selected={entityId} onSelect={select} />
        </div>
      </Panel>
      <AskGraph id={id} onEntity={select} onOpen={setPosition} />
      <EntityPanel
        id={id}
        entityId={entityId}
        isCovered={position !== undefined}
        onSelect={select}
        onAround={(around) => setLook({ around, entity: '' })}
        onOpen={setPosition}
      />
      {renderSource(position, () => setPosition(undefined))}
    </>
  );
};
