import type { Model, Provider, ProviderType } from '@atelier/contracts/content/models';
import { Button } from '@mantine/core';
import { IconPlus, IconQuote } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../../lib/account/session.ts';
import { useUrlState } from '../../../ui/behaviour/use-url-state.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ModelsIllustration } from '../../../ui/theme/illustrations.tsx';
import { AllowedAddresses } from './allowed-addresses.tsx';
import { useModelScreen } from './api.ts';
import { BuiltinModels } from './builtin-models.tsx';
import { ModelTable } from './catalogue/model-table.tsx';
import { DefaultModels } from './default-models.tsx';
import { DeleteProvider } from './delete-provider.tsx';
import classes from './models.module.css';
import { ProviderCard } from './provider-card.tsx';
import { ProviderDialog } from './provider-dialog.tsx';

/** Describes the model that needs no key, including what it cannot do. */
const EmbeddedModel = ({ model }: { model: Model | undefined }) => (
  <Panel
    title="Atelier extractive"
    description="Built in, free, works without a key."
    actions={
      <StatusBadge tone={model?.isDefault ? 'success' : 'neutral'}>
        {model?.isDefault ? 'In use as default' : 'Always available'}
      </StatusBadge>
    }
  >
    <div className={`flex gap-4 ${classes.embedded}`}>
      <IconQuote size={28} stroke={1.5} aria-hidden="true" />
      <div>
        <p>
          It picks the sentences of your documents that answer a question, puts them in order and cites them.
          Nothing leaves this server.
        </p>
        <p>
          It is <strong>not a language model</strong>: it does not write, summarise, translate or chat. Where
          the documents hold no matching sentence, it says so. Add a provider for written answers.
        </p>
      </div>
    </div>
  </Panel>
);

interface ModelData {
  providers: Provider[];
  models: Model[];
  types: ProviderType[];
}

const AddButton = ({ onAdd }: { onAdd: () => void }) => (
  <Button leftSection={<IconPlus size={16} />} onClick={onAdd}>
    Add provider
  </Button>
);

const NoProvider = ({ action }: { action: React.ReactNode }) => (
  <EmptyState
    illustration={<ModelsIllustration />}
    title="Answers are quoted, not written yet"
    action={action}
  >
    Connect OpenAI, Azure, Anthropic, Google, Mistral, Bedrock, Groq, Ollama or any OpenAI-compatible server.
    One key is enough, and apps answer in full sentences of their own.
  </EmptyState>
);

interface ContentProps {
  data: ModelData;
  isAdding: boolean;
  setAdding: (isAdding: boolean) => void;
}

const Content = ({ data, isAdding, setAdding }: ContentProps) => {
  const { providers, models, types } = data;
  const mayWrite = useMay()('models:write');
  const [editing, setEditing] = useState<Provider>();
  const [deleting, setDeleting] = useState<Provider>();
  return (
    <div className="stack-6">
      {providers.length === 0 ? (
        <NoProvider action={mayWrite ? <AddButton onAdd={() => setAdding(true)} /> : undefined} />
      ) : (
        <section aria-labelledby="providers">
          <h2 id="providers" className="below-3 bold title-sm">
            Providers
          </h2>
          <ul className="stack-3 bare">
            {providers.map((provider) => (
              <ProviderCard
                key={provider.providerId}
                provider={provider}
                type={types.find((type) => type.kind === provider.kind)}
                onEdit={() => setEditing(provider)}
                onDelete={() => setDeleting(provider)}
              />
            ))}
          </ul>
        </section>
      )}
      <DefaultModels models={models} />
      <ModelTable />
      {mayWrite ? <AllowedAddresses /> : null}
      <BuiltinModels />
      <EmbeddedModel model={models.find((model) => model.extractive)} />
      {isAdding && mayWrite ? <ProviderDialog types={types} onClose={() => setAdding(false)} /> : null}
      {editing ? (
        <ProviderDialog types={types} provider={editing} onClose={() => setEditing(undefined)} />
      ) : null}
      {deleting ? (
        <DeleteProvider provider={deleting} models={models} onClose={() => setDeleting(undefined)} />
      ) : null}
    </div>
  );
};

/** `/models`: the providers of models for answers and embeddings (ROUTE-10). `?new=1` opens the dialog to add one. */
export const ModelsScreen = () => {
  const mayWrite = useMay()('models:write');
  const screen = useModelScreen();
  const [adding, setAdding] = useUrlState('new');
  const hasProviders = (screen.data?.providers.length ?? 0) > 0;
  return (
    <Page
      title="Models"
      description="The language models that write answers, and the embedding models that find knowledge by meaning."
      actions={mayWrite && hasProviders ? <AddButton onAdd={() => setAdding('1')} /> : undefined}
    >
      <QueryView query={screen} skeleton="cards">
        {(data) => (
          <Content
            data={data}
            isAdding={adding === '1'}
            setAdding={(isAdding) => setAdding(isAdding ? '1' : '')}
          />
        )}
      </QueryView>
    </Page>
  );
};
