import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { Button, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../../lib/query.ts';
import { describeError, type ErrorDescription } from '../../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import classes from './settings.module.css';

/** The details that are expected of every document (KB-30). */
export const DataFieldsPanel = ({ base }: { base: KnowledgeBase }) => {
  const saved = base.dataStructure.map(({ name }) => name);
  const [names, setNames] = useState(saved);
  const [failure, setFailure] = useState<ErrorDescription>();
  const write = useWrite(knowledge.endpoints.saveDataStructure, {
    refreshes: [knowledge.endpoints.get, knowledge.endpoints.list],
    success: 'Settings updated successfully',
  });
  const save = async () => {
    setFailure(undefined);
    const known = new Map(base.dataStructure.map((field) => [field.name, field]));
    const fields = names.map((name) => known.get(name) ?? { name });
    try {
      await write.mutateAsync({ body: { knowledgeBaseId: base.knowledgeBaseId, fields } });
    } catch (error) {
      setFailure(describeError(error));
    }
  };
  return (
    <Panel
      title="Details of documents"
      description="Every document of this knowledge base is asked for them, under Details. Searches can be narrowed by them."
    >
      <div className={classes.fields}>
        <TagsInput
          label="Details"
          description="For example Owner, Year, Region. Type one and press Enter."
          maxTags={50}
          readOnly={!base.abilities.canUpdate}
          value={names}
          onChange={setNames}
        />
        <FormFailure failure={failure} />
      </div>
      {base.abilities.canUpdate ? (
        <div className={classes.buttons}>
          <Button
            variant="default"
            disabled={names.join('\n') === saved.join('\n')}
            loading={write.isPending}
            onClick={() => void save()}
          >
            Save details
          </Button>
        </div>
      ) : null}
    </Panel>
  );
};
