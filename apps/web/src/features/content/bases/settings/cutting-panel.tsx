import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Fact, Facts } from '../../../../ui/content/facts.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { cleaningInWords, sizesInWords, strategyInWords, strategyWords } from '../../indexing/index.ts';
import { modelInWords, TrySettingsForm, useVersions } from '../../versions/index.ts';

const listFacts = ({ chunking, embeddingModelId }: KnowledgeBase): Fact[] => [
  [
    'Cut',
    <span key="cut" title={strategyWords[chunking.strategy].text}>
      {strategyInWords(chunking)}
    </span>,
  ],
  ['Chunks', sizesInWords(chunking)],
  ['Taken out before', cleaningInWords(chunking)],
  ['Embedding model', embeddingModelId === null ? 'None: found by words' : modelInWords(embeddingModelId)],
];

/** The form for a new index, offered here too. Its settings never change the active index. */
const Change = ({ base }: { base: KnowledgeBase }) => {
  const { data } = useVersions(base.knowledgeBaseId);
  const isBuilding = data?.items.some(({ status }) => status === 'BUILDING') ?? false;
  return (
    <>
      <TrySettingsForm base={base} isBuilding={isBuilding} />
      {isBuilding ? (
        <p>
          <TextLink to={`/knowledge-base/${base.knowledgeBaseId}/index`}>Show the versions</TextLink>
        </p>
      ) : null}
    </>
  );
};

/** Shows how documents are split and embedded, and offers a change (KB-04, KB-05, CHUNK-01). */
export const CuttingPanel = ({ base }: { base: KnowledgeBase }) => {
  const [isChanging, setChanging] = useState(false);
  return (
    <Panel
      title="How documents are cut"
      description="Other settings are built beside these as another index, while searches go on, and take over once you switch."
      actions={
        base.abilities.canUpdate ? (
          <Button variant="default" aria-expanded={isChanging} onClick={() => setChanging(!isChanging)}>
            {isChanging ? 'Leave as it is' : 'Try other settings'}
          </Button>
        ) : undefined
      }
    >
      <div className="stack-4">
        <Facts facts={listFacts(base)} />
        {isChanging ? <Change base={base} /> : null}
      </div>
    </Panel>
  );
};
