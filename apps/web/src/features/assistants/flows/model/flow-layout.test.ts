import type { Flow, FlowStep, RouterBranch } from '@atelier/contracts/assistants/flows/flow-model';
import { describe, expect, it } from 'vitest';
import { layoutFlow, type PlacedNode, pathOfEdge, sizes, toEdgeBounds } from './flow-layout.ts';

const errors = { retryOnFailure: false, continueOnFailure: false };
const base = (name: string, next: string | null = null) => ({
  name,
  displayName: name,
  isSkipped: false,
  next,
  errors,
});
const code = (name: string, next: string | null = null): FlowStep => ({
  ...base(name, next),
  type: 'CODE',
  settings: { code: '', input: {} },
});
const branch = (branchName: string, body: string | null): RouterBranch => ({
  branchName,
  branchType: 'CONDITION',
  conditions: [],
  body,
});
const trigger = (name: string) => ({ name, displayName: name, settings: null });
const flow = (steps: FlowStep[], triggers = ['trigger']): Flow => ({
  displayName: 'Test',
  triggers: triggers.map(trigger),
  first: steps[0]?.name ?? null,
  steps: Object.fromEntries(steps.map((step) => [step.name, step])),
  notes: [],
});

const ids = ({ nodes }: { nodes: PlacedNode[] }) => nodes.map(({ id }) => id);
const overlaps = (a: PlacedNode, b: PlacedNode) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** A router with a loop in one branch, a parallel step in another, and nothing in the last. */
const branched = flow([
  {
    ...base('r', 'z'),
    type: 'ROUTER',
    settings: { executionType: 'EXECUTE_FIRST_MATCH' },
    branches: [branch('a', 'l'), branch('b', 'p'), branch('c', null)],
  },
  { ...base('l'), type: 'LOOP_ON_ITEMS', settings: { items: '' }, body: 'l1' },
  { ...base('l1'), type: 'REPEAT_UNTIL', settings: { conditions: [], maxTimes: 3 }, body: 'l2' },
  code('l2'),
  {
    ...base('p', 'p3'),
    type: 'PARALLEL',
    branches: [
      { branchName: 'x', body: 'p1' },
      { branchName: 'y', body: 'p2' },
    ],
  },
  code('p1'),
  code('p2'),
  code('p3'),
  code('z'),
]);

describe('the layout of a flow', () => {
  it('puts a chain in one column, each step below the one before', () => {
    const placed = layoutFlow(flow([code('a', 'b'), code('b', 'c'), code('c')]));
    expect(ids(placed)).toEqual(['trigger', 'a', 'b', 'c']);
    expect(placed.nodes.map(({ x }) => x)).toEqual(Array<number>(4).fill(-sizes.width / 2));
    expect(placed.nodes.map(({ y }) => y)).toEqual([0, 120, 240, 360]);
    expect(placed.nodes.map(({ plus }) => plus)).toEqual([
      { after: null },
      { after: 'a' },
      { after: 'b' },
      { after: 'c' },
    ]);
  });

  it('puts branches side by side, and goes on once, below all of them', () => {
    const placed = layoutFlow(branched);
    expect(ids(placed)).toEqual([
      'trigger',
      ...['r', 'r#0', 'l', 'l#0', 'l1', 'l1#0', 'l2', 'l1#end', 'l#end'],
      ...['r#1', 'p', 'p#0', 'p1', 'p#1', 'p2', 'p#end', 'p3', 'r#2', 'r#end', 'z'],
    ]);
    const find = (id: string) => placed.nodes.find((node) => node.id === id);
    expect(find('r#0')?.y).toBe(find('r#2')?.y);
    expect(find('r#2')?.plus).toEqual({ inside: 'r', body: 2 });
    expect(find('l#0')?.plus).toEqual({ inside: 'l', body: 0 });
    expect(find('r')?.plus).toBeNull();
    expect(find('r#end')?.plus).toEqual({ after: 'r' });
    expect(placed.edges.filter(({ target }) => target === 'p#end')).toHaveLength(2);
    expect(placed.edges.filter(({ target }) => target === 'p3')).toHaveLength(1);
    expect(placed.edges.filter(({ turn }) => turn === 'back').map(({ target }) => target)).toEqual([
      'l1#0',
      'l#0',
    ]);
  });

  it('lets no two nodes overlap, and keeps all of them inside its size', () => {
    const { nodes, width, height } = layoutFlow(branched);
    const pairs = nodes.flatMap((a, index) => nodes.slice(index + 1).map((b) => [a, b] as const));
    expect(pairs.filter(([a, b]) => overlaps(a, b)).map(([a, b]) => `${a.id} ${b.id}`)).toEqual([]);
    expect(
      nodes.filter((it) => it.x < -width / 2 || it.x + it.width > width / 2 || it.y + it.height > height),
    ).toEqual([]);
  });

  it('gives the lines back of loops inside each other different places', () => {
    const back = layoutFlow(branched).edges.filter(({ turn }) => turn === 'back');
    expect(new Set(back.map(({ to }) => to.x)).size).toBe(2);
    expect(back.every((edge) => pathOfEdge(edge).startsWith(`M${edge.from.x} ${edge.from.y}H`))).toBe(true);
  });

  it('joins several triggers before the first step', () => {
    const placed = layoutFlow(flow([code('a')], ['trigger', 'trigger_2']));
    expect(ids(placed)).toEqual(['trigger', 'trigger_2', '#start', 'a']);
    expect(placed.nodes.map(({ plus }) => plus)).toEqual([null, null, { after: null }, { after: 'a' }]);
    expect(placed.nodes.slice(0, 2).map(({ x }) => x)).toEqual([-288, 24]);
  });

  it('places 1,000 steps in a chain, and lines never leave their bounds', () => {
    const names = Array.from({ length: 1000 }, (_, index) => `step_${index + 1}`);
    const placed = layoutFlow(flow(names.map((name, index) => code(name, names[index + 1] ?? null))));
    expect(placed.nodes).toHaveLength(1001);
    expect(
      placed.edges.every((edge) => toEdgeBounds(edge).bottom - toEdgeBounds(edge).top === sizes.gap),
    ).toBe(true);
  });
});
