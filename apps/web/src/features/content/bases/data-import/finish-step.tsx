import { formatCount, formatFileSize } from '../../../../lib/format.ts';
import { sumFileSizes } from '../../files/index.ts';
import { proposeName, toSourceInput } from '../../sources/index.ts';
import classes from './data-import.module.css';
import { EstimatePanel } from './estimate-panel.tsx';
import { type BegunImport, ImportProgress } from './import-progress.tsx';
import { useEstimate } from './use-estimate.ts';
import type { ImportDraft } from './use-import-draft.ts';

/** Says what will be imported, and into which knowledge base. */
const Summary = ({ draft }: { draft: ImportDraft }) => {
  const { files, source, target, base, newBase } = draft;
  return (
    <dl className={`small flex flex-wrap ${classes.summary}`}>
      {files.length > 0 ? (
        <div>
          <dt>Files</dt>
          <dd>
            {formatCount(files.length, 'file')}, {formatFileSize(sumFileSizes(files))}
          </dd>
        </div>
      ) : null}
      {source ? (
        <div>
          <dt>{source.entry.title}</dt>
          <dd>{proposeName(source.entry, source.form.draft)}</dd>
        </div>
      ) : null}
      <div>
        <dt>Goes into</dt>
        <dd>{target === 'new' ? `${newBase.form.getValues('name')} (new)` : base?.name}</dd>
      </div>
    </dl>
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
