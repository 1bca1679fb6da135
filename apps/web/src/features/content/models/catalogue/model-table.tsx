import type { CatalogueModel } from '@atelier/contracts/content/model-catalogue';
import { IconPencil, IconStar, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useMay } from '../../../../lib/account/session.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { ChoiceFilter } from '../../../../ui/data-table/choice-filter.tsx';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { TwoLines } from '../../../../ui/data-table/two-lines.tsx';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import type { MenuAction } from '../../../../ui/layout/actions-menu.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { useModelsByProvider, useModelUsage, useRemoveModel, useSetDefaultModel } from '../api.ts';
import classes from '../models.module.css';
import { ProviderMark } from '../provider-mark.tsx';
import { ModelDialog } from './model-dialog.tsx';
import { matching, priceWords, typeWords, usageWords } from './model-words.ts';

type Usage = ReturnType<typeof useModelUsage>;

const listModelColumns = (usage: Usage): Column<CatalogueModel>[] => [
  {
    id: 'model',
    header: 'Model',
    sortValue: ({ label }) => label,
    cell: (model) => (
      <span className="line-3 min-0">
        <ProviderMark kind={model.kind} />
        <TwoLines under={model.label === model.model ? model.provider : `${model.model} · ${model.provider}`}>
          {model.label}
        </TwoLines>
      </span>
    ),
  },
  {
    id: 'type',
    header: 'For',
    width: '11rem',
    sortValue: ({ type }) => typeWords[type],
    cell: ({ type, isDefault }) => (
      <span className={`inline-flex flex-wrap align-center ${classes.modelFor}`}>
        {typeWords[type]}
        {isDefault ? <StatusBadge tone="success">Default</StatusBadge> : null}
      </span>
    ),
  },
  {
    id: 'price',
    header: 'Credits per million tokens',
    width: '13rem',
    wideOnly: true,
    sortValue: ({ price }) => price.input,
    cell: priceWords,
  },
  ...(usage
    ? [
        {
          id: 'used',
          header: 'Credits in 30 days',
          width: '9.5rem',
          align: 'end' as const,
          wideOnly: true,
          sortValue: ({ modelId }: CatalogueModel) => usage.get(modelId)?.credits ?? 0,
          cell: ({ modelId }: CatalogueModel) => usageWords(usage.get(modelId)),
        },
      ]
    : []),
];

const consequences: Record<CatalogueModel['type'], string> = {
  CHAT: 'Apps and agents that chose it use the default model instead.',
  EMBEDDING:
    'Knowledge bases with its vectors are searched by words until they get an index of another model.',
  TRANSCRIPTION: 'New recordings are transcribed by the default model, if there is another one.',
  VISION: 'Pictures of new documents are described by the default model, if there is another one.',
  RERANK: 'Search results are no longer reranked by it.',
};

const DeleteModel = ({ model, onClose }: { model: CatalogueModel; onClose: () => void }) => {
  const remove = useRemoveModel();
  const { modelId, type, label, provider } = model;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete “${label}” from the list?`}
      confirmLabel="Delete"
      onConfirm={() => remove.mutateAsync({ params: { id: modelId }, query: { type }, body: {} })}
    >
      {consequences[type]} {provider} and its key stay, so the model can be added again.
    </ConfirmDialog>
  );
};

interface ActionProps {
  onEdit: (model: CatalogueModel) => void;
  onDelete: (model: CatalogueModel) => void;
}

const useActions = ({ onEdit, onDelete }: ActionProps) => {
  const setDefault = useSetDefaultModel();
  const mayWrite = useMay()('models:write');
  return (model: CatalogueModel): MenuAction[] => {
    const { type, modelId, isDefault, abilities } = model;
    const makeDefault = {
      label: 'Make default',
      icon: <IconStar size={16} />,
      onRun: () => setDefault.mutate({ body: { type, modelId } }),
    };
    return [
      ...(mayWrite && !isDefault ? [makeDefault] : []),
      ...(abilities['canUpdate']
        ? [{ label: 'Edit', icon: <IconPencil size={16} />, onRun: () => onEdit(model) }]
        : []),
      ...(abilities['canRemove']
        ? [{ label: 'Delete', icon: <IconTrash size={16} />, danger: true, onRun: () => onDelete(model) }]
        : []),
    ];
  };
};

const typeChoices = [
  { value: '', label: 'All tasks' },
  ...Object.entries(typeWords).map(([value, label]) => ({ value, label })),
];

const Models = ({ models }: { models: CatalogueModel[] }) => {
  const [search, setSearch] = useUrlState('search');
  const [type, setType] = useUrlState('type');
  const [providerId, setProviderId] = useUrlState('provider');
  const [editing, setEditing] = useState<CatalogueModel>();
  const [deleting, setDeleting] = useState<CatalogueModel>();
  const usage = useModelUsage();
  const columns = useMemo(() => listModelColumns(usage), [usage]);
  const actions = useActions({ onEdit: setEditing, onDelete: setDeleting });
  const providers = new Map(models.map((model) => [model.providerId, model.provider]));
  return (
    <>
      <DataTable
        label="Models"
        columns={columns}
        rows={matching(models, { search, type, providerId })}
        rowId={(model) => `${model.type} ${model.modelId}`}
        rowLabel={({ label }) => label}
        rowActions={actions}
        search={{ value: search, onChange: setSearch, placeholder: 'Search models' }}
        toolbar={
          <>
            <ChoiceFilter label="Task" value={type} onChange={setType} choices={typeChoices} />
            <ChoiceFilter
              label="Provider"
              value={providerId}
              onChange={setProviderId}
              choices={[
                { value: '', label: 'All providers' },
                ...[...providers].map(([value, label]) => ({ value, label })),
              ]}
            />
          </>
        }
        empty="No model matches. Clear the search and the filters to see all of them."
      />
      {editing ? <ModelDialog model={editing} onClose={() => setEditing(undefined)} /> : null}
      {deleting ? <DeleteModel model={deleting} onClose={() => setDeleting(undefined)} /> : null}
    </>
  );
};

/** Every model that the company can use, with its task, its price and what it used. */
export const ModelTable = () => (
  <Panel
    title="All models"
    description="A credit is a tenth of a cent. “About” marks a model whose list price is not known, for which a usual one is charged."
  >
    <QueryView query={useModelsByProvider()}>
      {({ providers }) => <Models models={providers.flatMap(({ models }) => models)} />}
    </QueryView>
  </Panel>
);
