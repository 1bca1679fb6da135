import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import type { IndexEstimate } from '@atelier/contracts/content/versions/index-versions';
import { indexVersions } from '@atelier/contracts/content/versions/index-versions';
import { Button, NumberInput, Select } from '@mantine/core';
import { useState } from 'react';
import { formatCount, formatExactCredits } from '../../../lib/format.ts';
import { FormFailure } from '../../../ui/feedback/form-failure.tsx';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Stat, StatRow } from '../../../ui/layout/stat.tsx';
import { BaseChunkPreview, ChunkingFields, WordLanguageField, wholeChunking } from '../indexing/index.ts';
import { useEstimateVersion, useIndexChoices, useStartVersion } from './api.ts';
import { durationInWords } from './model/duration-in-words.ts';
import { NoEmbeddingModel } from './no-embedding-model.tsx';

const schema = indexVersions.endpoints.start.body;
const byWords = 'words';
const ownStore = 'EMBEDDED';

const useTryForm = (base: KnowledgeBase) => {
  const start = useStartVersion();
  const [estimate, setEstimate] = useState<IndexEstimate>();
  const estimating = useEstimateVersion();
  const { knowledgeBaseId: id, chunking, language, embeddingModelId, vectorStore, connectionId } = base;
  const form = useZodForm(schema, {
    defaultValues: { chunking, language, embeddingModelId, vectorStore, connectionId, creditLimit: null },
    fieldOfCode: { 'vector_stores.connection_unfit': 'connectionId' },
    onSubmit: async (body) => {
      // The first click shows the estimate, and the second one starts the build.
      if (!estimate) return setEstimate(await estimating.mutateAsync({ id, body }));
      await start.mutateAsync({ params: { id }, body });
      return setEstimate(undefined);
    },
  });
  return { form, estimate, forget: () => setEstimate(undefined) };
};

const EstimateRow = ({ estimate }: { estimate: IndexEstimate }) => (
  <StatRow>
    <Stat label="Documents" value={estimate.documents.toLocaleString('en')} />
    <Stat label="Chunks" value={`about ${estimate.chunks.toLocaleString('en')}`} />
    <Stat label="To embed" value={formatCount(estimate.tokens, 'token')} />
    <Stat label="Credits" value={formatExactCredits(estimate.credits)} hint="at most" />
    <Stat label="Time" value={durationInWords(estimate.seconds)} />
  </StatRow>
);

type TryForm = ReturnType<typeof useTryForm>['form'];

interface FieldsProps {
  base: KnowledgeBase;
  form: TryForm;
  /** Discards the estimate after a change. */
  forget: () => void;
}

const changing =
  (forget: () => void) =>
  <T,>(onChange: (value: T) => void) =>
  (value: T) => {
    forget();
    onChange(value);
  };

const cleaningIsFixed =
  'The cleaning of the text was chosen when the knowledge base was created: every index splits the same text.';

/** The fields for splitting documents, with a preview of one document. */
const CuttingFields = ({ base, form, forget }: FieldsProps) => {
  const chunking = form.bind('chunking');
  const value = wholeChunking(chunking.value);
  return (
    <>
      <ChunkingFields
        value={value}
        onChange={changing(forget)(chunking.onChange)}
        errorOf={(field) => form.bind(`chunking.${field}`).error}
        cleaningIsFixed={cleaningIsFixed}
      />
      <BaseChunkPreview base={base} chunking={value} />
    </>
  );
};

const StoreFields = ({ form, forget }: Omit<FieldsProps, 'base'>) => {
  const choices = useIndexChoices();
  const language = form.bind('language');
  const model = form.bind('embeddingModelId');
  const store = form.bind('vectorStore');
  const connection = form.bind('connectionId');
  const limit = form.bind('creditLimit');
  const models = choices.models.map(({ modelId, label }) => ({ value: modelId, label }));
  const stores = choices.stores.map(({ connectionId, name, title }) => ({
    value: connectionId,
    label: `${name} (${title})`,
  }));
  const change = changing(forget);
  const chooseStore = (value: string | null) => {
    forget();
    const chosen = choices.stores.find(({ connectionId }) => connectionId === value);
    const kind = schema.shape.vectorStore.safeParse(chosen?.kind ?? ownStore);
    store.onChange(kind.data ?? ownStore);
    connection.onChange(chosen?.connectionId ?? null);
  };
  return (
    <div className="stack align-start fields-13">
      <WordLanguageField value={language.value ?? 'english'} onChange={change(language.onChange)} />
      <Select
        label="Embedding model"
        data={[{ value: byWords, label: 'None: search by words only' }, ...models]}
        allowDeselect={false}
        value={model.value ?? byWords}
        error={model.error}
        onChange={change((value) => model.onChange(value === byWords ? null : value))}
      />
      <Select
        label="Vector store"
        data={[{ value: ownStore, label: 'Atelier' }, ...stores]}
        allowDeselect={false}
        value={connection.value ?? ownStore}
        error={connection.error}
        onChange={chooseStore}
      />
      {choices.isKnown && models.length === 0 ? <NoEmbeddingModel /> : null}
      <NumberInput
        label="Credit limit"
        description="Blank: no limit"
        min={0}
        value={limit.value ?? ''}
        error={limit.error}
        onChange={change((value) => limit.onChange(typeof value === 'number' ? value : null))}
      />
    </div>
  );
};

interface TrySettingsProps {
  base: KnowledgeBase;
  isBuilding: boolean;
}

/** Builds an index with other settings, after showing what it will cost. */
export const TrySettingsForm = ({ base, isBuilding }: TrySettingsProps) => {
  const { form, estimate, forget } = useTryForm(base);
  if (isBuilding)
    return (
      <p className="note">
        One version is being tried out. Switch to it or delete it, then you can try another.
      </p>
    );
  return (
    <form className="stack-4" onSubmit={form.submit} noValidate>
      <CuttingFields base={base} form={form} forget={forget} />
      <StoreFields form={form} forget={forget} />
      {estimate ? <EstimateRow estimate={estimate} /> : null}
      <FormFailure failure={form.failure} />
      <div className="row-2">
        <Button type="submit" loading={form.isSubmitting} variant={estimate ? 'filled' : 'default'}>
          {estimate ? 'Start building' : 'Estimate'}
        </Button>
      </div>
    </form>
  );
};

/** Builds another index next to the active one (KB-04, KB-05). */
export const TrySettingsPanel = (props: TrySettingsProps) => (
  <Panel
    title="Try other settings"
    description="Another index is built beside the one that answers. Searches go on; you compare both and decide."
  >
    <TrySettingsForm {...props} />
  </Panel>
);
