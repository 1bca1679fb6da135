import type { GraphView } from '@atelier/contracts/content/graph/graph-shapes';
import { ActionIcon } from '@mantine/core';
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Drawing } from './draw-graph.ts';
import classes from './graph.module.css';

/** Checks for WebGL before the library is loaded, because the library fails without it. */
const hasWebGl = (): boolean => {
  if (!('WebGL2RenderingContext' in window)) return false;
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
};

const zooms = [
  { to: 'in', label: 'Zoom in', Icon: IconPlus },
  { to: 'out', label: 'Zoom out', Icon: IconMinus },
  { to: 'all', label: 'Show the whole graph', Icon: IconMaximize },
] as const;

/** Buttons that zoom, for users without a wheel or touch screen. */
const Zooms = ({ drawing }: { drawing: Drawing }) => (
  <div className={`stack-1 absolute ${classes.zooms}`} role="group" aria-label="Zoom">
    {zooms.map(({ to, label, Icon }) => (
      <ActionIcon
        key={to}
        variant="default"
        aria-label={label}
        title={label}
        onClick={() => drawing.zoom(to)}
      >
        <Icon size={18} />
      </ActionIcon>
    ))}
  </div>
);

interface GraphCanvasProps {
  view: GraphView;
  selected: string;
  onSelect: (entityId: string) => void;
}

/** The drawing of the graph. It is hidden from screen readers, because the list next to it offers the same. */
export const GraphCanvas = ({ view, selected, onSelect }: GraphCanvasProps) => {
  const container = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<Drawing>();
  const [canDraw] = useState(hasWebGl);
  const select = useRef(onSelect);
  useEffect(() => {
    select.current = onSelect;
  });
  // The drawing lives outside React. Its code is loaded when a graph is first shown.
  useEffect(() => {
    const box = container.current;
    if (!box || !canDraw) return undefined;
    let drawn: Drawing | undefined;
    let isGone = false;
    void import('./draw-graph.ts').then(({ drawGraph }) => {
      if (isGone) return;
      drawn = drawGraph(box, view, (entityId) => select.current(entityId));
      setDrawing(drawn);
    });
    return () => {
      isGone = true;
      setDrawing(undefined);
      drawn?.end();
    };
  }, [view, canDraw]);
  useEffect(() => drawing?.mark(selected), [selected, drawing]);
  return (
    <>
      <div ref={container} className={`sunken ${classes.canvas}`} aria-hidden="true" data-drawing />
      {drawing ? <Zooms drawing={drawing} /> : null}
      {canDraw ? null : (
        <p className={`text-center absolute ${classes.noDrawing}`} role="note">
          This browser cannot draw the graph (WebGL is off). The list holds the same entities.
        </p>
      )}
    </>
  );
};
