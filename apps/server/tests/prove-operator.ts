import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auth } from '@atelier/contracts/account/identity/auth';
import type { Client } from './client.ts';
import type { TestServer } from './harness.ts';

/** Returns the code that the start of the server prints. */
export const readOperatorCode = async ({ dataFolder }: Pick<TestServer, 'dataFolder'>): Promise<string> =>
  (await readFile(join(dataFolder, 'keys', 'operator'), 'utf8')).trim();

/** Proves that a browser belongs to the operator. */
export const proveOperator = async (
  browser: Client,
  server: Pick<TestServer, 'dataFolder'>,
): Promise<void> => {
  await browser.call(auth.endpoints.proveOperator, { body: { code: await readOperatorCode(server) } });
};
