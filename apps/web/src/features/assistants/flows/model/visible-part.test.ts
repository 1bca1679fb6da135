import { describe, expect, it } from 'vitest';
import type { FlowLayout, PlacedNode } from './flow-layout.ts';
import { edgesIn, findNeighbour, nodesIn, panTo, shownPart } from './visible-part.ts';

const node = (id: string, x: number, y: number, kind: PlacedNode['kind'] = 'step'): PlacedNode => ({
  id,
  kind,
  name: id,
  x,
  y,
  width: 100,
  height: 50,
  plus: null,
});
const layout: FlowLayout = {
  nodes: [
    node('a', 0, 0),
    node('b', -200, 100),
    node('c', 200, 100),
    node('j', 0, 200, 'join'),
    node('d', 0, 5000),
  ],
  edges: [
    { id: '1', from: { x: 0, y: 0 }, to: { x: 0, y: 9000 }, target: 'd', turn: 'late' },
    { id: '2', from: { x: 0, y: 8000 }, to: { x: 0, y: 9000 }, target: 'd', turn: 'late' },
  ],
  width: 0,
  height: 0,
};
const part = { left: -500, top: -500, right: 500, bottom: 500 };
const ids = (nodes: PlacedNode[]) => nodes.map(({ id }) => id);

describe('the visible part of a flow', () => {
  it('contains the nodes in the window and those next to the focused one', () => {
    expect(ids(nodesIn(layout, part, null))).toEqual(['a', 'b', 'c', 'j']);
    expect(ids(nodesIn(layout, { ...part, bottom: 60 }, 'j'))).toEqual(['a', 'c', 'j', 'd']);
  });

  it('contains each line that crosses it', () => {
    expect(edgesIn(layout, part).map(({ id }) => id)).toEqual(['1']);
  });

  it('stays the same while the window moves by a little', () => {
    const size = { width: 800, height: 600 };
    expect(shownPart([-10, -10, 1], size)).toEqual({ left: 0, top: 0, right: 960, bottom: 960 });
    expect(shownPart([-60, -90, 1], size)).toEqual({ left: 0, top: 0, right: 960, bottom: 960 });
    expect(shownPart([0, 0, 0.5], size).right).toBe(1920);
    // At a tenth of the size, 300 pixels of the screen are 3,000 of the canvas.
    expect(shownPart([-300, -100, 0.1], size)).toEqual(shownPart([-10, -10, 0.1], size));
  });

  it('is walked through by the arrow keys, in reading order and sideways', () => {
    expect(findNeighbour(layout, 'a', 'down')?.id).toBe('b');
    expect(findNeighbour(layout, 'a', 'up')).toBeUndefined();
    expect(findNeighbour(layout, 'b', 'right')?.id).toBe('c');
    expect(findNeighbour(layout, 'c', 'left')?.id).toBe('b');
    expect(findNeighbour(layout, 'c', 'down')?.id).toBe('d');
  });

  it('is moved only as far as a node outside it needs', () => {
    const size = { width: 800, height: 600 };
    expect(panTo(node('a', 200, 200), [0, 0, 1], size)).toEqual({ x: 0, y: 0 });
    expect(panTo(node('a', 200, 900), [0, 0, 1], size)).toEqual({ x: 0, y: -430 });
    expect(panTo(node('a', -100, 200), [0, 0, 1], size)).toEqual({ x: 180, y: 0 });
  });
});
