import type { Flow, FlowStep } from '@atelier/contracts/assistants/flows/flow-model';
import { listBodies } from '@atelier/flows';
import type { Place } from '@atelier/flows/operations';

/** Sizes on the canvas in its own pixels. `gap` lies below every node, and holds the button that adds a step there. */
export const sizes = { width: 264, height: 64, label: 28, join: 10, gap: 56, column: 48 } as const;

export interface PlacedNode {
  id: string;
  kind: 'trigger' | 'start' | 'step' | 'branch' | 'join';
  /** The name of the step or trigger that it belongs to. */
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** The place to which the button below the node adds. */
  plus: Place | null;
}

interface Point {
  x: number;
  y: number;
}
export interface PlacedEdge {
  id: string;
  from: Point;
  to: Point;
  /** The node that it leads to. */
  target: string;
  /** The point at which a line turns aside: just below its start, just above its end, or back to the start of a loop. */
  turn: 'early' | 'late' | 'back';
}

export interface FlowLayout {
  /** In reading order, which the keyboard follows. */
  nodes: PlacedNode[];
  edges: PlacedEdge[];
  width: number;
  height: number;
}

interface Size {
  width: number;
  height: number;
}
interface Block extends Size {
  columns: Size[];
}

const { width: cardWidth, height: cardHeight, label, join, gap, column } = sizes;

/** Yields the steps of one chain, without those inside them. */
export function* chainFrom(flow: Pick<Flow, 'steps'>, first: string | null): Generator<FlowStep> {
  let step = first === null ? undefined : flow.steps[first];
  while (step) {
    yield step;
    step = step.next === null ? undefined : flow.steps[step.next];
  }
}

const measureChains = (flow: Flow): { blocks: Map<string, Block>; main: Size } => {
  const blocks = new Map<string, Block>();
  const chain = (first: string | null): Size => {
    const size: Size = { width: cardWidth, height: 0 };
    for (const step of chainFrom(flow, first)) {
      const { width, height } = block(step);
      size.width = Math.max(size.width, width);
      size.height += height + gap;
    }
    return size;
  };
  const block = (step: FlowStep): Block => {
    const columns = listBodies(step).map(chain);
    const inner = Math.max(0, ...columns.map(({ height }) => height));
    const widths = columns.reduce((sum, { width }) => sum + width, column * (columns.length - 1));
    const height = columns.length === 0 ? cardHeight : cardHeight + gap + label + gap + inner + join;
    const isLoop = columns.length > 0 && !('branches' in step);
    const measured = { width: Math.max(cardWidth, widths) + (isLoop ? 2 * column : 0), height, columns };
    blocks.set(step.name, measured);
    return measured;
  };
  return { main: chain(flow.first), blocks };
};

/** Collects nodes and edges while the flow is walked once, from top to bottom. */
class Drawing {
  readonly nodes: PlacedNode[] = [];
  readonly edges: PlacedEdge[] = [];
  readonly flow: Flow;
  readonly blocks: Map<string, Block>;
  constructor(flow: Flow, blocks: Map<string, Block>) {
    this.flow = flow;
    this.blocks = blocks;
  }

  /** Adds a node whose top is centred on a point. Returns the middle of its lower edge. */
  add(node: Omit<PlacedNode, 'x' | 'y'>, top: Point): Point {
    this.nodes.push({ ...node, x: top.x - node.width / 2, y: top.y });
    return { x: top.x, y: top.y + node.height };
  }

  line(from: Point, to: Point, target: string, turn: PlacedEdge['turn'] = 'early'): void {
    this.edges.push({ id: `${from.x},${from.y}>${target}`, from, to, target, turn });
  }

  /** Draws a chain whose first line begins at a point. Returns the end of the last node. */
  chain(first: string | null, from: Point): Point {
    let end = from;
    for (const step of chainFrom(this.flow, first)) {
      const top = { x: end.x, y: end.y + gap };
      this.line(end, top, step.name);
      end = this.step(step, top);
    }
    return end;
  }

  step(step: FlowStep, top: Point): Point {
    const { name } = step;
    const columns = this.blocks.get(name)?.columns ?? [];
    const plus: Place | null = columns.length === 0 ? { after: name } : null;
    const card = { id: name, kind: 'step' as const, name, plus };
    const bottom = this.add({ ...card, width: cardWidth, height: cardHeight }, top);
    return columns.length === 0 ? bottom : this.columns(step, columns, bottom);
  }

