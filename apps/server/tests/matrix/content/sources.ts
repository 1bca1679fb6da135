import { sources } from '@atelier/contracts/content/sources/sources';
import { matrixOf, type Own, type Parts } from '../matrix.ts';

/** A text source of tenant A, created once for all rows. */
const madeOf = new WeakMap<Own, Promise<string>>();
const make = async ({ owner, knowledgeBaseId }: Own): Promise<string> => {
  const source = await owner.call(sources.endpoints.init, {
    body: { knowledgeBaseId, type: 'MANUAL', name: 'Notes', settings: { title: 'Notes', text: 'Leave.' } },
  });
  return source.sourceId;
};
const sourceOf = (own: Own): Promise<string> => {
  const made = madeOf.get(own) ?? make(own);
  madeOf.set(own, made);
  return made;
};

const source = async (own: Own): Promise<Parts> => ({ params: { sourceId: await sourceOf(own) } });
const text = { settings: { title: 'Taken over', text: 'Text' } };
const added = ({ knowledgeBaseId }: Own): Parts => ({
  body: { knowledgeBaseId, name: 'Taken over', type: 'MANUAL', ...text },
});

export const sourcesMatrix = matrixOf(sources, {
  connectors: { plain: 'it lists the kinds of sources' },
  test: {
    plain: 'it tries settings that are not saved',
    parts: { body: { type: 'MANUAL', ...text } },
  },
  options: { plain: 'it tries settings that are not saved' },
  estimate: {
    naming: ({ knowledgeBaseId }) => ({ body: { knowledgeBaseId, files: [{ name: 'a.txt', size: 10 }] } }),
  },
  init: { naming: added },
  import: { naming: async (own) => ({ body: { sourceId: await sourceOf(own) } }) },
  createImport: { naming: added },
  importByApi: {
    naming: ({ knowledgeBaseId }) => ({
      body: { knowledgeBaseId, name: 'Taken over', settings: { url: 'https://example.com/' } },
    }),
  },
  importKnowledgeBase: { naming: ({ knowledgeBaseId }) => ({ body: { knowledgeBaseId } }) },
  list: { naming: ({ knowledgeBaseId }) => ({ params: { id: knowledgeBaseId } }) },
  events: { naming: ({ knowledgeBaseId }) => ({ query: { knowledgeBaseId } }) },
  get: { naming: source },
  update: { naming: async (own) => ({ ...(await source(own)), body: { name: 'Taken over' } }) },
  remove: { naming: async (own) => ({ ...(await source(own)), query: { documents: true } }) },
  sync: { naming: source },
  cancel: { naming: source },
  retry: { naming: source },
  report: { naming: source },
  hook: { naming: async (own) => ({ ...(await source(own)), body: { isOn: true } }) },
  receive: { plain: 'it is public, and the address carries its own secret' },
});
