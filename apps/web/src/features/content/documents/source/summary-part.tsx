import type { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import type { DocumentSummary } from '@atelier/contracts/content/documents/documents';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { describeError, type ErrorDescription } from '../../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { useChangeMetadata, useOrderSummary, useSummary } from '../source-api.ts';
import classes from './source.module.css';

const kinds = {
  EXTRACTIVE: 'Extractive: sentences of the document',
  WRITTEN: 'Written by a language model',
  EDITED: 'Written by hand',
} as const;

interface SummaryFormProps {
  row: KnowledgeImport;
  summary: DocumentSummary;
}

const SummaryForm = ({ row, summary }: SummaryFormProps) => {
  const [text, setText] = useState(summary.summary ?? '');
  const [failure, setFailure] = useState<ErrorDescription>();
  const order = useOrderSummary();
  const change = useChangeMetadata();
  const { knowledgeBaseImportId } = row;
  const isMaking = summary.state === 'IN-PROGRESS';
  const save = async () => {
    setFailure(undefined);
    try {
      await change.mutateAsync({ body: { ids: [knowledgeBaseImportId], summary: text } });
    } catch (error) {
      setFailure(describeError(error));
    }
  };
  return (
    <>
      {summary.kind === null ? null : (
        <div>
          <StatusBadge tone="neutral">{kinds[summary.kind]}</StatusBadge>
        </div>
      )}
      {summary.error === null ? null : (
        <p className="small below-4 warning-box pad-3-4" role="alert">
          The summary could not be made. {summary.error}
        </p>
      )}
      <Textarea
        label="Summary"
        placeholder="None yet. Generate one, or write it here."
        autosize
        minRows={3}
        maxRows={14}
        maxLength={20_000}
        value={text}
        readOnly={!row.abilities.canRemove || isMaking}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <FormFailure failure={failure} />
      {row.abilities.canEdit ? (
        <div className="row-2-3 flat justify-end margin-bottom-3">
          <Button
            variant="default"
            loading={order.isPending || isMaking}
            onClick={() => order.mutate({ body: { knowledgeBaseImportId } })}
          >
            Generate
          </Button>
          <Button
            onClick={() => void save()}
            disabled={text.trim() === (summary.summary ?? '')}
            loading={change.isPending}
          >
            Save summary
          </Button>
        </div>
      ) : null}
    </>
  );
};

/** The document's summary: generated, or written by hand (IMPORT-46, IMPORT-58). */
export const SummaryPart = ({ row }: { row: KnowledgeImport }) => {
  const query = useSummary(row.knowledgeBaseImportId, row.summaryState);
  return (
    <section className={`stack-3 border-top pad-top-4 ${classes.part}`}>
      <h3>Summary</h3>
      <QueryView query={query} errorTitle="The summary could not be loaded">
        {(summary) => <SummaryForm key={`${summary.state} ${summary.summary}`} row={row} summary={summary} />}
      </QueryView>
    </section>
  );
};
