import { type CatalogueModel, ModelInput, ModelProperties } from '@atelier/contracts/content/model-catalogue';
import { NumberInput, Switch, TextInput } from '@mantine/core';
import { readProperty } from '../../../../ui/feedback/read-property.ts';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { useUpdateModel } from '../api.ts';

const Schema = ModelInput.omit({ tenantId: true });

interface ModelDialogProps {
  model: CatalogueModel;
  onClose: () => void;
}

const writes = ({ type }: CatalogueModel): boolean => type === 'CHAT' || type === 'VISION';

/** Changes the properties of a model that the company owns. */
export const ModelDialog = ({ model, onClose }: ModelDialogProps) => {
  const update = useUpdateModel();
  const form = useZodForm(Schema, {
    defaultValues: { type: model.type, properties: model.properties, isDefault: model.isDefault },
    stored: {
      revision: model.revision,
      read: (newest) => ({
        type: model.type,
        properties: ModelProperties.parse(readProperty(newest, 'properties')),
        isDefault: model.isDefault,
      }),
    },
    onSubmit: async (body, revision) => {
      await update.mutateAsync({ params: { id: model.modelId }, body: { ...body, revision } });
      onClose();
    },
  });
  const label = form.bind('properties.label');
  const temperature = form.bind('properties.temperature');
  const longest = form.bind('properties.maxOutputTokens');
  const isDefault = form.bind('isDefault');
  return (
    <FormDialog opened title={`Edit ${model.model}`} onClose={onClose} form={form} submitLabel="Save">
      <TextInput
        label="Name in lists"
        description={`Shown wherever a model is chosen. Leave it empty to show ${model.model}.`}
        value={label.value ?? ''}
        onChange={(event) => label.onChange(event.currentTarget.value || null)}
        error={label.error}
        maxLength={150}
        autoComplete="off"
      />
      {writes(model) ? (
        <>
          <NumberInput
            label="Temperature"
            description="From 0 to 2. Used where an app, agent or step chooses none; empty leaves it to the provider."
            value={temperature.value ?? ''}
            onChange={(value) => temperature.onChange(value === '' ? null : Number(value))}
            error={temperature.error}
            min={0}
            max={2}
            step={0.1}
          />
          <NumberInput
            label="Longest reply, in tokens"
            description="No reply of this model becomes longer, whoever asks for it. Empty sets no limit."
            value={longest.value ?? ''}
            onChange={(value) => longest.onChange(value === '' ? null : Number(value))}
            error={longest.error}
            min={1}
            max={1_000_000}
            thousandSeparator=","
          />
        </>
      ) : null}
      {model.isDefault ? null : (
        <Switch
          label="Default of its type"
          description="Used by every app and knowledge base that names no other."
          checked={isDefault.value ?? false}
          onChange={(event) => isDefault.onChange(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
};
