import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { DataFields, KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { Button, TagsInput } from '@mantine/core';
import { z } from 'zod';
import { useWrite } from '../../../../lib/query.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { Panel } from '../../../../ui/layout/panel.tsx';

const Fields = z.object({ fields: DataFields });

const toFormValues = ({ dataStructure }: KnowledgeBase) => ({ fields: dataStructure });

/** The details that are expected of every document (KB-30). */
export const DataFieldsPanel = ({ base }: { base: KnowledgeBase }) => {
  const write = useWrite(knowledge.endpoints.saveDataStructure, {
    refreshes: [knowledge.endpoints.get, knowledge.endpoints.list],
    success: 'Settings updated successfully',
  });
  const form = useZodForm(Fields, {
    defaultValues: toFormValues(base),
    stored: { revision: base.revision, read: (newest) => toFormValues(KnowledgeBase.parse(newest)) },
    onSubmit: async ({ fields }, revision) => {
      const body = { knowledgeBaseId: base.knowledgeBaseId, fields, revision };
      const saved = await write.mutateAsync({ body });
      form.reset(toFormValues(saved), saved.revision);
    },
  });
  const { value: fields, onChange, error } = form.bind('fields');
  const known = new Map([...base.dataStructure, ...fields].map((field) => [field.name, field]));
  return (
    <Panel
      title="Details of documents"
      description="Every document of this knowledge base is asked for them, under Details. Searches can be narrowed by them."
    >
      <form onSubmit={form.submit} noValidate>
        <div className="stack-4">
          <TagsInput
            label="Details"
            description="For example Owner, Year, Region. Type one and press Enter."
            maxTags={50}
            readOnly={!base.abilities.canUpdate}
            value={fields.map(({ name }) => name)}
            error={error}
            onChange={(names) => onChange(names.map((name) => known.get(name) ?? { name }))}
          />
          <FormFailure failure={form.failure} />
        </div>
        {base.abilities.canUpdate ? (
          <div className="beside-2 above-4 justify-end">
            <Button type="submit" variant="default" disabled={!form.isDirty} loading={form.isSubmitting}>
              Save details
            </Button>
          </div>
        ) : null}
      </form>
    </Panel>
  );
};
