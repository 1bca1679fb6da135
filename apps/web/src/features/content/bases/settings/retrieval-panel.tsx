import type { KnowledgeBase, KnowledgeBaseChange } from '@atelier/contracts/content/bases/knowledge-shapes';
import { RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import type { ZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { useFilterValues } from '../../documents/index.ts';
import { MoreSettingsPart, RetrievalFields, wholeConditions } from '../../search/index.ts';

interface RetrievalPanelProps {
  base: KnowledgeBase;
  form: ZodForm<typeof KnowledgeBaseChange>;
}

/** The settings with which apps find chunks here: the retriever, the filter and reranking (KB-05, RETRIEVE-01, RETRIEVE-02). */
export const RetrievalPanel = ({ base, form }: RetrievalPanelProps) => {
  const filterValues = useFilterValues(base.knowledgeBaseId).data;
  const mode = form.bind('retrieval.mode');
  const whole = form.bind('retrieval');
  // Fields that the form omits get the defaults of the schema.
  const settings = RetrievalSettings.parse({
    ...whole.value,
    filter: wholeConditions(whole.value?.filter ?? []),
  });
  return (
    <Panel title="Retrieval" description="How apps find chunks here, unless a retrieval test says otherwise.">
      <div className="stack-4">
        <RetrievalFields
          mode={mode}
          topK={form.bind('retrieval.topK')}
          scoreThreshold={form.bind('retrieval.scoreThreshold')}
        />
        <MoreSettingsPart
          settings={settings}
          filterValues={filterValues}
          onChange={({ filter = settings.filter, ...part }) =>
            whole.onChange({ ...settings, ...part, filter: wholeConditions(filter) })
          }
        />
      </div>
    </Panel>
  );
};
