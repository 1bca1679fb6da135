import type { KnowledgeBase } from '@atelier/contracts/knowledge-shapes';
import { ActionIcon, Button, Radio, Select, Stack } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCount, formatFileSize } from '../../../lib/format.ts';
import { useMay } from '../../../lib/session.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { DocumentsIllustration } from '../../../ui/illustrations.tsx';
import { Page } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Wizard } from '../../../ui/wizard.tsx';
import { useKnowledgeBases } from '../api.ts';
import { AdvancedFields, NameFields, useCreateForm } from '../base/create-base-dialog.tsx';
import { SourceIcon } from '../documents/source-icon.tsx';
import { acceptedEndings, acceptedInWords } from '../model/accepted-files.ts';
import { bytesOf } from '../model/upload-parts.ts';
import { useUploads } from '../upload/upload-store.ts';
import classes from './data-import.module.css';

const shownFiles = 8;
/** As many as a page may hold; who has more finds theirs in the list and adds documents there. */
const choices = 100;

const ChosenFiles = ({ files, onChange }: { files: File[]; onChange: (files: File[]) => void }) =>
  files.length === 0 ? null : (
    <div>
      <p className={classes.sum} role="status">
        {formatCount(files.length, 'file')}, {formatFileSize(bytesOf(files))}
      </p>
      <ul className={classes.files}>
        {files.slice(0, shownFiles).map((file, index) => (
          <li key={`${index} ${file.name}`}>
            <SourceIcon type="FILE" name={file.name} />
            <span className={classes.fileName}>{file.name}</span>
            <span className={classes.fileSize}>{formatFileSize(file.size)}</span>
            <ActionIcon
              size="sm"
              aria-label={`Leave out ${file.name}`}
              onClick={() => onChange(files.filter((each) => each !== file))}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        ))}
        {files.length > shownFiles ? <li>And {files.length - shownFiles} more.</li> : null}
      </ul>
      {files.length > 1 ? (
        <Button size="xs" variant="subtle" onClick={() => onChange([])}>
          Leave out all
        </Button>
      ) : null}
    </div>
  );

interface ImportWizardProps {
  bases: KnowledgeBase[];
}

/** Where to, then what: two steps to the first import. */
const ImportWizard = ({ bases }: ImportWizardProps) => {
  const navigate = useNavigate();
  const uploads = useUploads();
  const [target, setTarget] = useState<'new' | 'existing'>(bases.length > 0 ? 'existing' : 'new');
  const [baseId, setBaseId] = useState(bases[0]?.knowledgeBaseId ?? null);
  const [files, setFiles] = useState<File[]>([]);
  const start = (id: string) => {
    if (files.length > 0) uploads.add(id, files);
    void navigate({ to: `/knowledge-base/${id}/documents` });
  };
  const form = useCreateForm((base) => start(base.knowledgeBaseId));
  const isNew = target === 'new';
  /** Leads back to the fields when one of them is refused. */
  const finish = async () => {
    if (!isNew) return baseId === null ? 'where' : start(baseId);
    await form.send();
    const fields = ['name', 'description', 'chunking', 'retrieval'] as const;
    return fields.some((field) => form.form.getFieldState(field).invalid) ? 'where' : undefined;
  };
  const where = (
    <Stack gap="md">
      {bases.length > 0 ? (
        <Radio.Group
          label="Where do the documents go?"
          value={target}
          onChange={(value) => setTarget(value === 'new' ? 'new' : 'existing')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="existing" label="Into a knowledge base that is there" />
            <Radio value="new" label="Into a new knowledge base" />
          </Stack>
        </Radio.Group>
      ) : null}
      {isNew ? (
        <>
          <NameFields form={form} />
          <AdvancedFields form={form} />
        </>
      ) : (
        <Select
          label="Knowledge base"
          searchable
          data={bases.map((base) => ({ value: base.knowledgeBaseId, label: base.name }))}
          value={baseId}
          onChange={setBaseId}
        />
      )}
    </Stack>
  );
  const what = (
    <Stack gap="md">
      <FileDrop
        title="Drop your documents here"
        hint={`${acceptedInWords} One file or hundreds, or a whole folder.`}
        endings={acceptedEndings}
        folders
        onFiles={(added) => setFiles((chosen) => [...chosen, ...added])}
      />
      <ChosenFiles files={files} onChange={setFiles} />
    </Stack>
  );
  return (
    <Wizard
      steps={[
        {
          id: 'where',
          label: 'Knowledge base',
          content: where,
          validate: () => (isNew ? form.form.trigger(undefined, { shouldFocus: true }) : baseId !== null),
        },
        { id: 'what', label: 'Documents', content: what },
      ]}
      finishLabel={files.length > 0 ? `Import ${formatCount(files.length, 'file')}` : 'Finish without files'}
      onFinish={finish}
      onCancel={() => void navigate({ to: '/knowledge-base' })}
      isFinishing={form.isSubmitting}
      failure={<FormFailure failure={form.failure} />}
    />
  );
};

/** The start of an import (ROUTE-14, HEADER-07). */
export const DataImportScreen = () => {
  const may = useMay();
  const list = useKnowledgeBases({ search: '', sort: 'updatedAt', order: 'desc', limit: choices });
  return (
    <Page
      title="Import documents"
      description="Choose where they go, drop them in, and watch them being read."
      breadcrumbs={[{ label: 'Knowledge', to: '/knowledge-base' }]}
      width="narrow"
    >
      {may('knowledge:write') ? (
        <QueryView query={list.query}>
          {() => (
            <Panel>
              <ImportWizard bases={list.rows} />
            </Panel>
          )}
        </QueryView>
      ) : (
        <EmptyState illustration={<DocumentsIllustration />} title="Only builders import documents">
          Ask a builder or an administrator of your company to add the documents for you.
        </EmptyState>
      )}
    </Page>
  );
};
