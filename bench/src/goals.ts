import { compareToLimit, type Kept } from './measurement.ts';
import type { Quick } from './quick/figures.ts';

/** Everything that is stored: the figures of the whole benchmark, and those of the hot paths. */
export interface Stored {
  measurements: readonly Kept[];
  quick: Quick | undefined;
}

interface Goal {
  what: string;
  goal: string;
  /** Returns the figure, or undefined when it was not measured. */
  now(stored: Stored): string | undefined;
}

type Shows = (measurement: Kept) => string;
const withUnit: Shows = ({ ours, unit }) => `${ours < 10 ? ours.toFixed(1) : ours.toFixed(0)} ${unit}`.trim();
const asRatio: Shows = (one) => `${compareToLimit(one).toFixed(1)}×`;
const overLimit: Shows = ({ ours, limit, unit }) => `${(ours - limit).toFixed(1)} ${unit}`;

/** Shows the figures of these names, in this order, as far as they were measured. */
const figures =
  (names: readonly string[], show: Shows = withUnit) =>
  ({ measurements }: Stored): string | undefined => {
    const found = names.map((name) => measurements.find((one) => one.name === name));
    if (found.every((one) => one === undefined)) return undefined;
    return found.map((one) => (one ? show(one) : 'not measured')).join(' / ');
  };

const cpuOf =
  (name: string) =>
  ({ quick }: Stored): string | undefined => {
    const figure = quick?.figures.find((one) => one.name === name);
    return figure && `${figure.cpuMs.toFixed(1)} ms`;
  };

const goals: readonly Goal[] = [
  {
    what: 'authenticated read, CPU against a bare route with one query',
    goal: '≤ 2.5×',
    now: figures(['read.cpu.both'], asRatio),
  },
  {
    what: 'question without knowledge, CPU, one at a time',
    goal: '≤ 3 ms, aim 2 ms',
    now: cpuOf('question'),
  },
  {
    what: 'follow-up without knowledge, CPU, 1 / 16 / 64 at once',
    goal: '≤ 3 ms, aim 2 ms',
    now: figures(['answer.cpu.plain.1', 'answer.cpu.plain.16', 'answer.cpu.plain.64']),
  },
  {
    what: 'question over a knowledge base, CPU, one at a time',
    goal: '≤ 6 ms, aim 4 ms',
    now: cpuOf('question-base'),
  },
  {
    what: 'first token over the model’s, one stream',
    goal: '≤ 5 ms',
    now: figures(['chat.first-token.p50'], overLimit),
  },
  {
    what: 'first token over the model’s, 64 streams',
    goal: '≤ 60 ms',
    now: figures(['answer.first-token.64'], overLimit),
  },
  { what: 'stream of 300 tokens, CPU, among the first of a server', goal: '≤ 10 ms', now: cpuOf('stream') },
  {
    what: 'stream of 300 tokens, CPU, 8 at once (a bare proxy: 10 ms)',
    goal: '≤ 10 ms',
    now: figures(['answer.cpu.stream']),
  },
  {
    what: 'follow-up over a knowledge base, CPU, 1 / 16 / 64 at once',
    goal: '≤ 6 ms, aim 4 ms',
    now: figures(['answer.cpu.informed.1', 'answer.cpu.informed.16', 'answer.cpu.informed.64']),
  },
  {
    what: 'memory of an open stream, in use / resident (a bare proxy: see below)',
    goal: '≤ 60 KiB',
    now: figures(['open-answers.live', 'open-answers.resident']),
  },
  {
    what: 'run of a flow with five steps and a response, CPU, 16 at once',
    goal: '≤ 1.5 ms',
    now: figures(['flows.cpu.16']),
  },
  { what: 'the same, 16 at once', goal: '≥ 800 runs/s', now: figures(['flows.rate.16']) },
  {
    what: 'response of a flow behind 10,000 runs of another company, p99',
    goal: '≤ 200 ms',
    now: figures(['flows.behind.p99']),
  },
  {
    what: 'turn of an agent over a bare loop, CPU, 1 / 16 / 64 at once',
    goal: '≤ 5 ms',
    now: figures(['agents.cpu.1', 'agents.cpu.16', 'agents.cpu.64'], overLimit),
  },
  {
    what: 'memory that 400 waiting runs of agents leave in use',
    goal: 'none',
    now: figures(['agents.memory.waiting'], overLimit),
  },
  {
    what: '200 small files of eight kinds, against the parsers alone',
    goal: '≤ 1.6×',
    now: figures(['ingest.mixed'], asRatio),
  },
  { what: '220 text files', goal: '≥ 100 documents/s', now: figures(['ingest.text']) },
  {
    what: 'retrieval over HTTP, p50, 1,600 / 10,000 / 50,000 chunks',
    goal: '≤ 3 / 4 / 6 ms',
    now: figures(['retrieval.hybrid.1600.p50', 'retrieval.hybrid.10000.p50', 'retrieval.hybrid.50000.p50']),
  },
  {
    what: 'builder of flows, first paint of 800 steps',
    goal: '≤ 2,000 ms',
    now: figures(['canvas.paint.800']),
  },
  {
    what: 'builder of flows, frame while moving, p95, 300 / 800 steps',
    goal: '≤ 16 / 33 ms',
    now: figures(['canvas.frame.300', 'canvas.frame.800']),
  },
  {
    what: 'builder of flows, memory of scripts, 800 steps',
    goal: '≤ 250 MB',
    now: figures(['canvas.heap.800']),
  },
  { what: 'install for `npm start`', goal: '≤ 600 MB', now: figures(['install.size']) },
  { what: 'idle memory of all processes (PSS)', goal: '≤ 180 MB', now: figures(['memory.idle']) },
];

/** Formats the goals beside the stored figures, as a Markdown table. */
export const formatGoals = (stored: Stored): string =>
  [
    '| | goal | now |',
    '| --- | --- | --- |',
    ...goals.map(({ what, goal, now }) => `| ${what} | ${goal} | ${now(stored) ?? 'not measured'} |`),
  ].join('\n');
