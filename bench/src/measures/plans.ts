import {
  type Explained,
  explainedBy,
  explainStatements,
  type PlanNode,
} from '../../../apps/server/tests/plans/explained.ts';
import { growTables } from '../../../apps/server/tests/plans/grow.ts';
import { untilQuiet } from '../../../apps/server/tests/wire.ts';
import { type CountedBed, prepareCountedBed } from '../counted-bed.ts';
import type { Measurement, Part } from '../measurement.ts';
import { blocksOf, flat, linesOf } from '../plan-lines.ts';
import { type Path, preparePaths } from '../quick/paths.ts';

/** The number of calls of each path: enough for a statement to be named and for its plan to be kept. */
const callsToWarm = 8;
const hottest = 20;
const tables = [
  'runs',
  'files',
  'stored_objects',
  'knowledge_imports',
  'document_sections',
  'chunks',
  'conversations',
  'messages',
  'ledger_transactions',
  'ledger_entries',
  'usage_records',
];
const sizes = [
  { name: '0', rows: 0 },
  { name: '10k', rows: 10_000 },
  { name: '1M', rows: 1_000_000 },
];
/** The tenant has a tenth of the rows. */
const others = 9;

/** A statement with its last plan, by the size of the tables. */
interface Statement {
  text: string;
  runs: number;
  plans: Map<string, PlanNode>;
}

const gather = (statements: Map<string, Statement>, size: string, explained: readonly Explained[]): void => {
  for (const { text, plan } of explained) {
    const known = statements.get(text) ?? { text, runs: 0, plans: new Map<string, PlanNode>() };
    known.runs += 1;
    known.plans.set(size, plan);
    statements.set(text, known);
  }
};

const callEach = async (paths: readonly Path[], calls: number): Promise<void> => {
  for (const { call } of paths) for (let time = 0; time < calls; time += 1) await call();
};

const grow = async ({ admin, testBed }: CountedBed, rows: number, mark: string): Promise<void> => {
  const client = await admin.connect();
  try {
    await client.query('set auto_explain.log_min_duration = -1');
    await client.query('set synchronous_commit = off');
    await growTables(client, { tenantId: testBed.tenantId, rows: rows / (others + 1), others, tables, mark });
  } finally {
    client.release(true);
  }
};

const report = (chosen: readonly Statement[]): void => {
  for (const { text, runs, plans } of chosen) {
    const blocks = sizes.map(({ name }) => `${name}: ${blocksOf(plans.get(name))}`).join(', ');
    process.stdout.write(`\n${flat(text).slice(0, 300)}\n  ${runs} times; blocks at ${blocks}\n`);
    for (const [size, plan] of plans) process.stdout.write(`    ${size}\n${linesOf(plan).join('\n')}\n`);
  }
};

const measureOn = async (bed: CountedBed): Promise<Measurement[]> => {
  const { paths, close } = await preparePaths(bed);
  await callEach(paths, callsToWarm);
  const statements = new Map<string, Statement>();
  for (const { name, rows } of sizes) {
    if (rows > 0) await grow(bed, rows, name);
    // After a number of transactions, the server analyses the tables that have grown, as it does in use.
    await callEach(paths, callsToWarm);
    await untilQuiet(bed.wire);
    gather(statements, name, await explainedBy(bed, () => callEach(paths, 2)));
  }
  close();
  const chosen = [...statements.values()]
    .filter(({ plans }) => plans.size === sizes.length)
    .toSorted((a, b) => b.runs - a.runs)
    .slice(0, hottest);
  report(chosen);
  return chosen.map(({ text, plans }, at) => ({
    name: `plans.${at + 1}`,
    what: `\`${flat(text).replaceAll(/[`|]/g, ' ').slice(0, 60)}\`, blocks read at 1M rows`,
    unit: 'blocks',
    ours: blocksOf(plans.get('1M')),
    limit: Math.max(1, blocksOf(plans.get('0'))),
    limitIs: 'the same statement on small tables',
    better: 'lower',
    distance: 'an index of a large table is one or two blocks deeper',
  }));
};

/** Prints the plans of the twenty statements that run most often, on small tables and at 10,000 and a million rows. */
export const plansPart: Part = {
  name: 'plans',
  async measure({ env }) {
    const bed = await prepareCountedBed(env, async (admin) =>
      explainStatements((statement) => admin.query(statement), 'atelier'),
    );
    try {
      return await measureOn(bed);
    } finally {
      await bed.close();
    }
  },
};
