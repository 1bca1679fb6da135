import { z } from 'zod';
import type { Outbound } from '../../../kernel/outbound/outbound.ts';
import { defineService, type Services } from '../../../kernel/services/services.ts';

const freshForMs = 60_000;

/** The models on servers of the operator that may run or not. */
interface FoundModels<T> {
  /** The list is refreshed at most once a minute, and only the first call waits for it, so that questions are not delayed. */
  list(outbound: Outbound): Promise<readonly T[]>;
}

/** Remembers what `ask` finds. A failure counts as nothing. */
const findModels = <T>(
  { log }: Services,
  what: string,
  ask: (outbound: Outbound) => Promise<readonly T[]>,
): FoundModels<T> => {
  let known: readonly T[] = [];
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;
  const refresh = async (outbound: Outbound): Promise<void> => {
    known = await ask(outbound).catch((error: unknown) => {
      log.debug({ err: error }, `${what} did not answer`);
      return [];
    });
    askedAt = Date.now();
    asking = undefined;
  };
  return {
    async list(outbound) {
      if (Date.now() - askedAt > freshForMs) {
        asking ??= refresh(outbound);
        if (askedAt === Number.NEGATIVE_INFINITY) await asking;
      }
      return known;
    },
  };
};

export const localOllama = 'http://127.0.0.1:11434';

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

const Tags = z.object({ models: z.array(z.object({ name: z.string() })) });

/** The HTTP client for addresses that the operator configured. These may be in a private network. */
export const operatorOutbound = defineService<Outbound>({
  name: 'models.operator-outbound',
  create: ({ config, outbound }) => {
    const { openai, ollama, localServers } = config.models;
    const own = [openai?.baseUrl, ollama?.baseUrl ?? localOllama, ...localServers];
    return outbound.permitting(...own.filter((address) => address !== undefined));
  },
  close: (outbound) => outbound.close(),
});

const askOllama = async (services: Services, outbound: Outbound): Promise<string[]> => {
  const base = (services.config.models.ollama?.baseUrl ?? localOllama).replace(/\/v1$/, '');
  const response = await outbound.fetch(`${base}/api/tags`, { signal: AbortSignal.timeout(400) });
  const parsed = Tags.safeParse(await response.json());
  return parsed.success ? parsed.data.models.map((model) => model.name) : [];
};

/** The names of the models of a running Ollama; none when it does not run. */
export const ollamaModels = defineService<FoundModels<string>>({
  name: 'models.ollama',
  create: (services) => findModels(services, 'Ollama', (outbound) => askOllama(services, outbound)),
});
