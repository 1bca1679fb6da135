import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import type { ConnectorEntry } from '@atelier/contracts/content/sources/source-shapes';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { LabelsFold } from '../../../../lib/label-fields.tsx';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { SearchIllustration } from '../../../../ui/theme/illustrations.tsx';
import { findConnectorEntry, useConnectors, useStartSource } from '../api.ts';
import { OwnFields } from '../configuration/own-fields.tsx';
import { SourceFields } from '../configuration/source-fields.tsx';
import { useSourceForms } from '../configuration/use-source-forms.ts';
import { mostPages, toSourceBody } from '../model/source-draft.ts';
import { SourceList } from './sources-section.tsx';

/** Adds a website: its address, how many pages to read, how often. */
const WebsiteForm = ({ base, entry }: { base: KnowledgeBase; entry: ConnectorEntry }) => {
  const start = useStartSource();
  const { formOf, clear } = useSourceForms();
  /** The key of the form. Each website gets a new form, because a used one would report its empty fields as errors. */
  const [round, setRound] = useState(0);
  const form = formOf(entry);
  const send = async () => {
    if (!form.judge()) return;
    const source = toSourceBody(entry, form.draft);
    const body = { ...source, type: 'WEBSITE' as const, knowledgeBaseId: base.knowledgeBaseId };
    await start.mutateAsync({ body });
    toastSuccess(`“${source.name}” is being read.`);
    clear();
    setRound(round + 1);
  };
  return (
    <Panel
      title="Add a website"
      description={`One site, at most ${mostPages} pages. Its robots.txt is respected, and the report names each page that was left out.`}
    >
      <form
        className="stack-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send().catch(() => undefined);
        }}
      >
        <SourceFields key={round} entry={entry} form={form}>
          <OwnFields entry={entry} form={form} />
          <LabelsFold
            hint="They apply to every page of this website."
            value={form.draft.labels}
            onChange={(labels) => form.onChange({ ...form.draft, labels })}
          />
          <div>
            <Button type="submit" loading={start.isPending}>
              Import the website
            </Button>
          </div>
        </SourceFields>
        <FormFailure failure={start.isError ? describeError(start.error) : undefined} />
      </form>
    </Panel>
  );
};

/** The websites of a knowledge base: a form for an address, and the outcome of their pages (KB-16, IMPORT-38). */
export const WebsiteSection = ({ base }: { base: KnowledgeBase }) => {
  const canImport = base.abilities.canImport ?? false;
  const catalogue = useConnectors();
  const entry = findConnectorEntry(catalogue.data?.connectors ?? [], 'WEBSITE');
  return (
    <div className="stack-5">
      {canImport ? (
        <QueryView query={catalogue} errorTitle="The form could not be loaded">
          {() => (entry ? <WebsiteForm key={base.knowledgeBaseId} base={base} entry={entry} /> : null)}
        </QueryView>
      ) : null}
      <SourceList
        base={base}
        label="Websites"
        type="WEBSITE"
        empty={
          <EmptyState compact illustration={<SearchIllustration />} title="No websites yet">
            {canImport
              ? 'Give an address above, and its pages come in.'
              : 'Nobody has added a website to this knowledge base.'}
          </EmptyState>
        }
      />
    </div>
  );
};
