import '@xyflow/react/dist/base.css';
import type { FlowNote } from '@atelier/contracts/assistants/flows/flow-model';
import { ActionIcon } from '@mantine/core';
import { IconArrowsMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import {
  Background,
  BackgroundVariant,
  type Node,
  type NodeChange,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
  useStoreApi,
} from '@xyflow/react';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { CardView } from '../model/card-view.ts';
import type { FlowLayout, PlacedNode } from '../model/flow-layout.ts';
import { edgesIn, findNeighbour, nodesIn, panTo, type Rectangle, shownPart } from '../model/visible-part.ts';
import classes from './canvas.module.css';
import { type CanvasActions, CanvasActionsContext, useSteadyActions } from './canvas-actions.ts';
import { EdgeLayer } from './edge-layer.tsx';
import { type NoteData, NoteNode, type StepData, StepNode } from './nodes.tsx';
import { plusLabelFor } from './plus-label.ts';

type CanvasNode = Node<StepData, 'step'> | Node<NoteData, 'note'>;

/** React Flow draws all nodes anew when this object changes. */
const nodeTypes = { step: StepNode, note: NoteNode };
const minZoom = 0.1;
const maxZoom = 1.5;
const noNotes: readonly FlowNote[] = [];

export interface FlowCanvasProps {
  label: string;
  layout: FlowLayout;
  /** The content of the cards, by the ids of their nodes. */
  views: ReadonlyMap<string, CardView>;
  notes?: readonly FlowNote[];
  selected: string | null;
  /** The node to focus; a new object focuses it again. */
  focus: { id: string } | null;
  actions: CanvasActions;
  /** Further content above the canvas, such as a legend. */
  children?: ReactNode;
}

const arrows: Record<string, 'up' | 'down' | 'left' | 'right'> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

const stepNode = (placed: PlacedNode, data: StepData): CanvasNode => ({
  id: placed.id,
  type: 'step',
  position: { x: placed.x, y: placed.y },
  width: placed.width,
  height: placed.height,
  draggable: false,
  data,
});

const noteNode = (
  note: FlowNote,
  isDraggable: boolean,
  moved: { x: number; y: number } | undefined,
): CanvasNode => ({
  id: `note:${note.id}`,
  type: 'note',
  position: moved ?? { x: note.x, y: note.y },
  width: note.width,
  height: note.height,
  draggable: isDraggable,
  zIndex: -1,
  data: { note },
});

/** The visible part changes with whole cells, so that panning draws nothing anew most of the time. */
const useShownPart = (): Rectangle => {
  const key = useStore(({ transform, width, height }) =>
    JSON.stringify(shownPart(transform, { width, height })),
  );
  return useMemo(() => JSON.parse(key) as Rectangle, [key]);
};

/** Moves the window when a node outside it is focused. */
const usePanToFocus = (layout: FlowLayout) => {
  const store = useStoreApi();
  const { setViewport } = useReactFlow();
  return (id: string) => {
    const node = layout.nodes.find((it) => it.id === id);
    const { transform, width, height, domNode } = store.getState();
    // The browser scrolls a focused element into view, but here only the viewport may move.
    domNode?.scrollTo(0, 0);
    if (node === undefined || width === 0) return;
    const next = panTo(node, transform, { width, height });
    if (next.x !== transform[0] || next.y !== transform[1]) void setViewport({ ...next, zoom: transform[2] });
  };
};

/** The positions of notes while they are dragged, before the flow has them. */
const useMovedNotes = (actions: CanvasActions) => {
  const [moved, setMoved] = useState<Record<string, { x: number; y: number }>>({});
  const onNodesChange = (changes: NodeChange<CanvasNode>[]) => {
    for (const change of changes) {
      if (change.type !== 'position' || change.position === undefined) continue;
      const { id, position } = change;
      setMoved((before) => ({ ...before, [id]: position }));
    }
  };
  const onNodeDragStop = (_: unknown, node: CanvasNode) => {
    if (node.type !== 'note') return;
    actions.edit?.changeNote(node.data.note.id, {
      x: Math.round(node.position.x),
      y: Math.round(node.position.y),
    });
  };
  return { moved, onNodesChange, onNodeDragStop };
};

const Controls = ({ layout }: { layout: FlowLayout }) => {
  const { zoomIn, zoomOut, setViewport } = useReactFlow();
  const store = useStoreApi();
  const fit = () => {
    const { width, height } = store.getState();
    const zoom = Math.max(minZoom, Math.min(1, width / (layout.width + 120), height / (layout.height + 80)));
    void setViewport({ x: width / 2, y: 40, zoom });
  };
  return (
    <Panel position="bottom-left" className="flex flex-column gap-1">
      <ActionIcon variant="default" aria-label="Zoom in" onClick={() => void zoomIn()}>
        <IconPlus size={16} />
      </ActionIcon>
      <ActionIcon variant="default" aria-label="Zoom out" onClick={() => void zoomOut()}>
        <IconMinus size={16} />
      </ActionIcon>
      <ActionIcon variant="default" aria-label="Show the whole flow" onClick={fit}>
        <IconArrowsMaximize size={16} />
      </ActionIcon>
    </Panel>
  );
};

const Canvas = (props: FlowCanvasProps) => {
  const { label, layout, views, notes = noNotes, selected, focus, actions, children } = props;
  const part = useShownPart();
  const panToFocus = usePanToFocus(layout);
  const { moved, onNodesChange, onNodeDragStop } = useMovedNotes(actions);
  const [request, setRequest] = useState({ id: '', count: 0 });
  const requestFocus = (id: string) => {
    panToFocus(id);
    setRequest(({ count }) => ({ id, count: count + 1 }));
  };
  const handled = useRef<typeof focus>(null);
  // The focus is outside React: the builder asks for it after it added, moved or found a step.
  useEffect(() => {
    if (focus === null || focus === handled.current) return;
    handled.current = focus;
    requestFocus(focus.id);
  });

  const placed = useMemo(
    () => nodesIn(layout, part, request.id === '' ? selected : request.id),
    [layout, part, request.id, selected],
  );
  const edges = useMemo(() => edgesIn(layout, part), [layout, part]);
  const reached = useMemo(
    () => new Set([...views].flatMap(([id, { run }]) => (run === undefined ? [] : [id]))),
    [views],
  );
  const nodes = [
    ...notes.map((note) => noteNode(note, actions.edit !== undefined, moved[`note:${note.id}`])),
    ...placed.flatMap((node) => {
      const view = views.get(node.id) ?? views.get(node.name);
      if (view === undefined) return [];
      return stepNode(node, {
        placed: node,
        view,
        plusLabel: plusLabelFor(node, view.title),
        isSelected: node.id === selected,
        focus: node.id === request.id ? request.count : 0,
      });
    }),
  ];

  const onKeyDown = (id: string, event: KeyboardEvent) => {
    if (actions.edit?.press(id, event)) return event.preventDefault();
    const direction = arrows[event.key];
    if (direction === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = findNeighbour(layout, id, direction);
    if (next) requestFocus(next.id);
  };
  const onFocus = (id: string) => {
    if (id === request.id) return;
    panToFocus(id);
    setRequest({ id, count: 0 });
  };

  const steady = useSteadyActions({ ...actions, onKeyDown, onFocus });

  return (
    <CanvasActionsContext value={steady}>
      <section className={classes.canvas} aria-label={label}>
        <ReactFlow<CanvasNode>
          nodes={nodes}
          nodeTypes={nodeTypes}
          onNodesChange={onNodesChange}
          onNodeDragStop={onNodeDragStop}
          minZoom={minZoom}
          maxZoom={maxZoom}
          panOnScroll
          nodesConnectable={false}
          nodesFocusable={false}
          elementsSelectable={false}
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          disableKeyboardA11y
          zoomOnDoubleClick={false}
        >
          <Background variant={BackgroundVariant.Dots} gap={24} size={1} />
          <EdgeLayer edges={edges} reached={reached} />
          <Controls layout={layout} />
          {children}
        </ReactFlow>
      </section>
    </CanvasActionsContext>
  );
};

/** Puts the first trigger into the upper middle of the window, once its size is known. */
const Centred = () => {
  const width = useStore((state) => state.width);
  const { setViewport } = useReactFlow();
  const isDone = useRef(false);
  // The viewport belongs to React Flow.
  useEffect(() => {
    if (width === 0 || isDone.current) return;
    isDone.current = true;
    void setViewport({ x: width / 2, y: 56, zoom: 1 });
  }, [width, setViewport]);
  return null;
};

/** A flow as a tree of cards: to edit with `actions.edit`, otherwise to look at, such as a run. */
export const FlowCanvas = (props: FlowCanvasProps) => (
  <ReactFlowProvider>
    <Canvas {...props}>
      <Centred />
      {props.children}
    </Canvas>
  </ReactFlowProvider>
);
