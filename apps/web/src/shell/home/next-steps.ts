import type { App } from '@atelier/contracts/apps';
import type { KnowledgeBase } from '@atelier/contracts/knowledge-shapes';

export interface NextStep {
  id: 'knowledge' | 'documents' | 'app' | 'share';
  title: string;
  text: string;
  action: string;
  to: string;
  isDone: boolean;
}

type BaseFacts = Pick<KnowledgeBase, 'knowledgeBaseId' | 'counts'>;
type AppFacts = Pick<App, 'appId' | 'conversations'>;

/** The way from an empty account to a shared app, judged by what is there. */
export const nextSteps = (bases: readonly BaseFacts[], apps: readonly AppFacts[]): NextStep[] => {
  const emptyBase = bases.find((base) => base.counts.documents === 0) ?? bases[0];
  const app = apps[0];
  return [
    {
      id: 'knowledge',
      title: 'Create a knowledge base',
      text: 'A shelf for the documents that answers come from.',
      action: 'Create',
      to: '/knowledge-base?new=1',
      isDone: bases.length > 0,
    },
    {
      id: 'documents',
      title: 'Add documents',
      text: 'PDF, Word, PowerPoint, Excel, web pages and plain text. Drop them in, watch them being read.',
      action: 'Add documents',
      to: emptyBase ? `/knowledge-base/${emptyBase.knowledgeBaseId}/documents` : '/knowledge-base',
      isDone: bases.some((base) => base.counts.documents > 0),
    },
    {
      id: 'app',
      title: 'Make an app',
      text: 'A chat on your knowledge, with its own name, voice and welcome.',
      action: 'Make an app',
      to: '/apps?new=1',
      isDone: apps.length > 0,
    },
    {
      id: 'share',
      title: 'Share it',
      text: 'Open its link, ask the first question and check the sources. Then hand the link on.',
      action: 'Open the app',
      to: app ? `/apps/${app.appId}` : '/apps',
      isDone: apps.some((each) => each.conversations > 0),
    },
  ];
};
