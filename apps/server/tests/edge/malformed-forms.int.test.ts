import { connect } from 'node:net';
import { apps } from '@atelier/contracts/assistants/apps';
import type { Endpoint } from '@atelier/contracts/kernel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { flowBed } from '../flow-bed.ts';
import { respondWith } from '../flow-json.ts';
import { newKnowledgeBase } from '../knowledge.ts';
import { labelOf } from '../matrix/matrix.ts';
import { startWorkerBed, type WorkerBed } from '../worker-bed.ts';
import { boundary, everyEndpoint, fieldPart, filePart, formType, lastLine } from './every-endpoint.ts';
import { openConnection } from './one-connection.ts';
import { startWaitingRun } from './waiting-run.ts';

const uploads = everyEndpoint.filter(({ multipart }) => multipart === true);

interface Form {
  what: string;
  type?: string;
  body: (fields: string) => string;
}

const forms: Form[] = [
  {
    what: 'without a boundary',
    type: 'multipart/form-data',
    body: (fields) => fields + filePart('text') + lastLine,
  },
  {
    what: 'with another boundary than its header says',
    type: 'multipart/form-data; boundary=another',
    body: (fields) => fields + filePart('text') + lastLine,
  },
  { what: 'cut in a field', body: (fields) => fields + fieldPart('input', 'text').slice(0, -4) },
  { what: 'cut in the headers of a part', body: (fields) => `${fields}--${boundary}\r\nContent-Dispo` },
  { what: 'cut in a file', body: (fields) => fields + filePart('text').slice(0, -4) },
  {
    what: 'cut in a long file',
    body: (fields) => fields + filePart('x'.repeat(300_000)).slice(0, -4),
  },
  {
    what: 'with a JSON field that is no JSON',
    body: (fields) =>
      `${fields}--${boundary}\r\nContent-Disposition: form-data; name="j"\r\nContent-Type: application/json\r\n\r\n{"a\r\n${lastLine}`,
  },
];

/** Some endpoints need no more of these than their beginning, and take that; nobody fails. */
const excessive: Form[] = [
  {
    what: 'with a thousand fields',
    body: (fields) => fields + fieldPart('n', '1').repeat(1000) + filePart('text') + lastLine,
  },
  {
    what: 'with a header of 100 KB',
    body: (fields) => fields + filePart('text', `X-Long: ${'x'.repeat(100_000)}\r\n`) + lastLine,
  },
];

describe('a malformed form', () => {
  const log: string[] = [];
  let bed: WorkerBed;
  let proof: Record<string, string>;
  let fields: string;
  let ids: Record<string, string>;

  beforeAll(async () => {
    bed = await startWorkerBed([], {}, (line) => log.push(line));
    const { client, server } = bed;
    const { workerId, queue } = await bed.deploy({
      access: 'PUBLIC',
      queue: [{ kind: 'UPLOAD' }, { kind: 'WEBHOOK' }],
    });
    const { appId } = await client.call(apps.endpoints.create, {
      body: { name: 'Open', access: 'PUBLIC', visitorFiles: true },
    });
    const knowledgeBaseId = await newKnowledgeBase(client);
    const flows = flowBed(server, client);
    const flowId = await flows.publish([respondWith('step_1', '{{trigger.body}}')]);
    const resumePath = await startWaitingRun(flows);
    const token =
      queue
        .find(({ kind }) => kind === 'WEBHOOK')
        ?.path?.split('/')
        .at(-1) ?? '';
    proof = client.headers();
    ids = { flowId, token, '/api/orchestrator/resume/:token': resumePath.split('/').at(-1) ?? '' };
    fields = Object.entries({ appId, workerId, knowledgeBaseId })
      .map(([name, value]) => fieldPart(name, value))
      .join('');
    ids['/api/content/bot-icon/:id'] = appId;
    ids['/api/content/bot-logo/:id'] = appId;
    ids['/api/orchestrator/flows/:id/files'] = flowId;
  });
  afterAll(() => bed.close());

  const pathOf = ({ path }: Endpoint): string =>
    path.replace(/:(\w+)/, (_all, name: string) => ids[path] ?? ids[name] ?? 'missing');

  const send = async (endpoint: Endpoint, { type = formType, body }: Form) => {
    const connection = openConnection(bed.server.origin);
    const headers = { ...proof, 'content-type': type };
    const { method } = endpoint;
    const sent = { method, path: pathOf(endpoint), headers, body: body(fields) };
    const { status, text } = await connection.ask(sent).finally(connection.close);
    return { status, code: /"code":"([\w.]+)"/.exec(text)?.[1] };
  };

  it.each(forms)('$what is refused as unreadable at every endpoint that takes forms', async (form) => {
    const faults: string[] = [];
    for (const endpoint of uploads) {
      const { status, code } = await send(endpoint, form);
      if (status !== 400 || code !== 'request.unreadable')
        faults.push(`${labelOf(endpoint)}: ${status} ${code}`);
    }
    expect(faults).toEqual([]);
    expect(uploads.length).toBeGreaterThan(15);
  });

  it.each(excessive)('$what is taken or refused, and fails nowhere', async (form) => {
    for (const endpoint of uploads) {
      const { status } = await send(endpoint, form);
      expect([200, 202, 400], labelOf(endpoint)).toContain(status);
    }
  });

  it('is as unremarkable as a caller who leaves in the middle of one', async () => {
    const { hostname, port } = new URL(bed.server.origin);
    for (const endpoint of uploads) {
      const socket = connect(Number(port), hostname);
      const begun = fields + filePart('x'.repeat(100_000)).slice(0, -4);
      const head = Object.entries({
        ...proof,
        host: `${hostname}:${port}`,
        'content-type': formType,
        'content-length': '1000000',
      }).map(([name, value]) => `${name}: ${value}`);
      socket.write([`${endpoint.method} ${pathOf(endpoint)} HTTP/1.1`, ...head, '', begun].join('\r\n'), () =>
        setTimeout(() => socket.destroy(), 100),
      );
      await new Promise((resolve) => socket.once('close', resolve));
    }
    const requests = () => log.filter((line) => line.includes('"msg":"request"')).length;
    const before = requests();
    await bed.client.fetch('/api/health');
    await eventually(async () => requests() > before);
    expect(log.filter((line) => /"level":"(error|fatal)"/.test(line))).toEqual([]);
  });
});
