import type { Model } from '@atelier/contracts/content/models';
import { Select } from '@mantine/core';
import { useMay } from '../../../lib/account/session.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useSetDefaultModel } from './api.ts';

const toModelOptions = (models: readonly Model[]) =>
  [...Map.groupBy(models, (model) => model.provider)].map(([group, items]) => ({
    group,
    items: items.map((model) => ({ value: model.modelId, label: model.label })),
  }));

interface DefaultModelProps {
  type: Model['type'];
  label: string;
  models: readonly Model[];
  /** Says what happens while there is no model of this kind. */
  none: string;
}

const DefaultModel = ({ type, label, models, none }: DefaultModelProps) => {
  const may = useMay();
  const setDefault = useSetDefaultModel();
  const offered = models.filter((model) => model.type === type);
  if (offered.length === 0) {
    return (
      <div className="stack-1 muted small content-start">
        <strong className="medium text-color">{label}</strong>
        <span>{none}</span>
      </div>
    );
  }
  return (
    <Select
      label={label}
      data={toModelOptions(offered)}
      value={offered.find((model) => model.isDefault)?.modelId ?? null}
      onChange={(modelId) => modelId && setDefault.mutate({ body: { type, modelId } })}
      disabled={!may('models:write') || setDefault.isPending}
      searchable
    />
  );
};

/** Selects the models that are used where nobody has chosen another one. */
export const DefaultModels = ({ models }: { models: Model[] }) => (
  <Panel title="Default models" description="Used by every app and knowledge base that names no other.">
    <div className="stack-4 columns-18">
      <DefaultModel type="CHAT" label="Answers" models={models} none="None yet." />
      <DefaultModel
        type="EMBEDDING"
        label="Embeddings"
        models={models}
        none="None yet. Knowledge is found by its words, which works well for names, numbers and exact terms."
      />
      <DefaultModel
        type="TRANSCRIPTION"
        label="Transcription"
        models={models}
        none="None yet. Audio and video cannot be imported without one."
      />
      <DefaultModel
        type="VISION"
        label="Pictures"
        models={models}
        none="None yet. Pictures are read by text recognition, which needs no model."
      />
      <DefaultModel
        type="RERANK"
        label="Reranking"
        models={models}
        none="None yet. Search results can also be reranked by their words, without a model."
      />
    </div>
  </Panel>
);
