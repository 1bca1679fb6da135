import { z } from 'zod';
import type { Outbound } from '../../../kernel/outbound/outbound.ts';
import { defineService } from '../../../kernel/services/services.ts';
import { type FoundModels, findModels } from './found-models.ts';

/** A server on the operator's machine with OpenAI's protocol, such as LM Studio or vLLM. */
export interface LocalServer {
  /** Without a path. */
  address: string;
  name: string;
  models: readonly string[];
}

/** The reply of OpenAI's protocol. Anything else that listens at the address is no server of models. */
const Listed = z.object({
  object: z.literal('list'),
  data: z
    .array(
      z.object({
        id: z.string().min(1).max(200),
        object: z.literal('model'),
        owned_by: z.string().optional(),
      }),
    )
    .max(1000),
});

/** A closed port refuses at once, so only a busy machine comes near this. */
const answerWithinMs = 2000;

const usualPort = { '1234': 'LM Studio' } as Record<string, string | undefined>;

const describeServer = (address: string, owners: readonly (string | undefined)[]): string => {
  const { port, host } = new URL(address);
  const program = owners.includes('vllm') ? 'vLLM' : usualPort[port];
  return program === undefined ? `Local server at ${host}` : `${program} on this server`;
};

const ask = async (outbound: Outbound, address: string): Promise<LocalServer[]> => {
  const response = await outbound.fetch(`${address}/v1/models`, {
    signal: AbortSignal.timeout(answerWithinMs),
    redirect: 'error',
    maxBytes: 1024 * 1024,
  });
  const listed = Listed.safeParse(await response.json());
  if (!listed.success || listed.data.data.length === 0) return [];
  const { data } = listed.data;
  const owners = data.map(({ owned_by: owner }) => owner);
  return [{ address, name: describeServer(address, owners), models: data.map(({ id }) => id) }];
};

/** The local servers that run now. */
export const localServers = defineService<FoundModels<LocalServer>>({
  name: 'models.local-servers',
  create: (services) =>
    findModels(services, 'A local server of models', async (outbound) => {
      const asked = services.config.models.localServers.map((address) =>
        ask(outbound, address).catch(() => []),
      );
      return (await Promise.all(asked)).flat();
    }),
});
