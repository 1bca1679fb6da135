import type { Model } from '@atelier/contracts/models';
import { Select } from '@mantine/core';
import { useMay } from '../../lib/session.ts';
import { Panel } from '../../ui/panel.tsx';
import { useSetDefaultModel } from './api.ts';
import classes from './models.module.css';

const optionsOf = (models: readonly Model[]) =>
  [...Map.groupBy(models, (model) => model.provider)].map(([group, items]) => ({
    group,
    items: items.map((model) => ({ value: model.modelId, label: model.label })),
  }));

const ofType = (models: readonly Model[], type: Model['type']) =>
  models.filter((model) => model.type === type);

/** Which models are used where nobody chose another. */
export const DefaultModels = ({ models }: { models: Model[] }) => {
  const may = useMay();
  const setDefault = useSetDefaultModel();
  const chat = ofType(models, 'CHAT');
  const embedding = ofType(models, 'EMBEDDING');
  const choose = (type: Model['type'], modelId: string | null) => {
    if (modelId) setDefault.mutate({ body: { type, modelId } });
  };
  const shared = { disabled: !may('models:write') || setDefault.isPending, searchable: true };
  return (
    <Panel title="Default models" description="Used by every app and knowledge base that names no other.">
      <div className={classes.defaults}>
        <Select
          label="Answers"
          data={optionsOf(chat)}
          value={chat.find((model) => model.isDefault)?.modelId ?? null}
          onChange={(modelId) => choose('CHAT', modelId)}
          {...shared}
        />
        {embedding.length > 0 ? (
          <Select
            label="Embeddings"
            data={optionsOf(embedding)}
            value={embedding.find((model) => model.isDefault)?.modelId ?? null}
            onChange={(modelId) => choose('EMBEDDING', modelId)}
            {...shared}
          />
        ) : (
          <div className={classes.none}>
            <strong>Embeddings</strong>
            <span>
              None yet. Knowledge is found by its words, which works well for names, numbers and exact terms.
            </span>
          </div>
        )}
      </div>
    </Panel>
  );
};
