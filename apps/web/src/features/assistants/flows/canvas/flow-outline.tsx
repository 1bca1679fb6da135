import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import type { CardView } from '../model/card-view.ts';
import type { FlowLayout, PlacedNode } from '../model/flow-layout.ts';
import classes from './canvas.module.css';
import type { CanvasActions } from './canvas-actions.ts';
import { plusLabelFor } from './plus-label.ts';

interface FlowOutlineProps {
  label: string;
  layout: FlowLayout;
  views: ReadonlyMap<string, CardView>;
  selected: string | null;
  actions: CanvasActions;
}

/** Counts the loops and branches around each node. A branch opens one level, and the end of its step closes it. */
const computeLevels = ({ nodes }: FlowLayout): number[] => {
  const open: string[] = [];
  return nodes.map(({ kind, name }) => {
    if (kind === 'join') {
      open.splice(open.lastIndexOf(name));
      return open.length;
    }
    if (kind !== 'branch') return open.length;
    const at = open.lastIndexOf(name);
    if (at < 0) open.push(name);
    else open.splice(at + 1);
    return open.length - 1;
  });
};

const Line = ({
  node,
  view,
  ...props
}: { node: PlacedNode; view: CardView } & Pick<FlowOutlineProps, 'selected' | 'actions'>) => {
  const { Icon } = view;
  return (
    <button
      type="button"
      className={node.kind === 'branch' ? classes.lineBranch : classes.line}
      data-skipped={view.isSkipped || undefined}
      data-state={view.run?.state}
      aria-pressed={node.id === props.selected}
      onClick={() => props.actions.open(node.id)}
    >
      {node.kind === 'branch' ? null : <Icon size={18} stroke={1.75} aria-hidden="true" />}
      <span className="stack min-0 grow">
        <span className={classes.title}>{view.title}</span>
        {node.kind === 'branch' ? null : (
          <span className="muted tiny truncate">{view.problem ?? view.run?.words ?? view.subtitle}</span>
        )}
      </span>
      {view.problem === undefined ? null : (
        <IconAlertTriangle className="warning" size={16} aria-label="Has a problem" />
      )}
    </button>
  );
};

/** A flow as a list that can be read and edited where there is no room for the canvas. */
export const FlowOutline = ({ label, layout, views, selected, actions }: FlowOutlineProps) => {
  const levels = computeLevels(layout);
  return (
    <ol className="stack-2 bare" aria-label={label}>
      {layout.nodes.map((node, index) => {
        const view = views.get(node.id) ?? views.get(node.name);
        if (view === undefined) return null;
        const { kind, plus } = node;
        const isEnd = kind === 'join' || kind === 'start';
        return (
          <li
            key={node.id}
            className={`line-2 min-0 ${classes.outlineItem}`}
            data-level={Math.min(levels[index] ?? 0, 8)}
          >
            {isEnd ? (
              <span className="muted tiny grow">{kind === 'join' ? `End of ${view.title}` : 'Then'}</span>
            ) : (
              <Line node={node} view={view} selected={selected} actions={actions} />
            )}
            {plus && actions.edit ? (
              <ActionIcon
                variant="default"
                size="lg"
                aria-label={plusLabelFor(node, view.title)}
                onClick={(event) => actions.edit?.add(plus, event.currentTarget)}
              >
                <IconPlus size={16} />
              </ActionIcon>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
};
