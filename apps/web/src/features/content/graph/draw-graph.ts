import type { GraphView } from '@atelier/contracts/content/graph/graph-shapes';
import { UndirectedGraph } from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import Sigma from 'sigma';
import type { NodeHoverDrawingFunction } from 'sigma/rendering';
import classes from './graph.module.css';
import { nodeRadius } from './model/graph-words.ts';

export interface Drawing {
  /** Highlights an entity; '' highlights none. */
  mark: (entityId: string) => void;
  zoom: (to: 'in' | 'out' | 'all') => void;
  end: () => void;
}

/** Reads the current colours of the stylesheet, light or dark, because WebGL cannot read CSS variables. */
const readColours = (box: HTMLElement) => {
  const probe = document.createElement('span');
  probe.className = classes.dot ?? '';
  box.append(probe);
  const read = (name: string, value: string) => {
    probe.dataset[name] = value;
    const colour = getComputedStyle(probe).color;
    delete probe.dataset[name];
    return colour;
  };
  const text = read('part', 'text');
  const surface = read('part', 'surface');
  const line = read('part', 'line');
  const faint = read('part', 'faint');
  const types = new Map<string, string>();
  const ofType = (type: string) => {
    const known = types.get(type);
    if (known !== undefined) return known;
    box.append(probe);
    const colour = read('type', type);
    types.set(type, colour);
    probe.remove();
    return colour;
  };
  probe.remove();
  return { text, surface, line, faint, ofType };
};

type Colours = ReturnType<typeof readColours>;

const layoutRounds = 300;
const zoomMs = 200;
const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

const layOut = (view: GraphView, colours: Colours): UndirectedGraph => {
  const graph = new UndirectedGraph();
  view.nodes.forEach(({ entityId, name, type, mentions }, at) => {
    // The layout starts from a spiral instead of at random, so that the same view always looks the same.
    const angle = at * 2.399963;
    const away = Math.sqrt(at + 1);
    graph.addNode(entityId, {
      x: away * Math.cos(angle),
      y: away * Math.sin(angle),
      size: nodeRadius(mentions),
      label: name,
      color: colours.ofType(type),
    });
  });
  for (const { sourceId, targetId, weight } of view.edges)
    graph.mergeEdge(sourceId, targetId, {
      weight,
      size: Math.min(4, 0.6 + weight / 2),
      color: colours.line,
    });
  forceAtlas2.assign(graph, {
    iterations: layoutRounds,
    // These settings move groups apart, so that they can be told apart.
    settings: { ...forceAtlas2.inferSettings(graph), linLogMode: true, gravity: 0.3 },
  });
  return graph;
};

/** Draws the name of the node under the pointer on a background. The library's own is white even in dark mode. */
const drawHoverLabel =
  ({ text, surface }: Colours): NodeHoverDrawingFunction =>
  (context, { x, y, size, label }, settings) => {
    const font = `${settings.labelSize}px ${settings.labelFont}`;
    context.font = font;
    const width = context.measureText(label ?? '').width;
    context.fillStyle = surface;
    context.fillRect(x, y - settings.labelSize, size + width + 12, settings.labelSize * 2);
    context.beginPath();
    context.arc(x, y, size + 3, 0, Math.PI * 2);
    context.fill();
    context.fillStyle = text;
    context.fillText(label ?? '', x + size + 6, y + settings.labelSize / 3);
  };

/** Draws the graph into the box. Requires WebGL. */
export const drawGraph = (
  box: HTMLElement,
  view: GraphView,
  onSelect: (entityId: string) => void,
): Drawing => {
  const colours = readColours(box);
  const graph = layOut(view, colours);
  let marked = '';
  const isNear = (node: string) => marked === '' || node === marked || graph.areNeighbors(node, marked);
  const sigma = new Sigma(graph, box, {
    labelColor: { color: colours.text },
    labelFont: getComputedStyle(box).fontFamily,
    labelSize: 13,
    labelRenderedSizeThreshold: 6,
    // Names are drawn to the right of their nodes.
    stagePadding: 56,
    defaultDrawNodeHover: drawHoverLabel(colours),
    nodeReducer: (node, data) => (isNear(node) ? data : { ...data, color: colours.faint, label: null }),
    edgeReducer: (edge, data) => ({
      ...data,
      hidden: marked !== '' && !graph.extremities(edge).includes(marked),
    }),
    allowInvalidContainer: true,
  });
  sigma.on('clickNode', ({ node }) => onSelect(node));
  return {
    mark: (entityId) => {
      marked = graph.hasNode(entityId) ? entityId : '';
      sigma.refresh({ skipIndexation: true });
    },
    zoom: (to) => {
      const camera = sigma.getCamera();
      const done = { in: camera.animatedZoom, out: camera.animatedUnzoom, all: camera.animatedReset }[to];
      void done.call(camera, { duration: isStill() ? 0 : zoomMs });
    },
    end: () => sigma.kill(),
  };
};
