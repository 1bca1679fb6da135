import { describe, expect, it } from 'vitest';
import type { PlanNode } from './explained.ts';
import { faultsOfPlan } from './judge.ts';

const node = (type: string, facts: Partial<PlanNode> = {}): PlanNode => ({
  'Node Type': type,
  'Relation Name': 'chunks',
  'Actual Rows': 1,
  'Actual Loops': 1,
  'Shared Hit Blocks': 4,
  'Shared Read Blocks': 0,
  ...facts,
});

describe('a plan', () => {
  it('is good when an index leads to the rows that are needed', () => {
    const inner = node('Index Scan', { 'Actual Loops': 50, 'Shared Hit Blocks': 200 });
    const outer = node('Index Scan', { 'Actual Rows': 50, 'Shared Hit Blocks': 60 });
    const plan = node('Nested Loop', { 'Actual Rows': 50, 'Shared Hit Blocks': 260, Plans: [outer, inner] });
    expect(faultsOfPlan({ plan })).toEqual([]);
  });

  it('is good when a sum is made of all the rows that were read', () => {
    const scan = node('Index Scan', { 'Actual Rows': 9000, 'Shared Hit Blocks': 9000 });
    expect(faultsOfPlan({ plan: node('Aggregate', { 'Shared Hit Blocks': 9000, Plans: [scan] }) })).toEqual(
      [],
    );
  });

  it('is good when it sorts rows of which a page is shown', () => {
    const scan = node('Index Scan', { 'Actual Rows': 2000, 'Shared Hit Blocks': 2000 });
    const sort = node('Sort', { 'Actual Rows': 26, 'Shared Hit Blocks': 2000, Plans: [scan] });
    const join = node('Nested Loop', { 'Actual Rows': 26, 'Shared Hit Blocks': 2000, Plans: [sort] });
    expect(faultsOfPlan({ plan: node('Limit', { 'Shared Hit Blocks': 2000, Plans: [join] }) })).toEqual([]);
  });

  it('is good when it reads much of an index of the catalogue', () => {
    const facts = { 'Index Name': 'pg_class_relname_nsp_index', 'Actual Rows': 611 };
    const { 'Relation Name': _, ...scan } = node('Bitmap Index Scan', facts);
    expect(faultsOfPlan({ plan: node('Nested Loop', { Plans: [scan] }) })).toEqual([]);
  });

  it('is bad when it reads a table for a row', () => {
    const plan = node('Seq Scan', { 'Shared Hit Blocks': 2000, 'Rows Removed by Filter': 49_999 });
    expect(faultsOfPlan({ plan })).toEqual([
      'Seq Scan of chunks reads 2000 blocks for 1 rows',
      'Seq Scan of chunks reads 49999 rows that it leaves out for 1',
    ]);
  });

  it('is bad when a join reads a table and discards what it read', () => {
    const whole = node('Seq Scan', { 'Actual Rows': 50_000, 'Shared Hit Blocks': 2000 });
    const few = node('Index Scan', { 'Actual Rows': 3 });
    const plan = node('Hash Join', { 'Actual Rows': 3, 'Shared Hit Blocks': 2004, Plans: [few, whole] });
    expect(faultsOfPlan({ plan })).toEqual(['Seq Scan of chunks reads 50000 rows of which 3 are needed']);
  });

  it('is judged in its parts, which may be plans of their own', () => {
    const scan = node('Seq Scan', {
      'Actual Rows': 0,
      'Shared Hit Blocks': 900,
      'Parent Relationship': 'SubPlan',
    });
    expect(faultsOfPlan({ plan: node('Result', { 'Shared Hit Blocks': 900, Plans: [scan] }) })).toEqual([
      'Seq Scan of chunks reads 900 blocks for 0 rows',
    ]);
  });
});
