import { z } from 'zod';
import type { Outbound } from '../../../kernel/outbound/outbound.ts';
import { defineService, type Services } from '../../../kernel/services/services.ts';
import { localOllama } from './catalogue.ts';
import { type FoundModels, findModels } from './found-models.ts';

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

const ask = async (services: Services, outbound: Outbound): Promise<string[]> => {
  const base = (services.config.models.ollama?.baseUrl ?? localOllama).replace(/\/v1$/, '');
  const response = await outbound.fetch(`${base}/api/tags`, { signal: AbortSignal.timeout(400) });
  const parsed = Tags.safeParse(await response.json());
  return parsed.success ? parsed.data.models.map((model) => model.name) : [];
};

/** The names of the models of a running Ollama; none when it does not run. */
export const ollamaModels = defineService<FoundModels<string>>({
  name: 'models.ollama',
  create: (services) => findModels(services, 'Ollama', (outbound) => ask(services, outbound)),
});
