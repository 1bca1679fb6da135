import type { TxCtx } from '../../../../kernel/context/context.ts';
import { knowledgeBaseRepository, visibleKnowledge } from '../../../content/bases/index.ts';
import { listAppsForChat } from '../../apps/index.ts';

/** A tool: an app that is asked, or a knowledge base that is searched. */
export interface Tool {
  kind: 'ask' | 'search';
  /** The id of the app or the knowledge base. */
  id: string;
  /** Unique, and stable as long as its app or knowledge base is not renamed. */
  name: string;
  title: string;
  description: string;
}

const mostBases = 200;
const wordLength = 24;
const suffixLength = 8;

/** Clients allow 64 characters together with a prefix of their own, so a name holds the beginning of the title and the end of the id. */
const nameOf = (kind: Tool['kind'], title: string, id: string): string => {
  const letters = title
    .normalize('NFKD')
    .toLowerCase()
    .matchAll(/[a-z0-9]+/g);
  const words = [...letters].join('_').slice(0, wordLength).replace(/_$/, '');
  return [kind, words, id.slice(-suffixLength)].filter((part) => part !== '').join('_');
};

const appTool = ({ appId, name }: { appId: string; name: string }): Tool => ({
  kind: 'ask',
  id: appId,
  name: nameOf('ask', name, appId),
  title: name,
  description: `Asks the app “${name}” a question. It answers from its documents, with numbered citations and their quotes.`,
});

const baseTool = ({ id, name, description }: { id: string; name: string; description: string }): Tool => ({
  kind: 'search',
  id,
  name: nameOf('search', name, id),
  title: name,
  description: [`Searches the knowledge base “${name}” and returns the passages that fit best.`, description]
    .filter((sentence) => sentence !== '')
    .join(' '),
});

const listBases = async (tx: TxCtx): Promise<Tool[]> => {
  if (!tx.may('knowledge:read')) return [];
  const { rows } = await knowledgeBaseRepository.list(tx.db, {
    ...{ sort: 'name', order: 'asc', limit: mostBases },
    visible: visibleKnowledge.bases(tx),
  });
  return rows.filter(({ row }) => row.base.status === 'ON').map(({ row }) => baseTool(row.base));
};

/** Lists the tools of the caller, always in the same order: the apps that they may talk to, and the knowledge bases that they see. */
export const listTools = async (tx: TxCtx): Promise<Tool[]> => {
  const [apps, bases] = await Promise.all([listAppsForChat(tx), listBases(tx)]);
  return [...apps.map(appTool), ...bases].toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
};
