import { ViewportPortal } from '@xyflow/react';
import { memo } from 'react';
import { type PlacedEdge, pathOfEdge } from '../model/flow-layout.ts';
import classes from './canvas.module.css';

interface EdgeLayerProps {
  edges: readonly PlacedEdge[];
  /** The nodes that a run reached. */
  reached: ReadonlySet<string>;
}

/** All lines, in one drawing behind the nodes. */
export const EdgeLayer = memo(({ edges, reached }: EdgeLayerProps) => (
  <ViewportPortal>
    <svg className={classes.edges} aria-hidden="true">
      <title>Lines between the steps</title>
      {edges.map((edge) => (
        <path
          key={edge.id}
          d={pathOfEdge(edge)}
          data-turn={edge.turn}
          data-reached={reached.has(edge.target) || undefined}
        />
      ))}
    </svg>
  </ViewportPortal>
));
