import type { Chunk, KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { placeInWords } from '@atelier/contracts/content/documents/document-place';
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPencil, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../../../lib/format.ts';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { ActionsMenu } from '../../../../ui/layout/actions-menu.tsx';
import type { Span } from '../model/source-text.ts';
import { usePassages, useRemovePassage } from '../source-api.ts';
import { PassageDialog, type PassageWork } from './passage-dialog.tsx';
import classes from './source.module.css';

const foldedFrom = 420;
const typingPauseMs = 200;

type Ask = PassageWork | { kind: 'remove'; passage: Chunk };

interface PassageProps {
  passage: Chunk;
  canEdit: boolean;
  onShow: (span: Span) => void;
  onAsk: (ask: Ask) => void;
}

const PassageActions = ({ passage, onAsk }: Pick<PassageProps, 'passage' | 'onAsk'>) => (
  <ActionsMenu
    label={`Actions for passage ${passage.ordinal + 1}`}
    actions={[
      { label: 'Edit', icon: <IconPencil size={16} />, onRun: () => onAsk({ kind: 'edit', passage }) },
      {
        label: 'Add one after it',
        icon: <IconPlus size={16} />,
        onRun: () => onAsk({ kind: 'add', after: passage }),
      },
      {
        label: 'Delete',
        icon: <IconTrash size={16} />,
        danger: true,
        onRun: () => onAsk({ kind: 'remove', passage }),
      },
    ]}
  />
);

const Passage = ({ passage, canEdit, onShow, onAsk }: PassageProps) => {
  const [isWhole, setWhole] = useState(false);
  const { ordinal, heading, tokens, text, start, end, edited } = passage;
  const isLong = text.length > foldedFrom;
  const place = placeInWords(passage);
  return (
    <li className={classes.passage}>
      <div className={classes.passageHead}>
        <strong>Passage {ordinal + 1}</strong>
        {edited ? <StatusBadge tone="info">Edited passage</StatusBadge> : null}
        {place === undefined ? null : <span>{place}</span>}
        <span>{formatCount(tokens, 'token')}</span>
        {canEdit ? (
          <span className={classes.passageMenu}>
            <PassageActions passage={passage} onAsk={onAsk} />
          </span>
        ) : null}
      </div>
      {heading === null ? null : <p className={classes.heading}>{heading}</p>}
      <p className={classes.passageText} dir="auto" data-folded={(isLong && !isWhole) || undefined}>
        {text}
      </p>
      <div className={classes.passageActions}>
        {isLong ? (
          <Button size="xs" variant="subtle" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show less' : 'Show all'}
          </Button>
        ) : null}
        <Button
          size="xs"
          variant="subtle"
          aria-label={`Show ${edited ? 'its place ' : ''}in text: passage ${ordinal + 1}`}
          onClick={() => onShow({ start, end })}
        >
          {edited ? 'Show its place in the text' : 'Show in text'}
        </Button>
      </div>
    </li>
  );
};

const RemoveDialog = ({ passage, onClose }: { passage: Chunk; onClose: () => void }) => {
  const remove = useRemovePassage();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete passage ${passage.ordinal + 1}?`}
      confirmLabel="Delete"
      onConfirm={() => remove.mutateAsync({ body: { chunkId: passage.chunkId } })}
    >
      Nobody finds it any more. The document&apos;s text stays as it is; it comes back when the document is
      read again.
    </ConfirmDialog>
  );
};

interface PassageToolsProps {
  search: string;
  onSearch: (search: string) => void;
  onAdd: (() => void) | undefined;
}

const PassageTools = ({ search, onSearch, onAdd }: PassageToolsProps) => (
  <div className={classes.tools}>
    <TextInput
      size="xs"
      className={classes.search ?? ''}
      aria-label="Search passages"
      placeholder="Search passages"
      leftSection={<IconSearch size={14} />}
      value={search}
      onChange={(event) => onSearch(event.currentTarget.value)}
    />
    {onAdd ? (
      <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={onAdd}>
        Add passage
      </Button>
    ) : null}
  </div>
);

interface PassageListProps {
  row: KnowledgeImport;
  onShow: (span: Span) => void;
}

/** How the document was cut (IMPORT-61), and what people wrote into it. */
export const PassageList = ({ row, onShow }: PassageListProps) => {
  const importId = row.knowledgeBaseImportId;
  const canEdit = row.abilities.canEdit ?? false;
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), typingPauseMs);
  const [ask, setAsk] = useState<Ask>();
  const { query, rows, more } = usePassages(importId, wanted);
  const close = () => setAsk(undefined);
  return (
    <>
      <PassageTools
        search={search}
        onSearch={setSearch}
        onAdd={canEdit ? () => setAsk({ kind: 'add', after: undefined }) : undefined}
      />
      <QueryView
        query={query}
        isEmpty={() => rows.length === 0}
        empty={
          wanted === '' ? (
            <EmptyState compact title="No passages yet">
              They appear here once the document has been cut into passages.
            </EmptyState>
          ) : (
            <EmptyState compact title="No passage says that">
              Try another word, or search by meaning under Retrieval.
            </EmptyState>
          )
        }
        errorTitle="The passages could not be loaded"
      >
        {() => (
          <>
            <ul className={classes.passages}>
              {rows.map((passage) => (
                <Passage
                  key={passage.chunkId}
                  passage={passage}
                  canEdit={canEdit}
                  onShow={onShow}
                  onAsk={setAsk}
                />
              ))}
            </ul>
            <div className={classes.foot}>
              <span>
                {rows.length.toLocaleString('en')} of {more.total.toLocaleString('en')}
              </span>
              {more.hasMore ? (
                <Button size="xs" variant="default" loading={more.isLoading} onClick={more.onMore}>
                  Load more
                </Button>
              ) : null}
            </div>
          </>
        )}
      </QueryView>
      {ask?.kind === 'remove' ? <RemoveDialog passage={ask.passage} onClose={close} /> : null}
      {ask && ask.kind !== 'remove' ? <PassageDialog importId={importId} work={ask} onClose={close} /> : null}
    </>
  );
};
