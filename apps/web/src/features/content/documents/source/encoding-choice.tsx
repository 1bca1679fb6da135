import type { KnowledgeImport, ReadEncoding } from '@atelier/contracts/content/bases/import-shapes';
import { EncodingName, encodingNames } from '@atelier/contracts/content/documents/encodings';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { useChooseEncoding } from '../source-api.ts';

const options = EncodingName.options.map((value) => ({ value, label: encodingNames[value] }));

/** Detection may also find an encoding that nobody is offered. */
const toTitle = (name: string): string => options.find(({ value }) => value === name)?.label ?? name;

const EncodingDialog = ({
  row,
  used,
  onClose,
}: {
  row: KnowledgeImport;
  used: string;
  onClose: () => void;
}) => {
  const choose = useChooseEncoding();
  const [encoding, setEncoding] = useState(EncodingName.safeParse(used).data ?? 'utf-8');
  const params = { knowledgeBaseImportId: row.knowledgeBaseImportId };
  return (
    <ConfirmDialog
      opened
      danger={false}
      onClose={onClose}
      title={`Read “${row.name}” with another encoding?`}
      confirmLabel="Read again"
      onConfirm={() => choose.mutateAsync({ params, body: { encoding } })}
    >
      <NativeSelect
        label="Encoding of its characters"
        data={options}
        value={encoding}
        onChange={(event) => setEncoding(EncodingName.parse(event.currentTarget.value))}
      />
      <p className="muted small">
        A new version is made. The version in use stays in the list, with the chunks that were written by
        hand. It is searched until the new one is ready.
      </p>
    </ConfirmDialog>
  );
};

interface EncodingChoiceProps {
  row: KnowledgeImport;
  encoding: ReadEncoding;
}

/** The encoding in which a text file was read, which can be changed. */
export const EncodingChoice = ({ row, encoding: { name, sure } }: EncodingChoiceProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="row-1-3 muted small below-4">
      <span>
        Encoding: {toTitle(name)}
        {sure === 'certain' ? '' : `, ${sure}`}
      </span>
      {row.abilities.canEdit ? (
        <Button size="xs" variant="subtle" aria-label="Change the encoding" onClick={() => setOpen(true)}>
          Change
        </Button>
      ) : null}
      {isOpen ? <EncodingDialog row={row} used={name} onClose={() => setOpen(false)} /> : null}
    </div>
  );
};
