import type { PlanNode } from '../../apps/server/tests/plans/explained.ts';

export const blocksOf = (node: PlanNode | undefined): number =>
  node ? node['Shared Hit Blocks'] + node['Shared Read Blocks'] : Number.NaN;

export const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Shows a plan as one line for each node. */
export const linesOf = (node: PlanNode, indent = '      '): string[] => [
  `${indent}${node['Node Type']} ${node['Relation Name'] ?? ''} ${node['Index Name'] ?? ''}`.trimEnd() +
    `: ${node['Actual Rows']} rows × ${node['Actual Loops']}, ${blocksOf(node)} blocks`,
  ...(node.Plans ?? []).flatMap((child) => linesOf(child, `${indent}  `)),
];
