import type { Explained, PlanNode } from './explained.ts';

/**
 * The blocks that are read for each descent of an index, and for each row: its entry in the index and the row itself, some of them dead.
 */
const perLoop = 5;
const perRow = 16;
/** The blocks that small tables and the descent of an index may cost, whatever the result. */
const anyway = 100;
/** The most rows that a scan may read for each row that is needed. */
const perNeeded = 20;

const scans = ['Seq Scan', 'Index Scan', 'Index Only Scan', 'Bitmap Heap Scan', 'Bitmap Index Scan'];
/** Nodes that need every row of the nodes below them. */
const consumers = [
  'Aggregate',
  'Group',
  'Incremental Sort',
  'Limit',
  'LockRows',
  'ModifyTable',
  'Result',
  'Sort',
  'Unique',
  'WindowAgg',
];

const rowsOf = (node: PlanNode): number => node['Actual Rows'] * node['Actual Loops'];
const blocksOf = (node: PlanNode): number => node['Shared Hit Blocks'] + node['Shared Read Blocks'];
const childrenOf = (node: PlanNode): PlanNode[] => node.Plans ?? [];
const isPlanOfItsOwn = (node: PlanNode): boolean =>
  ['InitPlan', 'SubPlan'].includes(node['Parent Relationship'] ?? '');

/** Returns how many rows the result is made of: those that the outermost join or scan delivers. */
const neededRows = (node: PlanNode): number => {
  const input = childrenOf(node).find((child) => !isPlanOfItsOwn(child));
  return input && consumers.includes(node['Node Type']) ? neededRows(input) : rowsOf(node);
};

/** The catalogue of the database does not grow with use. */
const isOfCatalogue = (node: PlanNode): boolean =>
  (node['Relation Name'] ?? node['Index Name'] ?? '').startsWith('pg_');

const faultsOfScan = (node: PlanNode, needed: number): string[] => {
  const rows = rowsOf(node);
  const loops = node['Actual Loops'];
  const own = blocksOf(node) - childrenOf(node).reduce((sum, child) => sum + blocksOf(child), 0);
  const removed = (node['Rows Removed by Filter'] ?? 0) * loops;
  const where = `${node['Node Type']} of ${node['Relation Name'] ?? node['Index Name'] ?? '?'}`;
  const faults: string[] = [];
  if (own > anyway + perLoop * loops + perRow * rows)
    faults.push(`${where} reads ${own} blocks for ${rows} rows`);
  if (removed > anyway + 2 * rows)
    faults.push(`${where} reads ${removed} rows that it leaves out for ${rows}`);
  if (rows > anyway + loops + perNeeded * needed)
    faults.push(`${where} reads ${rows} rows of which ${needed} are needed`);
  return faults;
};

/** Nodes that deliver fewer rows than they need, so that they need other rows than the nodes above them. */
const reducers = ['Aggregate', 'Group', 'Limit', 'Unique', 'WindowAgg'];
/** A sort under a limit needs all its rows and delivers the first ones. */
const reduces = (node: PlanNode): boolean => {
  const [input] = childrenOf(node);
  const isCutSort = node['Node Type'].endsWith('Sort') && input !== undefined && rowsOf(input) > rowsOf(node);
  return reducers.includes(node['Node Type']) || isCutSort;
};

const faultsBelow = (node: PlanNode, needed: number): string[] => [
  ...(scans.includes(node['Node Type']) && !isOfCatalogue(node) ? faultsOfScan(node, needed) : []),
  ...childrenOf(node).flatMap((child) =>
    faultsBelow(child, isPlanOfItsOwn(child) || reduces(child) ? neededRows(child) : needed),
  ),
];

/** Lists where a statement reads more blocks, or more rows, than its result needs. A good plan has no such place, however large the tables are. */
export const faultsOfPlan = ({ plan }: Pick<Explained, 'plan'>): string[] =>
  faultsBelow(plan, neededRows(plan));
