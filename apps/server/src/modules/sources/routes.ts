import { sources } from '@atelier/contracts';
import { fail } from '../../kernel/errors.ts';
import { defineRoutes } from '../../kernel/module.ts';

const unavailable = (): Promise<never> => Promise.reject(fail('sources.type_unavailable'));

export const sourcesRoutes = defineRoutes(sources, {
  connectors: async () => ({ connectors: [] }),
  test: unavailable,
  options: unavailable,
  estimate: unavailable,
  init: unavailable,
  import: unavailable,
  createImport: unavailable,
  importByApi: unavailable,
  importKnowledgeBase: unavailable,
  list: unavailable,
  events: unavailable,
  get: unavailable,
  update: unavailable,
  remove: unavailable,
  sync: unavailable,
  cancel: unavailable,
  retry: unavailable,
  report: unavailable,
  hook: unavailable,
  receive: unavailable,
});
