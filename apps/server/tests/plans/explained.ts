import type { TestServer } from '../harness.ts';
import { untilQuiet } from '../wire.ts';

/** A node of a plan as PostgreSQL explains it in JSON, with its measured work. */
export interface PlanNode {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

/** A statement that the server sent, or one inside a function that it called, with the plan that it ran by. */
export interface Explained {
  text: string;
  plan: PlanNode;
}

/**
 * The module of PostgreSQL that sends the plan of each statement as a notice to its caller. It explains the executed plans, including those
 * of named statements and those inside functions and foreign keys, which EXPLAIN alone does not show.
 */
const settings: Record<string, string> = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_level': 'notice',
  'auto_explain.log_format': 'json',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_nested_statements': 'on',
};

type Runs = (statement: string) => Promise<unknown>;

/** Lets the database explain each statement of all connections that are opened from now on. */
export const explainStatements = async (run: Runs, database: string): Promise<void> => {
  for (const [name, value] of Object.entries(settings))
    await run(`alter database ${database} set ${name} = '${value}'`);
};

const parseNotice = (notice: string): Explained[] => {
  const from = notice.indexOf('{');
  if (!notice.startsWith('duration:') || from < 0) return [];
  const { 'Query Text': text, Plan: plan } = JSON.parse(notice.slice(from)) as {
    'Query Text': string;
    Plan: PlanNode;
  };
  return [{ text, plan }];
};

/** Returns the statements that `work` made the server run, each with its plan, when the server is quiet again. */
export const explainedBy = async (
  { wire }: Pick<TestServer, 'wire'>,
  work: () => Promise<unknown>,
): Promise<Explained[]> => {
  if (!wire) throw new Error('Start the server with { isCounted: true }.');
  await untilQuiet(wire);
  const from = wire.notices.length;
  await work();
  await untilQuiet(wire);
  return wire.notices.slice(from).flatMap(parseNotice);
};
