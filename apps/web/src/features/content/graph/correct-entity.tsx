import type { GraphEntity } from '@atelier/contracts/content/graph/graph-shapes';
import { Button, Checkbox, Select } from '@mantine/core';
import { IconArrowBackUp, IconArrowMerge, IconArrowsSplit } from '@tabler/icons-react';
import { useState } from 'react';
import { useEntities, useMergeEntities, useSplitEntity, useUndoEdit } from './api.ts';
import classes from './graph.module.css';
import { typeNames } from './model/graph-words.ts';

interface CorrectEntityProps {
  id: string;
  entity: GraphEntity;
  onDone: (entityId: string) => void;
}

const Merge = ({ id, entity, onDone }: CorrectEntityProps) => {
  const [search, setSearch] = useState('');
  const [otherId, setOther] = useState<string | null>(null);
  const merge = useMergeEntities(onDone);
  const { rows } = useEntities(id, { search, type: undefined, importId: '', around: '' });
  const others = rows.filter(({ entityId }) => entityId !== entity.entityId);
  return (
    <div className="wrap-3 align-end">
      <Select
        label="The same as"
        placeholder="Search an entity"
        searchable
        data={others.map(({ entityId, name, type }) => ({
          value: entityId,
          label: `${name} (${typeNames[type]})`,
        }))}
        // The server has searched already.
        filter={({ options }) => options}
        value={otherId}
        onSearchChange={(value) => setSearch(value.replace(/ \([^)]*\)$/, ''))}
        onChange={setOther}
      />
      <Button
        variant="default"
        leftSection={<IconArrowMerge size={16} />}
        disabled={otherId === null}
        loading={merge.isPending}
        onClick={() =>
          otherId !== null && merge.mutate({ params: { id, entityId: entity.entityId }, body: { otherId } })
        }
      >
        Merge
      </Button>
    </div>
  );
};

const Split = ({ id, entity, onDone }: CorrectEntityProps) => {
  const [names, setNames] = useState<string[]>([]);
  const split = useSplitEntity(onDone);
  return (
    <div className={`stack-4 ${classes.stack}`}>
      <Checkbox.Group label="Names that are something else" value={names} onChange={setNames}>
        <div className={`stack-2 ${classes.names}`}>
          {entity.aliases.map((name) => (
            <Checkbox key={name} value={name} label={name} />
          ))}
        </div>
      </Checkbox.Group>
      <div>
        <Button
          variant="default"
          leftSection={<IconArrowsSplit size={16} />}
          disabled={names.length === 0}
          loading={split.isPending}
          onClick={() => split.mutate({ params: { id, entityId: entity.entityId }, body: { names } })}
        >
          Split off
        </Button>
      </div>
    </div>
  );
};

const Corrections = ({ id, entity, onDone }: CorrectEntityProps) => {
  const undo = useUndoEdit(() => onDone(''));
  return (
    <ul className="stack-3 bare">
      {entity.edits.map(({ editId, kind, names }) => (
        <li key={editId} className="row-2">
          <span>
            {kind === 'MERGE' ? 'Merged' : 'Split off'}: {names.join(', ')}
          </span>
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconArrowBackUp size={14} />}
            loading={undo.isPending}
            onClick={() => undo.mutate({ params: { id, editId } })}
          >
            Undo
          </Button>
        </li>
      ))}
    </ul>
  );
};

/** Corrects an entity by hand. Every later build applies the correction. */
export const CorrectEntity = (props: CorrectEntityProps) => (
  <section className={`stack-4 ${classes.stack}`}>
    <h3>Correct</h3>
    <p className="note break-anywhere">These corrections also apply when the graph is built again.</p>
    <Merge {...props} />
    {props.entity.aliases.length > 1 ? <Split {...props} /> : null}
    {props.entity.edits.length > 0 ? <Corrections {...props} /> : null}
  </section>
);
