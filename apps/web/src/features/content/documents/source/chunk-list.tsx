import type { Chunk, KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { describePosition } from '@atelier/contracts/content/documents/document-position';
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
import { useChunks, useRemoveChunk } from '../source-api.ts';
import { ChunkDialog, type ChunkWork } from './chunk-dialog.tsx';
import classes from './source.module.css';

const foldedFrom = 420;
const typingPauseMs = 200;

type Ask = ChunkWork | { kind: 'remove'; chunk: Chunk };

interface ChunkProps {
  chunk: Chunk;
  canEdit: boolean;
  onShow: (span: Span) => void;
  onAsk: (ask: Ask) => void;
}

const ChunkActions = ({ chunk, onAsk }: Pick<ChunkProps, 'chunk' | 'onAsk'>) => (
  <ActionsMenu
    label={`Actions for chunk ${chunk.ordinal + 1}`}
    actions={[
      { label: 'Edit', icon: <IconPencil size={16} />, onRun: () => onAsk({ kind: 'edit', chunk }) },
      {
        label: 'Add one after it',
        icon: <IconPlus size={16} />,
        onRun: () => onAsk({ kind: 'add', after: chunk }),
      },
      {
        label: 'Delete',
        icon: <IconTrash size={16} />,
        danger: true,
        onRun: () => onAsk({ kind: 'remove', chunk }),
      },
    ]}
  />
);

const ChunkItem = ({ chunk, canEdit, onShow, onAsk }: ChunkProps) => {
  const [isWhole, setWhole] = useState(false);
  const { ordinal, heading, tokens, text, start, end, edited } = chunk;
  const isLong = text.length > foldedFrom;
  const position = describePosition(chunk);
  return (
    <li className="surface-box pad-3-4">
      <div className={`muted tiny tabular flex flex-wrap ${classes.chunkHead}`}>
        <strong className="text-color">Chunk {ordinal + 1}</strong>
        {edited ? <StatusBadge tone="info">Edited chunk</StatusBadge> : null}
        {position === undefined ? null : <span>{position}</span>}
        <span>{formatCount(tokens, 'token')}</span>
        {canEdit ? (
          <span className={classes.chunkMenu}>
            <ChunkActions chunk={chunk} onAsk={onAsk} />
          </span>
        ) : null}
      </div>
      {heading === null ? null : <p className="muted small medium margin-top-1">{heading}</p>}
      <p className={classes.chunkText} dir="auto" data-folded={(isLong && !isWhole) || undefined}>
        {text}
      </p>
      <div className={`flex gap-1 ${classes.chunkActions}`}>
        {isLong ? (
          <Button size="xs" variant="subtle" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show less' : 'Show all'}
          </Button>
        ) : null}
        <Button
          size="xs"
          variant="subtle"
          aria-label={`Show ${edited ? 'its place ' : ''}in text: chunk ${ordinal + 1}`}
          onClick={() => onShow({ start, end })}
        >
          {edited ? 'Show its place in the text' : 'Show in text'}
        </Button>
      </div>
    </li>
  );
};

const RemoveDialog = ({ chunk, onClose }: { chunk: Chunk; onClose: () => void }) => {
  const remove = useRemoveChunk();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete chunk ${chunk.ordinal + 1}?`}
      confirmLabel="Delete"
      onConfirm={() => remove.mutateAsync({ body: { chunkId: chunk.chunkId } })}
    >
      Searches no longer find it. The document&apos;s text stays as it is; it comes back when the document is
      read again.
    </ConfirmDialog>
  );
};

interface ChunkToolsProps {
  search: string;
  onSearch: (search: string) => void;
  onAdd: (() => void) | undefined;
}

const ChunkTools = ({ search, onSearch, onAdd }: ChunkToolsProps) => (
  <div className="row-2-3 margin-bottom-3">
    <TextInput
      size="xs"
      className={classes.search ?? ''}
      aria-label="Search chunks"
      placeholder="Search chunks"
      leftSection={<IconSearch size={14} />}
      value={search}
      onChange={(event) => onSearch(event.currentTarget.value)}
    />
    {onAdd ? (
      <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={onAdd}>
        Add chunk
      </Button>
    ) : null}
  </div>
);

interface ChunkListProps {
  row: KnowledgeImport;
  onShow: (span: Span) => void;
}

/** The chunks of the document (IMPORT-61), including those written by hand. */
export const ChunkList = ({ row, onShow }: ChunkListProps) => {
  const importId = row.knowledgeBaseImportId;
  const canEdit = row.abilities.canEdit ?? false;
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), typingPauseMs);
  const [ask, setAsk] = useState<Ask>();
  const { query, rows, more } = useChunks(importId, wanted);
  const close = () => setAsk(undefined);
  return (
    <>
      <ChunkTools
        search={search}
        onSearch={setSearch}
        onAdd={canEdit ? () => setAsk({ kind: 'add', after: undefined }) : undefined}
      />
      <QueryView
        query={query}
        isEmpty={() => rows.length === 0}
        empty={
          wanted === '' ? (
            <EmptyState compact title="No chunks yet">
              They appear here once the document has been split.
            </EmptyState>
          ) : (
            <EmptyState compact title="No chunk contains these words">
              Try another word, or search by meaning under Retrieval.
            </EmptyState>
          )
        }
        errorTitle="The chunks could not be loaded"
      >
        {() => (
          <>
            <ul className="stack-3 bare">
              {rows.map((chunk) => (
                <ChunkItem
                  key={chunk.chunkId}
                  chunk={chunk}
                  canEdit={canEdit}
                  onShow={onShow}
                  onAsk={setAsk}
                />
              ))}
            </ul>
            <div className={`muted tiny between flex align-center ${classes.foot}`}>
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
      {ask?.kind === 'remove' ? <RemoveDialog chunk={ask.chunk} onClose={close} /> : null}
      {ask && ask.kind !== 'remove' ? <ChunkDialog importId={importId} work={ask} onClose={close} /> : null}
    </>
  );
};
