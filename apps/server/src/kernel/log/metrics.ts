import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

type PoolFigures = { totalCount: number; idleCount: number; waitingCount: number };

/** The Prometheus metrics of one process. Labels never hold ids or texts of users. */
export type Metrics = {
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void;
  observeJob(job: { task: string; outcome: 'completed' | 'failed'; seconds: number }): void;
  /** Counts a run that reached a terminal status; `seconds` since it was created. */
  observeRun(run: { kind: string; status: string; seconds: number }): void;
  observeModelCall(call: {
    provider: string;
    model: string;
    operation: 'chat' | 'embedding' | 'rerank' | 'transcription';
    outcome: 'completed' | 'failed' | 'aborted';
    seconds: number;
    inputTokens: number;
    outputTokens: number;
  }): void;
  /** Sets the credits that were used through the operator's own provider. */
  observeOperatorSpending(spent: { day: number; month: number }): void;
  /** Counts spans that a collector took or refused, and those that were dropped because it did not answer. */
  countSpans(outcome: 'exported' | 'refused' | 'dropped', spans: number): void;
  /** Returns the text that Prometheus reads. */
  render(): Promise<string>;
  readonly contentType: string;
};

/** Tenants name models as they like, so the number of names that become labels is limited. */
const MOST_MODELS = 200;

const boundedNames = () => {
  const known = new Set<string>();
  return (name: string): string => {
    if (known.has(name)) return name;
    if (known.size >= MOST_MODELS) return 'other';
    known.add(name);
    return name;
  };
};

const quick = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const slow = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];

const observePool = (pool: PoolFigures, registers: Registry[]) =>
  new Gauge({
    name: 'atelier_database_connections',
    help: 'Database connections of the pool by state; waiting are requests without one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });

const operatorGauge = (registers: Registry[]) =>
  new Gauge({
    name: 'atelier_operator_credits',
    help: "Credits of this day and month that companies used through the operator's own provider, with what is held.",
    labelNames: ['period'],
    registers,
  });

/** Returns the function that counts spans. */
const spanCounting = (registers: Registry[]): Metrics['countSpans'] => {
  const counter = new Counter({
    name: 'atelier_trace_spans_total',
    help: 'Spans of traces by what became of them: exported, refused by the collector, or dropped.',
    labelNames: ['outcome'],
    registers,
  });
  return (outcome, spans) => counter.inc({ outcome }, spans);
};

/** Makes the metrics of a server, with event-loop lag, memory and garbage collection of the process. */
export const createMetrics = ({ pool }: { pool?: PoolFigures } = {}): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  if (pool) observePool(pool, registers);
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets: number[],
  ) => new Histogram({ name: `atelier_${name}`, help, labelNames, buckets, registers });

  const requests = histogram(
    'http_request_duration_seconds',
    'Time to answer a request.',
    ['method', 'route', 'status'],
    quick,
  );
  const jobs = histogram('job_duration_seconds', 'Time to work off a job.', ['task', 'outcome'], slow);
  const runs = histogram(
    'run_duration_seconds',
    'Time from making a run to its end.',
    ['kind', 'status'],
    slow,
  );
  const calls = histogram(
    'model_call_duration_seconds',
    'Time of a model call.',
    ['provider', 'model', 'operation', 'outcome'],
    slow,
  );
  const tokens = new Counter({
    name: 'atelier_model_tokens_total',
    help: 'Tokens sent to and received from models.',
    labelNames: ['provider', 'model', 'direction'],
    registers,
  });
  const operator = operatorGauge(registers);
  const bounded = boundedNames();

  return {
    observeRequest: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    observeJob: ({ task, outcome, seconds }) => jobs.observe({ task, outcome }, seconds),
    observeRun: ({ kind, status, seconds }) => runs.observe({ kind, status }, seconds),
    observeModelCall: ({ provider, model: name, operation, outcome, seconds, inputTokens, outputTokens }) => {
      const model = bounded(name);
      calls.observe({ provider, model, operation, outcome }, seconds);
      tokens.inc({ provider, model, direction: 'input' }, inputTokens);
      tokens.inc({ provider, model, direction: 'output' }, outputTokens);
    },
    observeOperatorSpending: ({ day, month }) => {
      operator.set({ period: 'day' }, day);
      operator.set({ period: 'month' }, month);
    },
    countSpans: spanCounting(registers),
    render: () => registry.metrics(),
    contentType: registry.contentType,
  };
};
