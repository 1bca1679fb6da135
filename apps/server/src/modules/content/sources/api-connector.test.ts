import { ConnectorError, type ConnectorInput } from '@atelier/connectors';
import { type AnsweringServer, readAll } from '@atelier/connectors/tests/answering-server';
import { valuesSchema } from '@atelier/contracts/fields/field-schema';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAllowedServer } from '../../../../tests/fakes/answering-server.ts';
import { getConnector } from './service/open-input.ts';

const connector = getConnector('API');

const code = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof ConnectorError) return `${error.code}${error.retryable ? ' retryable' : ''}`;
    throw error;
  }
  return 'no failure';
};

describe('the API connector behind the outbound client', () => {
  let site: AnsweringServer;
  beforeAll(async () => {
    site = await startAllowedServer();
  });
  beforeEach(() => {
    site.asked.length = 0;
  });
  afterAll(() => site.close());

  const inputOf = (settings: FieldValues, connection: FieldValues = {}): ConnectorInput => ({
    settings: valuesSchema(connector.settingsFields).parse({ url: `${site.origin}/list`, ...settings }),
    connection,
  });
  const read = (settings: FieldValues = {}, connection?: FieldValues) =>
    readAll(connector.read(site.io, inputOf(settings, connection), undefined));
  const failing = (settings: FieldValues = {}, connection?: FieldValues) => code(read(settings, connection));

  it('does not follow a redirect into the network, and reaches no private address', async () => {
    site.answer = (_asked, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
    expect(await failing()).toBe('sources.blocked');
    for (const url of [
      'http://127.0.0.1:8081/',
      'http://[::1]:8081/',
      'http://2130706433:8081/',
      'http://localhost:8081/',
    ])
      expect(await failing({ url }), url).toBe('sources.blocked');
  });

  it('stops at a huge answer and at one that never ends', async () => {
    site.answer = (_asked, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const part = Buffer.alloc(1024 * 1024, ' ');
      const more = () => {
        while (!response.destroyed && response.write(part));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    expect(await failing()).toBe('sources.too_large');
  });
});
