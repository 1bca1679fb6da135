import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pythonClients } from '../../../../tools/python-clients.mjs';
import { collectorProgram } from '../../../../tools/test-collector.mjs';
import { eventually } from '../eventually.ts';
import { freePort } from '../free-port.ts';

/** A span as a receiver by others understood it. */
export interface ReceivedSpan {
  schemaUrl: string;
  resource: Record<string, unknown>;
  traceId: string;
  spanId: string;
  parentId: string;
  name: string;
  kind: string;
  failure: string;
  tookMs: number;
  attributes: Record<string, unknown>;
  links: string[];
}

export interface Collector {
  /** Which reader is used: the collector of the OpenTelemetry project, or its protocol buffers where the collector could not be built. */
  kind: 'collector' | 'protocol buffers';
  endpoint: string;
  spans(): ReceivedSpan[];
  close(): Promise<void>;
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return;
  child.kill();
  await once(child, 'exit');
};

/** Gathers what a program prints. */
const follow = (child: ChildProcess) => {
  const printed = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      printed.text += piece;
    });
  return printed;
};

const valueOf = (printed: string): unknown => {
  const [, kind = '', inner = ''] = /^(\w+)\(([\s\S]*)\)$/.exec(printed) ?? [];
  if (kind === 'Int' || kind === 'Double') return Number(inner);
  if (kind === 'Bool') return inner === 'true';
  return kind === 'Slice' ? JSON.parse(inner) : inner;
};

const attributesIn = (block: string): Record<string, unknown> =>
  Object.fromEntries(
    [...block.matchAll(/^ {5}-> ([\w.]+): (\w+\([\s\S]*?\))(?=\n(?: {5}->|\S|\t|$))/gm)].map(
      ([, name = '', printed = '']) => [name, valueOf(printed)],
    ),
  );

const fieldOf = (block: string, name: string): string =>
  new RegExp(`^ {4}${name} *: ?(.*)$`, 'm').exec(block)?.[1] ?? '';

const timeOf = (block: string, name: string): number =>
  Date.parse(fieldOf(block, name).replace(' +0000 UTC', 'Z').replace(' ', 'T'));

/** Reads what the exporter `debug` of the collector prints. */
const readPrinted = (printed: string): ReceivedSpan[] =>
  printed
    .split('ResourceSpans #')
    .slice(1)
    .flatMap((part) => {
      const [head = '', ...blocks] = part.split(/^Span #\d+$/m);
      const resource = attributesIn(head);
      const schemaUrl = /^ScopeSpans SchemaURL: (.*)$/m.exec(head)?.[1] ?? '';
      return blocks.map((block) => {
        const [before = '', links = ''] = block.split(/^Links:$/m);
        return {
          schemaUrl,
          resource,
          traceId: fieldOf(block, 'Trace ID'),
          spanId: fieldOf(block, 'ID'),
          parentId: fieldOf(block, 'Parent ID'),
          name: fieldOf(block, 'Name'),
          kind: fieldOf(block, 'Kind'),
          failure: fieldOf(block, 'Status message'),
          tookMs: timeOf(block, 'End time') - timeOf(block, 'Start time'),
          attributes: attributesIn(before.split(/^Attributes:$/m)[1] ?? ''),
          links: [...links.matchAll(/-> Trace ID: (\w+)/g)].map(([, id = '']) => id),
        };
      });
    });

const startBuilt = async (program: string): Promise<Collector> => {
  const address = `127.0.0.1:${await freePort()}`;
  const settings = [
    `receivers::otlp::protocols::http::endpoint: ${address}`,
    'exporters::debug::verbosity: detailed',
    'service::telemetry::metrics::level: none',
    'service::pipelines::traces::receivers: [otlp]',
    'service::pipelines::traces::exporters: [debug]',
  ];
  const child = spawn(
    program,
    settings.flatMap((each) => ['--config', `yaml:${each}`]),
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const printed = follow(child);
  await eventually(async () => printed.text.includes('Everything is ready'));
  return {
    kind: 'collector',
    endpoint: `http://${address}`,
    spans: () => readPrinted(printed.text),
    close: () => end(child),
  };
};

const startInPython = async (): Promise<Collector> => {
  const child = spawn('python3', [fileURLToPath(new URL('receiver.py', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PYTHONPATH: pythonClients },
  });
  const printed = follow(child);
  await eventually(async () => /^\d+\n/.test(printed.text));
  const [port = ''] = printed.text.split('\n');
  return {
    kind: 'protocol buffers',
    endpoint: `http://127.0.0.1:${port}`,
    spans: () =>
      printed.text
        .split('\n')
        .slice(1, -1)
        .map((line) => readSpan(line)),
    close: () => end(child),
  };
};
const readSpan = (line: string): ReceivedSpan => JSON.parse(line) as ReceivedSpan;

/** Starts the collector of the OpenTelemetry project, or, where it could not be built, a receiver with its official protocol buffers. */
export const startCollector = (): Promise<Collector> => {
  const program = collectorProgram();
  return existsSync(program) ? startBuilt(program) : startInPython();
};
