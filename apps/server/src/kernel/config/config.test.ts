import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig, readEnvironmentFile } from './config.ts';

const failure = (env: Record<string, string>): ConfigError => {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('The configuration was accepted.');
};

describe('configuration', () => {
  it('is complete with nothing set', () => {
    const config = loadConfig({});
    expect(config.server).toMatchObject({ port: 3000, host: '127.0.0.1', maxUploadBytes: 200 * 1024 * 1024 });
    expect(config.roles).toEqual({ api: true, worker: true });
    expect(config.dataFolder).toMatch(/\/data$/);
    expect(config.models).toEqual({
      openai: undefined,
      ollama: undefined,
      localServers: ['http://127.0.0.1:1234', 'http://127.0.0.1:8000'],
      embeddingModels: ['all-minilm-l6-v2'],
      weightsFrom: 'https://huggingface.co',
      weightsProxy: undefined,
      embeddingModelsFile: undefined,
      freeCredits: 100_000,
    });
  });

  it('treats an empty variable as absent', () => {
    expect(loadConfig({ PORT: '', OPENAI_API_KEY: '  ', DATABASE_URL: '' })).toEqual(loadConfig({}));
  });

  it('names every bad variable and what it should be', () => {
    const error = failure({
      PORT: 'eighty',
      ATELIER_ROLES: 'api,boss',
      DATABASE_URL: 'mysql://x',
      LOG_LEVEL: 'loud',
    });
    expect([...error.variables].sort()).toEqual(['ATELIER_ROLES', 'DATABASE_URL', 'LOG_LEVEL', 'PORT']);
    expect(error.message).toContain('PORT should be a whole number from 0 to 65535, not "eighty".');
    expect(error.message).toContain('ATELIER_ROLES should be api, worker, or api,worker');
  });

  it('never repeats a secret in its error', () => {
    const error = failure({
      ATELIER_SECRET_KEY: 'hunter2',
      DATABASE_URL: 'hunter2',
      METRICS_TOKEN: 'hunter2',
    });
    expect(error.variables).toHaveLength(3);
    expect(error.message).not.toContain('hunter2');
  });

  it('accepts the address of a database on a socket', () => {
    const address = 'postgres://user:secret@/atelier?host=/var/run/postgresql';
    expect(loadConfig({ DATABASE_URL: address }).database.url).toBe(address);
  });

  it('refuses a public address without a mail server, and says what to set', () => {
    const error = failure({ PUBLIC_URL: 'https://atelier.example.com' });
    expect(error.variables).toEqual(['SMTP_URL']);
    expect(error.message).toContain('SMTP_URL should be set, because PUBLIC_URL is');
    expect(error.message).toContain('leave PUBLIC_URL out');
  });

  it('refuses a public address without TLS, except for this machine', () => {
    const SMTP_URL = 'smtp://mail.example.com';
    expect(failure({ PUBLIC_URL: 'http://atelier.example.com', SMTP_URL }).variables).toEqual(['PUBLIC_URL']);
    expect(failure({ PUBLIC_URL: 'http://localhost.example.com', SMTP_URL }).variables).toEqual([
      'PUBLIC_URL',
    ]);
    for (const PUBLIC_URL of ['https://atelier.example.com', 'http://localhost:8080', 'http://[::1]:8080'])
      expect(loadConfig({ PUBLIC_URL, SMTP_URL }).server.publicUrl).toBe(PUBLIC_URL);
  });

  it('splits the roles', () => {
    expect(loadConfig({ ATELIER_ROLES: 'worker' }).roles).toEqual({ api: false, worker: true });
  });

  it('has a default provider as soon as a key or an address is given', () => {
    expect(loadConfig({ OPENAI_API_KEY: 'sk-1' }).models.openai).toMatchObject({
      apiKey: 'sk-1',
      baseUrl: 'https://api.openai.com/v1',
    });
    expect(loadConfig({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1/' }).models.openai).toMatchObject({
      apiKey: undefined,
      baseUrl: 'http://127.0.0.1:9/v1',
    });
  });

  it.each([
    ['true', true],
    ['false', false],
    ['2', 2],
    ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
  ])('reads whose forwarded headers to believe from %s', (value, expected) => {
    expect(loadConfig({ TRUST_PROXY: value }).server.trustProxy).toEqual(expected);
  });

  it.each(['10.0.0.0/33', '10.0.0', 'fd00::/129', '10.0.0.0/8/8', 'nginx'])(
    'refuses %s as a trusted proxy',
    (value) => {
      expect(() => loadConfig({ TRUST_PROXY: value })).toThrow('TRUST_PROXY');
    },
  );

  it('reads a file of settings where there is one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-config-'));
    const file = join(folder, '.env');
    expect(readEnvironmentFile(file)).toEqual({});
    await writeFile(file, '# comment\nPORT=4000\nMAIL_FROM="A <a@example.com>"\n');
    expect(loadConfig(readEnvironmentFile(file))).toMatchObject({
      server: { port: 4000 },
      mail: { from: 'A <a@example.com>' },
    });
    await rm(folder, { recursive: true });
  });

  it('cannot be changed after it was read', () => {
    const config = loadConfig({});
    expect(
      Object.isFrozen(config) && Object.isFrozen(config.server) && Object.isFrozen(config.outbound.allow),
    ).toBe(true);
  });
});
