import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { useMay } from '../../../../lib/account/session.ts';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { type Balance, isReadingOver, resultInWords } from '../model/import-balance.ts';

interface WhatNextProps {
  base: Pick<KnowledgeBase, 'knowledgeBaseId' | 'apps'>;
  balance: Balance;
}

/** Says how reading ended once it has, and names the step after it: to ask the app that answers from the knowledge base, or to make one. */
export const WhatNext = ({ base, balance }: WhatNextProps) => {
  const may = useMay();
  const [app] = base.apps;
  if (!isReadingOver(balance) || (!app && !may('apps:write'))) return null;
  return (
    <p role="status">
      {resultInWords(balance)}{' '}
      {app ? (
        <TextLink to={`/apps/${app.appId}`}>{`Ask “${app.name}”`}</TextLink>
      ) : (
        <TextLink to={`/apps?new=1&base=${base.knowledgeBaseId}`}>Make an app that answers from it</TextLink>
      )}
    </p>
  );
};
