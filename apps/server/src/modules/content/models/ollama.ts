import { z } from 'zod';
import type { Outbound } from '../../../kernel/outbound/outbound.ts';
import { defineService, type Services } from '../../../kernel/services/services.ts';
import { localOllama } from './catalogue.ts';

const Tags = z.object({ models: z.array(z.object({ name: z.string() })) });
const freshForMs = 60_000;

/** The HTTP client for addresses that the operator configured. These may be in a private network. */
export const operatorOutbound = defineService<Outbound>({
  name: 'models.operator-outbound',
  create: ({ config, outbound }) => {
    const own = [config.models.openai?.baseUrl, config.models.ollama?.baseUrl ?? localOllama];
    return outbound.permitting(...own.filter((address) => address !== undefined));
  },
  close: (outbound) => outbound.close(),
});

interface OllamaModels {
  /**
   * Returns the names of the models of a running Ollama, or none when it does not run. The list is refreshed at most once a
   * minute, and only the first call waits for it, so that questions are not delayed.
   */
  list(outbound: Outbound): Promise<readonly string[]>;
}

const ask = async (services: Services, outbound: Outbound): Promise<string[]> => {
  const base = (services.config.models.ollama?.baseUrl ?? localOllama).replace(/\/v1$/, '');
  const response = await outbound.fetch(`${base}/api/tags`, { signal: AbortSignal.timeout(400) });
  const parsed = Tags.safeParse(await response.json());
  return parsed.success ? parsed.data.models.map((model) => model.name) : [];
};

export const ollamaModels = defineService<OllamaModels>({
  name: 'models.ollama',
  create: (services) => {
    let known: readonly string[] = [];
    let askedAt = Number.NEGATIVE_INFINITY;
    let asking: Promise<void> | undefined;
    return {
      async list(outbound) {
        if (Date.now() - askedAt > freshForMs) {
          asking ??= ask(services, outbound)
            .catch((error: unknown) => {
              services.log.debug({ err: error }, 'Ollama did not answer');
              return [];
            })
            .then((found) => {
              known = found;
              askedAt = Date.now();
              asking = undefined;
            });
          if (askedAt === Number.NEGATIVE_INFINITY) await asking;
        }
        return known;
      },
    };
  },
});