  columns(step: FlowStep, columns: Size[], from: Point): Point {
    const { name } = step;
    const total = columns.reduce((sum, { width }) => sum + width, column * (columns.length - 1));
    const inner = Math.max(0, ...columns.map(({ height }) => height));
    const end = { x: from.x, y: from.y + gap + label + gap + inner };
    let left = from.x - total / 2;
    for (const [index, first] of listBodies(step).entries()) {
      const width = columns[index]?.width ?? cardWidth;
      this.column({ step, index, first }, { x: left + width / 2, y: from.y + gap }, { from, end });
      left += width + column;
    }
    const plus: Place = { after: name };
    const node = { id: `${name}#end`, kind: 'join' as const, name, plus };
    return this.add({ ...node, width: join, height: join }, end);
  }

  column(
    { step, index, first }: { step: FlowStep; index: number; first: string | null },
    top: Point,
    { from, end }: { from: Point; end: Point },
  ): void {
    const id = `${step.name}#${index}`;
    const plus: Place = { inside: step.name, body: index };
    this.line(from, top, id);
    const node = { id, kind: 'branch' as const, name: step.name, plus };
    const head = this.add({ ...node, width: cardWidth, height: label }, top);
    const last = this.chain(first, head);
    this.line(last, end, `${step.name}#end`, 'late');
    if ('branches' in step) return;
    const width = this.blocks.get(step.name)?.width ?? cardWidth;
    const back = { x: top.x - width / 2 + column / 2, y: top.y + label / 2 };
    this.line({ ...last, y: end.y - gap / 2 }, back, id, 'back');
  }
}

const drawTriggers = (drawing: Drawing, { triggers }: Flow): Point => {
  const isAlone = triggers.length === 1;
  const total = triggers.length * (cardWidth + column) - column;
  const ends = triggers.map(({ name }, index) =>
    drawing.add(
      {
        id: name,
        kind: 'trigger',
        name,
        width: cardWidth,
        height: cardHeight,
        plus: isAlone ? { after: null } : null,
      },
      { x: (cardWidth + column) * index + cardWidth / 2 - total / 2, y: 0 },
    ),
  );
  const [alone] = ends;
  if (isAlone && alone) return alone;
  const top = { x: 0, y: cardHeight + gap };
  for (const end of ends) drawing.line(end, top, '#start', 'late');
  const start = { id: '#start', kind: 'start' as const, name: 'trigger' };
  return drawing.add({ ...start, plus: { after: null }, width: join, height: join }, top);
};

/**
 * Places a flow as a tree, from top to bottom around x = 0. Loops and branches nest, so the work is proportional to the steps; only the
 * nesting is recursive, and the model bounds it.
 */
export const layoutFlow = (flow: Flow): FlowLayout => {
  const { blocks, main } = measureChains(flow);
  const drawing = new Drawing(flow, blocks);
  const end = drawing.chain(flow.first, drawTriggers(drawing, flow));
  const width = Math.max(main.width, flow.triggers.length * (cardWidth + column) - column);
  return { nodes: drawing.nodes, edges: drawing.edges, width, height: end.y + gap };
};

/** The rectangle that a line stays in. */
export const toEdgeBounds = ({ from, to }: PlacedEdge) => ({
  left: Math.min(from.x, to.x),
  right: Math.max(from.x, to.x),
  top: Math.min(from.y, to.y),
  bottom: Math.max(from.y, to.y),
});

const radius = 10;

/** A line down, aside and down again, with round corners. */
const elbow = (from: Point, to: Point, turnY: number): string => {
  if (from.x === to.x) return `M${from.x} ${from.y}V${to.y}`;
  const side = to.x > from.x ? 1 : -1;
  const r = Math.min(radius, Math.abs(to.x - from.x) / 2);
  return [
    `M${from.x} ${from.y}V${turnY - r}`,
    `Q${from.x} ${turnY} ${from.x + r * side} ${turnY}`,
    `H${to.x - r * side}`,
    `Q${to.x} ${turnY} ${to.x} ${turnY + r}`,
    `V${to.y}`,
  ].join('');
};

/** A line from the end of a loop to the left, up, and into its start. */
const backwards = (from: Point, to: Point): string =>
  [
    `M${from.x} ${from.y}H${to.x + radius}`,
    `Q${to.x} ${from.y} ${to.x} ${from.y - radius}`,
    `V${to.y + radius}`,
    `Q${to.x} ${to.y} ${to.x + radius} ${to.y}`,
    `H${from.x - cardWidth / 2}`,
  ].join('');

/** Returns the SVG path of a line. */
export const pathOfEdge = ({ from, to, turn }: PlacedEdge): string =>
  turn === 'back'
    ? backwards(from, to)
    : elbow(from, to, turn === 'early' ? from.y + gap / 2 : to.y - gap / 2);
