import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { models } from '@atelier/contracts/content/models';
import type { BuiltinModel } from '@atelier/models/builtin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { weightsFolder } from '../../../../../../../tools/test-weights.mjs';
import { eventually } from '../../../../../tests/eventually.ts';
import { embedAndPay } from '../../../../../tests/fakes/embed-and-pay.ts';
import { startTunnelProxy, type TunnelProxy } from '../../../../../tests/fakes/tunnel-proxy.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { builtinWeights } from './weights.ts';

const names = ['model.onnx', 'tokenizer.json'] as const;
type Name = (typeof names)[number];

/** A mirror of weights, which counts what it is asked for and can break a download off. */
class Mirror {
  readonly asked: { path: string; range: string | undefined }[] = [];
  /** The bytes after which the connection is cut, once. */
  cutAfter: number | undefined;
  #files = new Map<string, Buffer>();
  readonly #server: Server;

  constructor(files: Record<Name, Buffer>) {
    for (const name of names) this.#files.set(`/small/${name}`, files[name]);
    this.#server = createServer((request, response) => {
      const file = this.#files.get(request.url ?? '');
      this.asked.push({ path: request.url ?? '', range: request.headers.range });
      if (!file) return void response.writeHead(404).end();
      const from = firstByte(request);
      response.writeHead(from === 0 ? 200 : 206, { 'content-length': file.length - from });
      const cut = this.cutAfter;
      if (cut === undefined || file.length < cut) return void response.end(file.subarray(from));
      this.cutAfter = undefined;
      response.write(file.subarray(from, from + cut), () => response.destroy());
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => void this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  replace(name: Name, bytes: Buffer): void {
    this.#files.set(`/small/${name}`, bytes);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => void this.#server.close(resolve));
  }
}

const firstByte = ({ headers }: IncomingMessage): number =>
  Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const cosine = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
  [...(a ?? [])].reduce((sum, value, at) => sum + value * (b?.[at] ?? 0), 0);

describe('embedding models that the server runs itself', () => {
  const work = join(tmpdir(), `atelier-builtin-${process.pid}`);
  const modelsFile = join(work, 'models.json');
  let weights: Record<Name, Buffer>;
  let mirror: Mirror;
  let proxy: TunnelProxy;
  let mirrorAddress = '';
  let server: TestServer;
  let tenantId: string;

  beforeAll(async () => {
    const [network, tokenizer] = await Promise.all(names.map((name) => readFile(join(weightsFolder, name))));
    if (!network || !tokenizer) throw new Error('The weights for the tests are missing.');
    weights = { 'model.onnx': network, 'tokenizer.json': tokenizer };
    mirror = new Mirror(weights);
    mirror.replace('tokenizer.json', Buffer.alloc(weights['tokenizer.json'].length, ' '));
    const own: BuiltinModel = {
      id: 'small',
      label: 'Small model',
      languages: 'English',
      licence: 'Apache-2.0',
      dimensions: 384,
      mostTokens: 64,
      prefixes: { QUESTION: '', CHUNK: '' },
      files: names.map((name) => ({
        name,
        path: `small/${name}`,
        bytes: weights[name].length,
        sha256: sha256(weights[name]),
      })),
    };
    await mkdir(work, { recursive: true });
    await writeFile(modelsFile, JSON.stringify([own]));
    proxy = await startTunnelProxy();
    mirrorAddress = await mirror.open();
    const env = {
      EMBEDDING_WEIGHTS_PROXY: proxy.address,
      EMBEDDING_MODELS: 'small',
      EMBEDDING_MODELS_FILE: modelsFile,
      EMBEDDING_WEIGHTS_FROM: mirrorAddress,
    };
    server = await startTestServer({ env });
    tenantId = (await server.signUp()).user.tenantId;
  });
  afterAll(async () => {
    await server.close();
    await mirror.close();
    proxy.close();
    await rm(work, { recursive: true, force: true });
  });

  const folder = () => join(server.dataFolder, 'models', 'small');
  const fetchNow = () => server.container.use(builtinWeights).fetchNow();
  const state = () => server.container.use(builtinWeights).all[0];
  const embed = (texts: string[], purpose: 'QUESTION' | 'CHUNK' = 'CHUNK') =>
    embedAndPay(server.contextOf(tenantId), {
      modelId: 'prv_operator_builtin/small',
      texts,
      purpose,
      reference: 'query',
    });

  it('refuses weights with another checksum, and says so', async () => {
    await fetchNow();
    expect(state()).toMatchObject({ state: 'FAILED', reason: expect.stringContaining('another checksum') });
    expect(await readdir(folder())).toEqual(['model.onnx']);
    expect(new Set(proxy.tunnels)).toEqual(new Set([new URL(mirrorAddress).host]));
    await expect(embed(['a'])).rejects.toMatchObject({ code: 'models.not_found' });
    mirror.replace('tokenizer.json', weights['tokenizer.json']);
  });

  it('goes on where a download was cut off, and never asks again for what is there', async () => {
    await rm(join(folder(), 'model.onnx'));
    mirror.cutAfter = 5_000_000;
    await fetchNow();
    expect(state()).toMatchObject({ state: 'FAILED' });
    const from = mirror.asked.length;
    await fetchNow();
    expect(state()).toMatchObject({
      state: 'READY',
      bytes: weights['model.onnx'].length + weights['tokenizer.json'].length,
    });
    const [first, second] = mirror.asked.slice(from);
    expect(first?.path).toBe('/small/model.onnx');
    expect(first?.range).toMatch(/^bytes=[1-9]/);
    expect(second).toEqual({ path: '/small/tokenizer.json', range: undefined });
    const asked = mirror.asked.length;
    await fetchNow();
    expect(mirror.asked).toHaveLength(asked);
    const another = await server.another({
      env: { EMBEDDING_MODELS: 'small', EMBEDDING_MODELS_FILE: modelsFile },
    });
    expect(await another.container.use(builtinWeights).ready()).toHaveLength(1);
    await another.close();
    expect(mirror.asked).toHaveLength(asked);
  });

  it('finds what is meant and not only what is written', async () => {
    const { vectors } = await embed([
      'The car needs new tyres before winter.',
      'The orchestra plays Mozart tonight.',
      'Rent is due on the first of each month.',
    ]);
    const { vectors: asked } = await embed(['When does the vehicle get other wheels?'], 'QUESTION');
    const likeness = vectors.map((vector) => cosine(vector, asked[0]));
    expect(likeness[0]).toBeGreaterThan(0.3);
    expect(likeness[0]).toBeGreaterThan(Math.max(likeness[1] ?? 1, likeness[2] ?? 1) + 0.2);
    for (const vector of vectors) expect(cosine(vector, vector)).toBeCloseTo(1, 4);
  });

  it('reads a text that is longer than the model to its end', async () => {
    const filler = 'The annual report lists every office and its address. '.repeat(20);
    const { vectors } = await embed([filler, `${filler}Penguins swim under the ice of Antarctica.`]);
    const { vectors: asked } = await embed(['Penguins in Antarctica'], 'QUESTION');
    expect(cosine(vectors[1], asked[0])).toBeGreaterThan(cosine(vectors[0], asked[0]) + 0.02);
  });

  it('costs nothing, is listed as a model, and is the default where the company has no other', async () => {
    const { client } = await server.signUp('Grace Hopper');
    const { models: offered } = await client.call(models.endpoints.list, { query: { type: 'EMBEDDING' } });
    expect(offered).toMatchObject([
      { modelId: 'prv_operator_builtin/small', provider: 'On this server', isDefault: true },
    ]);
    const spent = await server.sql(
      'select amount from ledger_entries where tenant_id = $1 and account = $2',
      [tenantId, 'SPENT'],
    );
    expect(spent.filter(({ amount }) => Number(amount) !== 0)).toEqual([]);
    const { models: listed, canDownload } = await client.call(models.endpoints.builtin, {});
    expect(listed).toMatchObject([{ state: 'READY', reason: null, folder: null }]);
    expect(canDownload).toBe(false);
  });

  it('lives on when the process that computes is killed', async () => {
    const ours: number[] = [];
    for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const read = (file: string) => readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '');
      const [command, status] = await Promise.all([read('cmdline'), read('status')]);
      if (command.includes('native-worker') && status.includes(`PPid:\t${process.pid}\n`))
        ours.push(Number(id));
    }
    expect(ours).toHaveLength(1);
    process.kill(ours[0] ?? 0, 'SIGKILL');
    // The order under way may fail; those after it are given to another process.
    const again = async () => (await embed(['again']).catch(() => undefined))?.vectors.length;
    expect(await eventually(again)).toBe(1);
  });
});
