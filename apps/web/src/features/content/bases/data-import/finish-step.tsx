import { formatCount, formatFileSize } from '../../../../lib/format.ts';
import { Facts } from '../../../../ui/content/facts.tsx';
import { sumFileSizes } from '../../files/index.ts';
import { proposeName, toSourceInput } from '../../sources/index.ts';
import { EstimatePanel } from './estimate-panel.tsx';
import { type BegunImport, ImportProgress } from './import-progress.tsx';
import { useEstimate } from './use-estimate.ts';
import type { ImportDraft } from './use-import-draft.ts';

/** Says what will be imported, and into which knowledge base. */
const Summary = ({ draft }: { draft: ImportDraft }) => {
  const { files, source, target, base, newBase } = draft;
  return (
    <Facts
      facts={[
        [
          'Files',
          files.length === 0
            ? null
            : `${formatCount(files.length, 'file')}, ${formatFileSize(sumFileSizes(files))}`,
        ],
        ...(source ? [[source.entry.title, proposeName(source.entry, source.form.draft)] as const] : []),
        ['Goes into', target === 'new' ? `${newBase.form.getValues('name')} (new)` : base?.name],
      ]}
    />
  );
};

const estimateRequest = ({ files, source, target, base, newBase, summarize }: ImportDraft) => {
  const type = source?.entry.type;
  return {
    knowledgeBaseId: target === 'existing' ? base?.knowledgeBaseId : undefined,
    imageHandling: newBase.form.getValues('imageHandling'),
    embeddingModelId: newBase.form.getValues('embeddingModelId'),
    languageModelId: newBase.form.getValues('languageModelId'),
    ...(summarize ? { summarize } : {}),
    files,
    source: type ? { type, ...toSourceInput(source.entry, source.form.draft) } : undefined,
  };
};

const BeforeStart = ({ draft }: { draft: ImportDraft }) => (
  <>
    <Summary draft={draft} />
    <EstimatePanel estimate={useEstimate(estimateRequest(draft))} />
  </>
);

/** The last step of the import (TOUR-05): the estimate, then the import itself. */
export const FinishStep = ({ draft, begun }: { draft: ImportDraft; begun: BegunImport | undefined }) => (
  <div className="stack-4">{begun ? <ImportProgress {...begun} /> : <BeforeStart draft={draft} />}</div>
);
