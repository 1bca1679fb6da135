import { VectorStoreName } from '@atelier/contracts/content/bases/knowledge-shapes';
import { Select } from '@mantine/core';
import { ExplainedField } from '../../../../ui/forms/explained-field.tsx';
import { NoEmbeddingModel, useIndexChoices } from '../../versions/index.ts';
import type { CreateForm } from './create-base-dialog.tsx';

const ownModel = '';
const ownStore = 'EMBEDDED';

/** The embedding model and vector store of the index (KB-05, KB-23); hidden when there is only one choice. */
export const IndexFields = ({ form }: { form: CreateForm }) => {
  const { models, stores, isKnown } = useIndexChoices();
  const model = form.bind('embeddingModelId');
  const store = form.bind('vectorStore');
  const connection = form.bind('connectionId');
  if (models.length === 0 && stores.length === 0) return isKnown ? <NoEmbeddingModel /> : null;
  const chooseStore = (value: string | null) => {
    const chosen = stores.find(({ connectionId }) => connectionId === value);
    store.onChange(VectorStoreName.safeParse(chosen?.kind).data ?? ownStore);
    connection.onChange(chosen?.connectionId);
  };
  return (
    <div className="fields">
      <ExplainedField
        label="Embedding model"
        help="It makes it possible to find text by its meaning. You can try another model later under Index."
      >
        {(id) => (
          <Select
            id={id}
            data={[
              { value: ownModel, label: 'Your default model' },
              ...models.map(({ modelId, label }) => ({ value: modelId, label })),
            ]}
            allowDeselect={false}
            value={model.value ?? ownModel}
            error={model.error}
            onChange={(value) => model.onChange(value || undefined)}
          />
        )}
      </ExplainedField>
      <ExplainedField
        label="Vector store"
        help="Where those numbers are kept: here, or in a store of yours that is set up under Connections."
      >
        {(id) => (
          <Select
            id={id}
            data={[
              { value: ownStore, label: 'Atelier' },
              ...stores.map(({ connectionId, name, title }) => ({
                value: connectionId,
                label: `${name} (${title})`,
              })),
            ]}
            allowDeselect={false}
            value={connection.value ?? ownStore}
            error={connection.error ?? store.error}
            onChange={chooseStore}
          />
        )}
      </ExplainedField>
    </div>
  );
};
