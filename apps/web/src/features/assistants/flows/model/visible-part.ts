import { type FlowLayout, type PlacedEdge, type PlacedNode, toEdgeBounds } from './flow-layout.ts';

export interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const touches = (a: Rectangle, b: Rectangle): boolean =>
  a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;

const toRectangle = ({ x, y, width, height }: PlacedNode): Rectangle => ({
  left: x,
  top: y,
  right: x + width,
  bottom: y + height,
});

/** The side on the screen of the cells in which the visible part is counted, so that panning by a few pixels draws nothing anew. */
const largestCell = 480;

/** Returns the side of a cell on the canvas. It doubles as the flow gets smaller, and stays the same while somebody zooms by a little. */
const cellAt = (zoom: number): number => largestCell * 2 ** Math.max(0, Math.floor(-Math.log2(zoom)));

/** Returns the part of the canvas that a window shows, enlarged to whole cells. `x`, `y` and `zoom` are those of the viewport. */
export const shownPart = (
  [x, y, zoom]: readonly [number, number, number],
  size: { width: number; height: number },
): Rectangle => {
  const cell = cellAt(zoom);
  return {
    left: Math.floor(-x / zoom / cell) * cell,
    top: Math.floor(-y / zoom / cell) * cell,
    right: Math.ceil((size.width - x) / zoom / cell) * cell,
    bottom: Math.ceil((size.height - y) / zoom / cell) * cell,
  };
};

/** Returns the nodes in a part of the canvas, and those next to the focused one, so that Tab finds them. The order stays. */
export const nodesIn = ({ nodes }: FlowLayout, part: Rectangle, focused: string | null): PlacedNode[] => {
  const at = focused === null ? -2 : nodes.findIndex(({ id }) => id === focused);
  return nodes.filter(
    (node, index) => (at >= 0 && Math.abs(index - at) <= 1) || touches(toRectangle(node), part),
  );
};

export const edgesIn = ({ edges }: FlowLayout, part: Rectangle): PlacedEdge[] =>
  edges.filter((edge) => touches(toEdgeBounds(edge), part));

const middle = ({ x, width }: PlacedNode) => x + width / 2;

/** The nodes that the arrow keys reach: up and down in reading order, left and right at about the same height. */
export const findNeighbour = (
  { nodes }: FlowLayout,
  id: string,
  direction: 'up' | 'down' | 'left' | 'right',
): PlacedNode | undefined => {
  const reachable = nodes.filter(({ kind }) => kind !== 'join' && kind !== 'start');
  const at = reachable.findIndex((node) => node.id === id);
  const from = reachable[at];
  if (from === undefined) return undefined;
  if (direction === 'up') return reachable[at - 1];
  if (direction === 'down') return reachable[at + 1];
  const side = direction === 'right' ? 1 : -1;
  const distance = (node: PlacedNode) => (middle(node) - middle(from)) * side;
  return reachable
    .filter((node) => distance(node) > 1 && node.y < from.y + from.height && from.y < node.y + node.height)
    .toSorted((a, b) => distance(a) - distance(b))[0];
};

/** Returns how far a window must be moved to show a node with a margin; zero when it is shown. */
export const panTo = (
  node: PlacedNode,
  [x, y, zoom]: readonly [number, number, number],
  size: { width: number; height: number },
): { x: number; y: number } => {
  const margin = 80;
  const shift = (start: number, length: number, room: number): number => {
    if (start < margin) return margin - start;
    const over = start + length - (room - margin);
    return over > 0 ? -Math.min(over, start - margin) : 0;
  };
  return {
    x: x + shift(node.x * zoom + x, node.width * zoom, size.width),
    y: y + shift(node.y * zoom + y, node.height * zoom, size.height),
  };
};
