import { Tool, type ToolKind } from '@atelier/contracts/assistants/tools/tool-shapes';
import { tools } from '@atelier/contracts/assistants/tools/tools';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { call } from '../../../../lib/server/api.ts';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { Fold } from '../../../../ui/layout/fold.tsx';
import { FieldForm, fieldsIn } from '../../../content/fields/index.ts';
import { useCreateTool, useDefaultTools, useUpdateTool } from '../api.ts';
import { refusalWords } from '../model/refusal-words.ts';
import { preparedFields, requestFields } from '../model/tool-fields.ts';
import { refusalInForm, textIn, toolFormSchema, toolValues, toToolSettings } from '../model/tool-form.ts';
import { connectionLoaders } from './connection-loader.tsx';
import { TryTool } from './try-tool.tsx';

const emptyValues: Record<string, JsonValue> = {
  string: '',
  integer: 1,
  number: 1,
  boolean: true,
  array: [],
  object: {},
};

/** Arguments to begin a trial with. */
const buildExampleInput = (kind: ToolKind, { parameters }: FieldValues): Record<string, JsonValue> => {
  const listed = kind === 'HTTP' && Array.isArray(parameters) ? parameters : [];
  return Object.fromEntries(
    listed.flatMap((each): [string, JsonValue][] => {
      const name = isObject(each) ? textIn(each, 'name') : '';
      if (!isObject(each) || name === '' || each['isRequired'] === false) return [];
      return [[name, emptyValues[textIn(each, 'type')] ?? '']];
    }),
  );
};

/** The fields of the form. Those of a default tool depend on which one is chosen. */
const useFields = (kind: ToolKind, chosen: string) => {
  const defaults = useDefaultTools().data?.tools;
  return useMemo(() => {
    if (kind === 'HTTP') return requestFields;
    const known = (defaults ?? []).filter(({ connection }) => connection !== null);
    const choices = known.map(({ toolId, name }) => ({ value: toolId, label: name }));
    const wanted = known.find(({ toolId }) => toolId === chosen)?.connection?.kind;
    return preparedFields(choices, wanted ?? 'NONE');
  }, [kind, defaults, chosen]);
};

interface ToolDialogProps {
  kind: ToolKind;
  /** The tool to change; undefined to create one. */
  tool?: Tool | undefined;
  onClose: () => void;
}

const titles: Record<ToolKind, string> = { HTTP: 'New HTTP tool', DEFAULT: 'New tool with a connection' };
const descriptions: Record<ToolKind, string> = {
  HTTP: 'A request to an API. The agent fills in its arguments.',
  DEFAULT: 'A ready-made tool that works with one of your connections.',
};

/** Creates a tool, or changes one. It can be tried before it is saved. */
export const ToolDialog = ({ kind, tool, onClose }: ToolDialogProps) => {
  const [create, update] = [useCreateTool(), useUpdateTool()];
  const [chosen, setChosen] = useState(tool?.defaultToolId ?? '');
  const fields = useFields(kind, chosen);
  const schema = useMemo(() => toolFormSchema(fields), [fields]);
  const form = useZodForm(schema, {
    defaultValues: { name: tool?.name ?? '', values: toolValues(fields, tool) },
    fieldOfCode: { 'tools.name_taken': 'name' },
    stored: tool && {
      revision: tool.revision,
      read: (newest) => {
        const now = Tool.parse(newest);
        setChosen(now.defaultToolId ?? '');
        return { name: now.name, values: toolValues(fields, now) };
      },
    },
    onSubmit: async ({ name, values }, revision) => {
      const body = toToolSettings({ kind, tool }, name, values);
      try {
        if (tool) await update.mutateAsync({ body: { ...body, toolId: tool.toolId, revision } });
        else await create.mutateAsync({ body });
      } catch (error) {
        throw refusalInForm(error);
      }
      onClose();
    },
  });
  const shown = fieldsIn(form, 'values');
  const change = (values: FieldValues) => {
    setChosen(textIn(values, 'defaultToolId'));
    shown.onChange(values);
  };
  const attempt = async (input: Record<string, JsonValue>) => {
    const name = form.form.getValues('name') || 'Trial';
    const settings = toToolSettings({ kind, tool }, name, shown.values);
    return call(tools.endpoints.test, { body: { settings, input } });
  };
  return (
    <FormDialog
      opened
      size="xl"
      title={tool ? `Edit ${tool.name}` : titles[kind]}
      description={descriptions[kind]}
      onClose={onClose}
      form={form}
      submitLabel="Save"
    >
      {tool?.refusal ? (
        <p role="note" className="flat break-anywhere warning small">
          {refusalWords(tool.refusal)}
        </p>
      ) : null}
      <TextInput
        label="Name"
        withAsterisk
        autoComplete="off"
        maxLength={100}
        data-autofocus
        {...form.field('name')}
      />
      <FieldForm {...shown} fields={fields} onChange={change} loaders={connectionLoaders} />
      <Fold label="Try it" summary="Make one call as an agent would">
        <TryTool example={buildExampleInput(kind, shown.values)} onTry={attempt} />
      </Fold>
    </FormDialog>
  );
};
