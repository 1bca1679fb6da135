import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { type KnowledgeBase, KnowledgeBaseShare } from '@atelier/contracts/content/bases/knowledge-shapes';
import { Radio, Stack, Switch } from '@mantine/core';
import { useWrite } from '../../../../lib/query.ts';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { LanguageModelField } from '../../search/index.ts';

const { endpoints } = knowledge;

const useChange = () =>
  useWrite(endpoints.update, {
    refreshes: [endpoints.get, endpoints.list],
    success: 'Settings updated successfully',
    toastFailure: true,
  });

/** Settings for sharing (KB-11), and for the models that process each new document (KB-03, KB-05). */
export const DocumentsPanel = ({ base }: { base: KnowledgeBase }) => {
  const change = useChange();
  const params = { id: base.knowledgeBaseId };
  const disabled = !base.abilities.canUpdate || change.isPending;
  return (
    <>
      <Panel title="Sharing" description="Builders see every knowledge base.">
        <Radio.Group
          label="Who else sees it"
          value={base.share}
          onChange={(value) => change.mutate({ params, body: { share: KnowledgeBaseShare.parse(value) } })}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="EVERYONE" label="Everyone in your company" disabled={disabled} />
            <Radio value="PRIVATE" label="Private: only those it is given to" disabled={disabled} />
          </Stack>
        </Radio.Group>
      </Panel>
      <Panel title="Summaries">
        <Stack>
          <Switch
            label="Summarize each document once it is imported"
            description="By your language model, which costs credits; without one, with sentences of the document."
            checked={base.summarize}
            disabled={disabled}
            onChange={() => change.mutate({ params, body: { summarize: !base.summarize } })}
          />
          <LanguageModelField
            value={base.languageModelId}
            disabled={disabled}
            onChange={(languageModelId) => change.mutate({ params, body: { languageModelId } })}
          />
        </Stack>
      </Panel>
    </>
  );
};
