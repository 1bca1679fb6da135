import type { DocumentLabels, KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import type { DataField } from '@atelier/contracts/content/bases/knowledge-shapes';
import { DocumentChange } from '@atelier/contracts/content/documents/documents';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { formatFileSize, formatMoment } from '../../../../lib/format.ts';
import { LabelFields } from '../../../../lib/label-fields.tsx';
import { describeError, type ErrorDescription } from '../../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { LeaveQuestion } from '../../../../ui/forms/leave-question.tsx';
import { useChangeMetadata } from '../source-api.ts';
import classes from './source.module.css';
import { SummaryPart } from './summary-part.tsx';

interface Detail {
  key: string;
  name: string;
  value: string;
  /** True when the knowledge base asks for this detail of every document. */
  isExpected: boolean;
}

/** Returns the details that the knowledge base asks for, followed by the others of this document. */
const listDetails = ({ metadata }: KnowledgeImport, fields: readonly DataField[]): Detail[] => {
  const expected = fields.map(({ name }) => ({
    key: name,
    name,
    value: metadata[name] ?? '',
    isExpected: true,
  }));
  const names = new Set(fields.map(({ name }) => name));
  const own = Object.entries(metadata)
    .filter(([name]) => !names.has(name))
    .map(([name, value]) => ({ key: name, name, value, isExpected: false }));
  return [...expected, ...own];
};

/** Converts the details to the body of the request, in which a removed detail is an empty text. */
const toMetadata = (row: KnowledgeImport, details: readonly Detail[]): Record<string, string> => {
  const gone = Object.keys(row.metadata).map((name): [string, string] => [name, '']);
  const kept = details
    .filter(({ name }) => name.trim() !== '')
    .map(({ name, value }): [string, string] => [name.trim(), value.trim()]);
  return Object.fromEntries([...gone, ...kept]);
};

interface DetailRowsProps {
  details: readonly Detail[];
  isReadOnly: boolean;
  onChange: (details: Detail[]) => void;
}

const DetailRows = ({ details, isReadOnly, onChange }: DetailRowsProps) => {
  const change = (key: string, part: Partial<Detail>) =>
    onChange(details.map((detail) => (detail.key === key ? { ...detail, ...part } : detail)));
  return (
    <>
      {details.map((detail, index) => (
        <div key={detail.key} className={`stack-2 align-end ${classes.detailRow}`}>
          <TextInput
            label={`Detail ${index + 1}`}
            maxLength={60}
            value={detail.name}
            readOnly={detail.isExpected || isReadOnly}
            onChange={(event) => change(detail.key, { name: event.currentTarget.value })}
          />
          <TextInput
            label={`Value of ${detail.name || `detail ${index + 1}`}`}
            maxLength={1000}
            value={detail.value}
            readOnly={isReadOnly}
            onChange={(event) => change(detail.key, { value: event.currentTarget.value })}
          />
          {detail.isExpected || isReadOnly ? null : (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Take out ${detail.name || `detail ${index + 1}`}`}
              onClick={() => onChange(details.filter(({ key }) => key !== detail.key))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </div>
      ))}
    </>
  );
};

interface DetailsFormProps {
  row: KnowledgeImport;
  fields: readonly DataField[];
}

const useDetails = ({ row, fields }: DetailsFormProps) => {
  const { documentType, language, categories } = row;
  const [known, setKnown] = useState<DocumentLabels>({ documentType, language, categories });
  const [details, setDetails] = useState(() => listDetails(row, fields));
  const [isDirty, setDirty] = useState(false);
  const [failure, setFailure] = useState<ErrorDescription>();
  const change = useChangeMetadata();
  const save = async () => {
    setFailure(undefined);
    try {
      const wanted = DocumentChange.parse({ ...known, metadata: toMetadata(row, details) });
      await change.mutateAsync({ body: { ids: [row.knowledgeBaseImportId], ...wanted } });
      setDirty(false);
    } catch (error) {
      setFailure(describeError(error));
    }
  };
  return {
    known,
    details,
    isDirty,
    failure,
    isSaving: change.isPending,
    save,
    setKnown: (next: DocumentLabels) => {
      setDirty(true);
      setKnown(next);
    },
    setDetails: (next: Detail[]) => {
      setDirty(true);
      setDetails(next);
    },
  };
};

const DetailsForm = ({ row, fields }: DetailsFormProps) => {
  const form = useDetails({ row, fields });
  const isReadOnly = !row.abilities.canRemove;
  const add = () =>
    form.setDetails([...form.details, { key: crypto.randomUUID(), name: '', value: '', isExpected: false }]);
  return (
    <form
      className="stack-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <LabelFields value={form.known} isReadOnly={isReadOnly} onChange={form.setKnown} />
      <DetailRows details={form.details} isReadOnly={isReadOnly} onChange={form.setDetails} />
      <FormFailure failure={form.failure} />
      {isReadOnly ? null : (
        <div className="row-2-3 flat justify-end margin-bottom-3">
          <Button
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={add}
            disabled={form.details.length >= 50}
          >
            Add a detail
          </Button>
          <Button type="submit" disabled={!form.isDirty} loading={form.isSaving}>
            Save details
          </Button>
        </div>
      )}
      <LeaveQuestion isDirty={form.isDirty && !form.isSaving} />
    </form>
  );
};

const FileFacts = ({ row }: { row: KnowledgeImport }) => (
  <section className={`stack-3 border-top pad-top-4 ${classes.part}`}>
    <h3>File</h3>
    <p className="muted small below-3">
      {formatFileSize(row.size)}, version {row.version}, added {formatMoment(row.createdAt)}.
      {row.url === null ? null : (
        <>
          {' '}
          From{' '}
          <a href={row.url} target="_blank" rel="noreferrer">
            {row.url}
          </a>
          .
        </>
      )}
    </p>
  </section>
);

/** The details of the document (IMPORT-35 to IMPORT-37, IMPORT-60), and its summary. */
export const DetailsTab = ({ row, fields }: DetailsFormProps) => (
  <div className="stack-4">
    <DetailsForm key={`${row.knowledgeBaseImportId} ${row.version}`} row={row} fields={fields} />
    <SummaryPart row={row} />
    <FileFacts row={row} />
  </div>
);
