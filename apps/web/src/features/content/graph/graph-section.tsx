import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import type { GraphState } from '@atelier/contracts/content/graph/graph-shapes';
import type { ReactNode } from 'react';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { isBuilding, useGraphState } from './api.ts';
import { BuildPanel } from './build-panel.tsx';
import { BuildProgress } from './build-progress.tsx';
import { Explorer } from './explorer.tsx';
import classes from './graph.module.css';

/** A position in a document. */
export interface GraphPosition {
  importId: string;
  span: { start: number; end: number };
}

/** Renders a document at a position. The feature that owns documents provides it. */
export type RenderSource = (position: GraphPosition | undefined, onClose: () => void) => ReactNode;

interface GraphSectionProps {
  base: Pick<KnowledgeBase, 'knowledgeBaseId'>;
  renderSource: RenderSource;
}

const hasGraph = ({ counts, status }: GraphState): boolean => counts.entities > 0 && status !== 'NONE';

/** The knowledge graph of a knowledge base. Its price is shown before it is built; then it can be explored. */
export const GraphSection = ({ base: { knowledgeBaseId: id }, renderSource }: GraphSectionProps) => {
  const query = useGraphState(id);
  return (
    <QueryView query={query} skeleton="cards" errorTitle="The graph could not be opened">
      {(state) => (
        <div className="stack-6 min-0">
          <div role="group" aria-label="Building the graph" className={classes.build}>
            {isBuilding(state.status) ? (
              <BuildProgress id={id} state={state} />
            ) : (
              <BuildPanel key={`${state.status} ${state.chunks.total}`} id={id} state={state} />
            )}
          </div>
          {hasGraph(state) ? (
            <Explorer key={state.builtAt} id={id} state={state} renderSource={renderSource} />
          ) : null}
        </div>
      )}
    </QueryView>
  );
};
