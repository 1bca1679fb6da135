import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export interface Provider {
  /** The environment variables that make this server a model provider of the product. */
  env(model: string): Record<string, string>;
  close(): Promise<void>;
}

/** Starts a model provider with OpenAI's protocol on loopback, in a process of its own. */
export const startProvider = async (): Promise<Provider> => {
  const child = spawn(
    join(root, 'node_modules', '.bin', 'node'),
    [join(root, 'packages', 'models', 'tests', 'fake-openai.ts'), '--port', '0'],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'exit');
  const line = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), ended]);
  const baseUrl = String(line[0]).trim();
  if (!baseUrl.startsWith('http')) throw new Error('The model provider of the tests did not start.');
  return {
    env: (model) => ({
      OPENAI_BASE_URL: baseUrl,
      OPENAI_API_KEY: 'a-key-for-tests',
      OPENAI_MODEL: model,
      OPENAI_EMBEDDING_MODEL: 'fake-embedding',
    }),
    async close() {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
