import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';

describe('a server behind a proxy', () => {
  let ground: TestServer;
  beforeAll(async () => {
    ground = await startTestServer();
  });
  afterAll(() => ground.close());

  /** Returns the warnings that the server logs for these requests, and its answers. */
  const ask = async (env: Record<string, string>, requests: readonly Record<string, string>[]) => {
    const lines: string[] = [];
    const server = await ground.another({ env, onLog: (line) => lines.push(line) });
    const statuses: number[] = [];
    for (const headers of requests)
      statuses.push((await fetch(`${server.origin}/api/auth/session`, { headers })).status);
    await server.close();
    const told = lines
      .map((line) => JSON.parse(line) as { level: unknown; msg: string })
      .filter(({ msg }) => msg.includes('TRUST_PROXY'));
    return { told: told.map(({ msg }) => msg), levels: told.map(({ level }) => level), statuses };
  };
  const ada = { 'x-forwarded-for': '192.0.2.1' };
  const bob = { 'x-forwarded-for': '192.0.2.2' };

  it('logs once which setting is missing when the proxy is not trusted', async () => {
    const { told, levels } = await ask({}, [{}, ada, bob, { 'x-forwarded-proto': 'https' }]);
    expect(told).toEqual([
      'X-Forwarded headers came from 127.0.0.1, which TRUST_PROXY does not cover, so they were ignored and everybody behind that address shares its limits; if it is your proxy, set TRUST_PROXY=127.0.0.1.',
    ]);
    expect(levels).toEqual(['warn']);
  });

  it('keeps the trusted proxies in the setting that it proposes', async () => {
    const { told } = await ask({ TRUST_PROXY: '10.0.0.0/8, fd00::1' }, [{ 'x-forwarded-proto': 'https' }]);
    expect(told[0]).toMatch(/set TRUST_PROXY=10\.0\.0\.0\/8,fd00::1,127\.0\.0\.1\.$/);
  });

  it.each(['true', '1', '127.0.0.0/8'])('logs nothing with TRUST_PROXY=%s', async (value) => {
    const { told } = await ask({ TRUST_PROXY: value }, [ada, { 'x-forwarded-host': 'localhost' }]);
    expect(told).toEqual([]);
  });

  it.each(['false', '1'])('logs nothing while no header comes, with TRUST_PROXY=%s', async (value) => {
    expect((await ask({ TRUST_PROXY: value }, [{}, {}])).told).toEqual([]);
  });

  it('limits each visitor separately when the proxy is trusted, else all of them together', async () => {
    const limits = { RATE_LIMIT_DEFAULT_PER_MINUTE: '2', RATE_LIMIT_AUTH_PER_MINUTE: '2' };
    const visits = [ada, ada, bob, bob];
    const alone = await ask({ ...limits, TRUST_PROXY: '127.0.0.1' }, visits);
    const together = await ask(limits, visits);
    expect(alone.statuses.filter((status) => status === 429)).toEqual([]);
    expect(together.statuses.slice(2)).toEqual([429, 429]);
  });
});
