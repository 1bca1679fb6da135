import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { useMay } from '../../../../lib/account/session.ts';
import { TextLink } from '../../../../ui/layout/text-link.tsx';

/** Names the step after reading: to ask the app that answers from the knowledge base, or to make one. */
export const WhatNext = ({ base }: { base: Pick<KnowledgeBase, 'knowledgeBaseId' | 'apps'> }) => {
  const may = useMay();
  const [app] = base.apps;
  if (app)
    return (
      <p role="status">
        Everything is read. <TextLink to={`/apps/${app.appId}`}>{`Ask “${app.name}”`}</TextLink>
      </p>
    );
  return may('apps:write') ? (
    <p role="status">
      Everything is read.{' '}
      <TextLink to={`/apps?new=1&base=${base.knowledgeBaseId}`}>Make an app that answers from it</TextLink>
    </p>
  ) : null;
};
